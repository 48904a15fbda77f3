/** What the words of all games share. */

import { t, textOr, type Key, type Values } from "../i18n";
import type { Refused } from "../protocol";
import type { Choosing, Picks } from "./face";

/** What the rules have against something: in a game's words for the case, or else as the server says it. */
export function refusalOf(game: string, { rule, case: which, values, sentence }: Refused): string {
  return textOr([game, rule, which].filter(Boolean).join("."), sentence, values);
}

/** The text of a key if all it speaks of is known, otherwise somebody else's words for it. */
export function whole(key: Key, values: Values, otherwise: string): string {
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== undefined));
  const said = t(key, known);
  return /\{\w[\w:.]*\}/.test(said) ? otherwise : said;
}

/** Whether all of it is picked already: then only the confirming is left. */
export function isPicked(choosing: Choosing, parts: Picks): boolean {
  return Object.entries(parts).every(([key, value]) => choosing.picked[key] === value);
}
