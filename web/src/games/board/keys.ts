/** Whose a key is before it means anything to a board or a table. */

const TYPING = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";

export function isWithin({ target }: KeyboardEvent, selector: string): boolean {
  return (target as Element | null)?.closest?.(selector) != null;
}

/** It belongs to the browser, to whoever is writing, or to a dialog that lies over everything: there
 * the focus may be nowhere, and the key comes from the page. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return isWithin(event, TYPING) || document.querySelector("dialog[open]") !== null;
}
