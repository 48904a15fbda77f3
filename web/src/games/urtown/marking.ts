/** Which squares carry which mark. */

import type { View } from "../../protocol";
import type { Mark } from "../board/marks";
import type { Choosing } from "../face";
import { read } from "./reading";

/** Where the picked tile may go, and the tiles in its way that can’t be captured. */
export function markedSquares(view: View, choosing: Choosing | null): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  const picked = choosing?.picked ?? {};
  if (!choosing || picked.tile === undefined) return marks;
  const { tiles, colours, seat } = read(view);
  const held = new Map(tiles.map((one) => [one.square, one]));
  const parts = { does: "place", which: picked.which ?? 0, tile: picked.tile };
  for (const { parts: found } of choosing.all)
    if (found.does === "place" && found.tile === parts.tile && found.which === parts.which) {
      const square = String(found.square);
      marks.set(square, held.has(square) ? "capture" : "open");
    }
  for (const { square, colour } of tiles) {
    const others = colours[colour]?.owner !== seat;
    if (others && !marks.has(square) && choosing.illegal({ ...parts, square })) marks.set(square, "barred-tile");
  }
  return marks;
}
