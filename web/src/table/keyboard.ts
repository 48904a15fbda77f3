/** Keys that hold at the whole table. The board's own keys belong to the board. */

import { isTaken, isWithin } from "../games/board/keys";
import type { Session } from "./session.svelte";

/** What does something of its own when Enter is pressed on it. */
const PRESSING = "a, button, summary, input, select, textarea";

export function pressed(event: KeyboardEvent, session: Session, help: () => void): void {
  if (isTaken(event)) return;
  if (event.key === "Escape") back(session);
  else if (event.key === "Enter" && session.isWaiting && !isWithin(event, PRESSING)) session.confirm();
  else if (event.key === "?") help();
  else return;
  event.preventDefault();
}

/** One thing at a time: what lies on top goes first. */
function back(session: Session): void {
  if (session.isLooking) session.lookback.go(null);
  else if (session.refusing) session.refusing = null;
  else session.stepBack();
}
