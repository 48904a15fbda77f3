/** Keys for the whole table. The board handles its own keys. */

import { isTaken, isWithin } from "../games/board/keys";
import type { Session } from "./session.svelte";

/** Elements that handle Enter themselves. */
const PRESSING = "a, button, summary, input, select, textarea";
/** Elements that handle arrows themselves: boards, lists, what scrolls. */
const ARROWED = "[role=grid], [role=toolbar], [role=log], [role=slider], [role=radiogroup], [role=tree], ol, input, summary";

const ARROW: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

function isReplay({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "r" && !ctrlKey && !metaKey && !altKey;
}

/** Keys that step through a recap or end it, wherever the focus is; any other skips it. */
export function leads(event: KeyboardEvent): boolean {
  return event.key === "Escape" || isReplay(event) || (event.key in ARROW && !isWithin(event, ARROWED));
}

export function pressed(event: KeyboardEvent, session: Session, help: () => void): void {
  if (isTaken(event)) return;
  if (event.key === "Escape") back(session);
  else if (event.key === "Enter" && session.isWaiting && !isWithin(event, PRESSING)) session.confirm();
  else if (event.key === "?") help();
  else if (isReplay(event) && session.recap.steps.length > 0) void session.recap.play();
  else if (session.recap.at !== null && ARROW[event.key] && !isWithin(event, ARROWED)) session.recap.move(ARROW[event.key]!);
  else if (event.key === "ArrowLeft" && !isWithin(event, ARROWED)) session.lookback.step(-1);
  else if (event.key === "ArrowRight" && session.isLooking && !isWithin(event, ARROWED)) session.lookback.step(1);
  else return;
  event.preventDefault();
}

/** Closes or undoes one thing at a time, the topmost first. */
function back(session: Session): void {
  if (session.recap.at !== null) session.recap.skip();
  else if (session.isLooking) session.lookback.go(null);
  else if (session.refusing) session.refusing = null;
  else session.stepBack();
}
