/** Which squares carry which mark. */

import type { Choosing } from "../face";
import type { Mark } from "../board/marks";
import { mustGo } from "./pressing";
import type { UrbinoView } from "./view";

/** Lots and whatever else may be pressed; `ahead` is the position once an architect has gone. */
export function markedSquares(
  view: UrbinoView,
  choosing: Choosing | null,
  lots: boolean,
  ahead: UrbinoView | null,
): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  const picked = choosing?.picked ?? {};
  const moving = picked.does === "reposition";
  if (lots && view.to_move !== null) {
    const free = ahead?.lots ?? (moving ? [] : view.lots);
    for (const square of free) marks.set(square, "staked");
  }
  if (!choosing) return marks;
  if (moving || choosing.can({ does: "place_architect" })) {
    const does = moving ? "reposition" : "place_architect";
    for (const { parts } of choosing.all) {
      const mine = parts.does === does && (!moving || parts.architect === picked.architect);
      if (mine && !marks.has(String(parts.square))) marks.set(String(parts.square), "target");
    }
  } else if (mustGo(choosing)) {
    for (const square of view.architects) marks.set(square, "open");
  } else if (lots && !ahead && choosing.can({ does: "erect" })) {
    const fits = new Set(
      choosing.all
        .filter(({ parts }) => parts.does === "erect" && [undefined, parts.kind].includes(picked.kind as never))
        .map(({ parts }) => String(parts.square)),
    );
    for (const square of view.lots) marks.set(square, fits.has(square) ? "lot" : "barred");
  }
  return marks;
}
