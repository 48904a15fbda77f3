/** Keys that mean something to a board belong to whoever is writing first. */
export function isWriting(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target as Element | null;
  return target?.closest?.("input, textarea, select, [contenteditable]") != null;
}
