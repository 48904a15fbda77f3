/** Keys for the whole table. The board handles its own keys. */

import { isTaken, isWithin } from "../games/board/keys";
import type { Session } from "./session.svelte";

/** Elements that handle Enter themselves. */
const PRESSING = "a, button, summary, input, select, textarea";
/** Elements that handle arrows themselves: boards, lists, what scrolls. */
const ARROWED = "[role=grid], [role=toolbar], [role=log], [role=slider], [role=radiogroup], [role=tree], ol, input, summary";

export function pressed(event: KeyboardEvent, session: Session, help: () => void): void {
  if (isTaken(event)) return;
  if (event.key === "Escape") back(session);
  else if (event.key === "Enter" && session.isWaiting && !isWithin(event, PRESSING)) session.confirm();
  else if (event.key === "?") help();
  else if (event.key === "ArrowLeft" && !isWithin(event, ARROWED)) session.lookback.step(-1);
  else if (event.key === "ArrowRight" && session.isLooking && !isWithin(event, ARROWED)) session.lookback.step(1);
  else return;
  event.preventDefault();
}

/** Closes or undoes one thing at a time, the topmost first. */
function back(session: Session): void {
  if (session.isLooking) session.lookback.go(null);
  else if (session.refusing) session.refusing = null;
  else session.stepBack();
}
