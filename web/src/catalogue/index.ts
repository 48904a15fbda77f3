/** What the pages outside a table say about games, by their manifests. A game without one speaks for itself. */
import { GAMES, MANIFESTS } from "../games/manifest";
import { capital, has, t, type Values } from "../i18n";
import type { ClockSetting, GameFacts, Option, Options } from "../protocol";
import "./words";

export function icon(game: string): string {
  return MANIFESTS.get(game)?.icon ?? "brand";
}

/** How long a game takes; undefined if its manifest does not say. */
export function minutes(game: string): number | undefined {
  return MANIFESTS.get(game)?.minutes;
}

const asWords = (name: string) => capital(name.replaceAll("_", " "));

/** The first key there is a text for, or else what is given. */
function say(key: string, otherwise: string, values: Values = {}): string {
  return has(key) ? t(key, values) : otherwise;
}

export const title = (game: string) => say(`game_${game}.title`, asWords(game));
export const about = (game: string) => say(`game_${game}.about`, "");
export const summary = (game: string) => say(`game_${game}.summary`, "", { minutes: minutes(game) ?? 0 });
export const credit = (game: string) => say(`game_${game}.credit`, "");
export const optionTitle = (game: string, option: Option) => say(`game_${game}.${option.name}`, asWords(option.name));
export const optionAbout = (game: string, option: Option) => say(`game_${game}.${option.name}.about`, option.about);
export const valueTitle = (game: string, option: Option, value: string) =>
  say(`game_${game}.${option.name}.${value}`, asWords(value));
export const valueAbout = (game: string, option: Option, value: string) =>
  say(`game_${game}.${option.name}.${value}.about`, "");
export const seatTitle = (game: string, seat: number) => say(`game_${game}.seat.${seat}`, "");
export const levelTitle = (level: number, otherwise = "") => say(`game.level.${level}`, otherwise);
export const levelAbout = (level: number, otherwise = "") => say(`game.level.${level}.about`, otherwise);

/** "Four games" */
export const howMany = () => say(`game.count.${GAMES.length}`, t("game.count", { n: GAMES.length }));

export function players(facts: GameFacts): string {
  const [from, n] = facts.seats;
  return from === n ? t("game.players", { n }) : t("game.players_range", { from, n });
}

/** What was agreed beyond the usual, in a few words each. */
export function chips(game: string, options: Options): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const key = value === true ? `game_${game}.${name}.chip` : `game_${game}.${name}.${value}.chip`;
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
