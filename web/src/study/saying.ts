/** What a study says in words and figures. */

import type { GameFace } from "../games/face";
import { locale } from "../i18n";
import type { Account, Choice, Decision } from "../protocol";

const FEW = 4; // turns to look ahead: what is further off is hardly more than a guess

/** "62%". */
export function percent(value: number, digits = 0): string {
  const rounded = Math.abs(value) < 0.5 / 100 / 10 ** digits ? 0 : value; // no "-0%"
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: digits }).format(rounded);
}

/** What somebody who chose it would do in this turn, as far as that can be foreseen. */
export function deeds(choice: Choice & { deeds?: Account[] }): Account[] {
  return choice.deeds ?? [choice.does, ...choice.rest];
}

/** The same as decisions, to show them on the board. */
export function ownTurn({ decision, line, rest }: Choice): Decision[] {
  return line[0] === decision ? line.slice(0, 1 + rest.length) : [decision];
}

/** What is expected to follow then, in words. */
export function following(face: GameFace, { then }: Choice, names: string[]): string[] {
  return then.slice(0, FEW).map(({ seat, does }) => `${names[seat] ?? ""}: ${face.line(does)}`);
}

/** A choice in a few words: "palace e4 h6→d5". */
export function words(face: GameFace, choice: Choice & { deeds?: Account[] }): string {
  return face.line(deeds(choice)) || choice.text;
}
