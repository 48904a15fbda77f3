/** Where things at a table are: squares by their names, anything else by what its element says in `data-place`:
 * "E5", "pool 1", "seat 0", "tab own market". Lessons put rings there; what flies starts and ends there. */

export function placesNamed(name: string, root: ParentNode = document): Element[] {
  const value = CSS.escape(name);
  return [...root.querySelectorAll(`[data-square="${value}"], [data-place="${value}"]`)];
}
