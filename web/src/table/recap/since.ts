/** What the others have done since your own last turn: lines of the log, and the squares they changed. */

import type { Changed } from "../../games/face";
import type { Account, LogLine } from "../../protocol";

/** A turn of somebody else, numbered from 1 after your own last turn. */
export interface Change {
  number: number;
  line: number; // of the log
  seat: number;
  does: Account[];
  squares: string[];
}

type IsOwn = (seat: number) => boolean;

/** Whether the log ends with a turn of yours that isn't over. */
export function hasBegun(log: readonly LogLine[], isOwn: IsOwn): boolean {
  const latest = log.at(-1);
  return latest !== undefined && isOwn(latest.seat) && !latest.done;
}

/** The turns of others after your last one. The turn that you are in the middle of doesn't count as that. */
export function since(log: readonly LogLine[], isOwn: IsOwn): Change[] {
  const end = hasBegun(log, isOwn) ? log.length - 1 : log.length;
  const start = log.slice(0, end).findLastIndex(({ seat }) => isOwn(seat)) + 1;
  return log.slice(start, end).map(({ seat, does, squares }, i) => ({ number: i + 1, line: start + i, seat, does, squares }));
}

/** Each square once, with the latest of the changes that touched it. */
export function marked(changes: readonly Change[]): Changed[] {
  const found = new Map<string, Changed>();
  for (const { number, seat, squares } of changes) for (const square of squares) found.set(square, { square, number, seat });
  return [...found.values()];
}
