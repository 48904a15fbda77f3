/** Keys for the whole table. The board handles its own keys. */

import { isTaken, isWithin } from "../games/board/keys";
import type { Session } from "./session.svelte";

/** Elements that handle Enter themselves. */
const PRESSING = "a, button, summary, input, select, textarea";

export function pressed(event: KeyboardEvent, session: Session, help: () => void): void {
  if (isTaken(event)) return;
  if (event.key === "Escape") back(session);
  else if (event.key === "Enter" && session.isWaiting && !isWithin(event, PRESSING)) session.confirm();
  else if (event.key === "?") help();
  else return;
  event.preventDefault();
}

/** Closes or undoes one thing at a time, the topmost first. */
function back(session: Session): void {
  if (session.isLooking) session.lookback.go(null);
  else if (session.refusing) session.refusing = null;
  else session.stepBack();
}
