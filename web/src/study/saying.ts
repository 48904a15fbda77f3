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

/** The chances of all seats in whole per cents that add up to 100, as the chances themselves do. */
export function percents(values: readonly number[]): string[] {
  const whole = values.map((value) => Math.floor(100 * value));
  const missing = Math.round(100 * sum(values)) - sum(whole);
  const byRest = values.map((value, seat) => ({ seat, rest: 100 * value - whole[seat]! }));
  byRest.sort((one, other) => other.rest - one.rest);
  for (const { seat } of byRest.slice(0, missing)) whole[seat]! += 1;
  return whole.map((value) => percent(value / 100));
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/**
 * The best move first, then the others by their value. A move that the search has hardly looked at can
 * have a higher value than the one it prefers after looking longer: no more is claimed for it than for that one.
 */
export function ranked<Ranked extends Choice>(choices: readonly Ranked[], played: Ranked | null = null): Ranked[] {
  const best = choices[0];
  if (!best) return played ? [played] : [];
  const others = choices.slice(1).filter(({ decision }) => decision !== played?.decision);
  if (played && played.decision !== best.decision) others.push(played);
  const most = best.value ?? 1;
  const capped = others.map((one) => (one.value !== null && one.value > most ? { ...one, value: most } : one));
  const first = played?.decision === best.decision ? played : best;
  return [first, ...capped.sort((one, other) => (other.value ?? -1) - (one.value ?? -1))];
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
