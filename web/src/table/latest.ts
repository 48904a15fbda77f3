/** The latest event at a table, for the row that always shows one. */

import type { LastAnswer, LogLine, Question } from "../protocol";
import { awaitedOff, firstMoveBy, unreadAnswer } from "./clocknotes";
import type { Session } from "./session.svelte";

export type Latest =
  | { kind: "offline" }
  | { kind: "offer"; ask: Question } // to be answered
  | { kind: "declined"; what: Question["what"]; by: number }
  | { kind: "own"; ask: Question } // your offer
  | { kind: "over" }
  | { kind: "paused" } // all clocks, as agreed
  | { kind: "first_move"; by: number; line: LogLine | null } // until when the seat to move has to make its first move
  | { kind: "answered"; answer: LastAnswer } // what became of an answer prepared by you
  | { kind: "off"; seat: number; until: number } // the one you wait for has days off
  | { kind: "away"; seat: number } // the one you wait for has lost the connection
  | { kind: "looking"; line: LogLine | null } // back at an earlier turn; null: at the start
  | { kind: "move"; line: LogLine }
  | { kind: "begin" };

/** What matters most comes first: what waits for an answer, then what has happened. `atBoard`: what is
 * said below the board, about a rematch, is not said twice. */
export function latest(session: Session, atBoard = false): Latest {
  const { live, offers, shown } = session;
  if (!session.isConnected) return { kind: "offline" };
  if (offers.open) return { kind: "offer", ask: offers.open };
  if (offers.declined) return { kind: "declined", ...offers.declined };
  if (offers.own && !(atBoard && offers.own.what === "rematch")) return { kind: "own", ask: offers.own };
  if (session.isLooking) return { kind: "looking", line: session.lookback.line };
  if (shown.status === "over") return { kind: "over" };
  const waited = live.to_move;
  // Over days nobody is expected to be here.
  const expected = live.clock?.setting?.kind !== "turn";
  const gone = waited !== null && waited !== live.you && live.seats[waited]?.kind === "person" && live.online[waited] === false;
  const until = awaitedOff(session);
  if (waited !== null && until !== null) return { kind: "off", seat: waited, until };
  if (gone && expected && live.you !== null) return { kind: "away", seat: waited };
  if (live.clock?.paused) return { kind: "paused" };
  const answer = unreadAnswer(session);
  if (answer) return { kind: "answered", answer };
  const line = shown.log.findLast(({ done }) => done);
  const by = firstMoveBy(session);
  if (by !== null) return { kind: "first_move", by, line: line ?? null };
  return line ? { kind: "move", line } : { kind: "begin" };
}
