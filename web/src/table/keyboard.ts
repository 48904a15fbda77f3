/** Keys that hold at the whole table. The board's own keys belong to the board. */

import type { Session } from "./session.svelte";

const TYPING = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";
/** What does something of its own when Enter is pressed on it. */
const PRESSING = "a, button, summary, input, select, textarea";

function within(event: KeyboardEvent, selector: string): boolean {
  return event.target instanceof Element && event.target.closest(selector) !== null;
}

export function pressed(event: KeyboardEvent, session: Session, help: () => void): void {
  session.touch = false;
  session.pacing.skip();
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (within(event, "dialog") || within(event, TYPING)) return;
  if (event.key === "Escape") back(session);
  else if (event.key === "Enter" && session.isWaiting && !within(event, PRESSING)) session.confirm();
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
