/** What pages outside a table say about games, from their manifests. A game without texts goes by the
 * server's names. */
import { GAMES, MANIFESTS } from "../games/manifest";
import { capital, has, t, textOr } from "../i18n";
import type { ClockSetting, GameFacts, Option, Options } from "../protocol";
import "./words";

export function icon(game: string): string {
  return MANIFESTS.get(game)?.icon ?? "brand";
}

/** What fills the mark of a seat in lists. */
export function seatFill(game: string, seat: number): string {
  const fills = MANIFESTS.get(game)?.seatFills;
  return fills?.[seat % fills.length] ?? `url(#pat-seat-${(seat % 5) + 1})`;
}

/** How long a game takes; undefined if its manifest doesn't say. */
export function minutes(game: string): number | undefined {
  return MANIFESTS.get(game)?.minutes;
}

const asWords = (name: string) => capital(name.replaceAll("_", " "));

export const title = (game: string) => textOr(`game_${game}.title`, asWords(game));
export const about = (game: string) => textOr(`game_${game}.about`, "");
export const summary = (game: string) => textOr(`game_${game}.summary`, "", { minutes: minutes(game) ?? 0 });
export const credit = (game: string) => textOr(`game_${game}.credit`, "");
export const optionTitle = (game: string, option: Option) => textOr(`game_${game}.${option.name}`, asWords(option.name));
export const optionAbout = (game: string, option: Option) => textOr(`game_${game}.${option.name}.about`, option.about);
export const valueTitle = (game: string, option: Option, value: string) =>
  textOr(`game_${game}.${option.name}.${value}`, asWords(value));
export const valueAbout = (game: string, option: Option, value: string) =>
  textOr(`game_${game}.${option.name}.${value}.about`, "");
export const seatTitle = (game: string, seat: number) => textOr(`game_${game}.seat.${seat}`, "");
export const levelTitle = (level: number, otherwise = "") => textOr(`game.level.${level}`, otherwise);
/** A bot's name in the current language's letters. */
export const botTitle = (name: string) => textOr(`game.bot.${name.toLowerCase()}`, name);
export const levelAbout = (level: number, otherwise = "") => textOr(`game.level.${level}.about`, otherwise);

/** "Four games" */
export const howMany = () => textOr(`game.count.${GAMES.length}`, t("game.count", { n: GAMES.length }));

export function players(facts: GameFacts): string {
  const [from, n] = facts.seats;
  return from === n ? t("game.players", { n }) : t("game.players_range", { from, n });
}

/** The options that differ from the default, in a few words each. */
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
