/** What the pages outside a table say about games. A game that has no words here speaks for itself. */
import { capital, has, t } from "../i18n";
import type { ClockSetting, GameFacts, Option, Options } from "../protocol";
import "./words";

/** How long a game takes, in minutes; told on its card. */
export const MINUTES: Record<string, number> = { urbino: 25, urtown: 30, urbania: 50, urbe: 35 };

const ICONS: Record<string, string> = {
  urbino: "ub-palace-dark",
  urtown: "ut-skyline",
  urbania: "ua-worker",
  urbe: "ur-crown",
};

export function icon(game: string): string {
  return ICONS[game] ?? "brand";
}

const asWords = (name: string) => capital(name.replaceAll("_", " "));

/** The first key there is a text for, or else what is given. */
function say(key: string, otherwise: string): string {
  return has(key) ? t(key) : otherwise;
}

export const title = (game: string) => say(`game.${game}.title`, asWords(game));
export const about = (game: string) => say(`game.${game}.about`, "");
export const optionTitle = (game: string, option: Option) => say(`game.${game}.${option.name}`, asWords(option.name));
export const optionAbout = (game: string, option: Option) => say(`game.${game}.${option.name}.about`, option.about);
export const valueTitle = (game: string, option: Option, value: string) =>
  say(`game.${game}.${option.name}.${value}`, asWords(value));
export const valueAbout = (game: string, option: Option, value: string) =>
  say(`game.${game}.${option.name}.${value}.about`, "");
export const seatTitle = (game: string, seat: number) => say(`game.${game}.seat.${seat}`, "");
export const levelTitle = (level: number, otherwise = "") => say(`game.level.${level}`, otherwise);
export const levelAbout = (level: number, otherwise = "") => say(`game.level.${level}.about`, otherwise);

export function players(facts: GameFacts): string {
  const [from, n] = facts.seats;
  return from === n ? t("game.players", { n }) : t("game.players_range", { from, n });
}

/** What was agreed beyond the usual, in a few words each. */
export function chips(game: string, options: Options): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const key = value === true ? `game.${game}.${name}.chip` : `game.${game}.${name}.${value}.chip`;
    return value !== false && has(key) ? [t(key)] : [];
  });
}

export function clockText(clock: ClockSetting | null): string {
  if (!clock) return t("game.no_clock");
  if (clock.kind === "game") return t("game.clock_game", { minutes: clock.minutes, increment: clock.increment });
  return clock.hours % 24
    ? t("game.clock_hours", { n: clock.hours })
    : t("game.clock_days", { n: clock.hours / 24 });
}
