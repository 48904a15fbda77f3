/** When to ask whether somebody wants notices: after a move of a game over days; again after a week;
 * then never. */
import type { Snapshot } from "../protocol";
import { keep, recall } from "../shell/kept";

const NAME = "contrada-notices";
const WEEK = 7 * 24 * 3_600_000;
const FIRST = { asked: 0, last: 0 };

export function mayAsk(now = Date.now()): boolean {
  const { asked, last } = recall(NAME, FIRST);
  return asked === 0 || (asked === 1 && now - last >= WEEK);
}

export function noteAsked(now = Date.now()): void {
  keep(NAME, { asked: recall(NAME, FIRST).asked + 1, last: now });
}

/** Whether you have just played in a game over days, and somebody else is to answer. */
export function hasPlayed(before: Snapshot, now: Snapshot): boolean {
  return (
    now.status === "playing" &&
    now.clock?.setting.kind === "turn" &&
    now.you !== null &&
    before.to_move === now.you &&
    now.to_move !== now.you &&
    rivals(now).length > 0
  );
}

/** The names of the other people. */
export function rivals({ seats, you }: Snapshot): string[] {
  const mine = you === null ? null : seats[you]?.guest;
  return seats.filter(({ kind, guest }) => kind === "person" && guest !== mine).map(({ name }) => name);
}
