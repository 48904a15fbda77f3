/** Words and figures of a study. */

import type { GameFace } from "../games/face";
import { locale, t } from "../i18n";
import type { Account, Choice, Decision } from "../protocol";
import type { Session } from "../table/session.svelte";

const FEW = 4; // turns to look ahead: anything further is little more than a guess

/** "62%". */
export function percent(value: number, digits = 0): string {
  const rounded = Math.abs(value) < 0.5 / 100 / 10 ** digits ? 0 : value; // no "-0%"
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: digits }).format(rounded);
}

/** "Bruno would win about 62% of games from here." */
export function expected(session: Pick<Session, "names" | "seated">, seat: number, value: number): string {
  const values = { name: session.names[seat] ?? "", share: percent(value) };
  return t(seat === session.seated ? "study.expects.you" : "study.expects", values);
}

/** What choosing it means for this turn, as far as the search has foreseen it. */
export function deeds(choice: Choice & { deeds?: Account[] }): Account[] {
  return choice.deeds ?? [choice.does, ...choice.rest];
}

/** The same as decisions, for showing on the board. */
export function ownTurn({ decision, line, rest }: Choice): Decision[] {
  return line[0] === decision ? line.slice(0, 1 + rest.length) : [decision];
}

/** The turns expected to follow, in words. */
export function following(face: GameFace, { then }: Choice, names: string[]): string[] {
  return then.slice(0, FEW).map(({ seat, does }) => `${names[seat] ?? ""}: ${face.line(does)}`);
}

/** A choice in a few words: "palace e4 h6→d5". */
export function words(face: GameFace, choice: Choice & { deeds?: Account[] }): string {
  return face.line(deeds(choice)) || choice.text;
}
