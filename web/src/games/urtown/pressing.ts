/** What a press on a square or a tile means, given what may be done and what is picked. */

import type { View } from "../../protocol";
import type { Choosing, Picks } from "../face";
import { coloursOf, lying, read } from "./reading";

export type Press =
  | { does: "pick"; parts: Picks }
  | { does: "drop" }
  | { does: "refuse"; parts: Picks }
  | { does: "nothing" };

export function onSquare(choosing: Choosing, view: View, square: string): Press {
  const { tile, which } = choosing.picked;
  if (tile !== undefined) {
    const parts = { does: "place", which: which ?? 0, tile, square };
    if (choosing.can(parts)) return { does: "pick", parts };
    return { does: "refuse", parts };
  }
  if (choosing.picked.square === square) return { does: "drop" };
  if (choosing.can({ does: "place", square })) return { does: "pick", parts: { does: "place", square } };
  return tried(choosing, view, square);
}

/** Whether a press on this square does something. */
export function fits(choosing: Choosing, square: string): boolean {
  const { tile, which } = choosing.picked;
  return choosing.can({ does: "place", square, ...(tile === undefined ? {} : { tile, which: which ?? 0 }) });
}

/** A press on a tile of the rack: to place it, or on the square picked before. */
export function onTile(choosing: Choosing, which: number, tile: string): Press {
  const { picked } = choosing;
  if (picked.tile === tile && picked.which === which) return { does: "drop" };
  const parts = { does: "place", which, tile };
  return choosing.can(parts) ? { does: "pick", parts } : { does: "nothing" };
}

export function carryOut(press: Press, choosing: Choosing, onrefuse?: (parts: Picks) => void): void {
  if (press.does === "drop") choosing.unpick();
  else if (press.does === "refuse") onrefuse?.(press.parts);
  else if (press.does === "pick") choosing.pick(press.parts);
}

/** With no tile picked: tries the first tile of the rack that fits the square, to be told why not. */
function tried(choosing: Choosing, view: View, square: string): Press {
  if (!lying(view, square)) return { does: "nothing" };
  const racks = coloursOf(view, read(view).seat);
  for (const [which, { rack }] of racks.entries()) {
    for (const tile of rack ?? []) {
      const parts = { does: "place", which, tile, square };
      if (choosing.illegal(parts)) return { does: "refuse", parts };
    }
  }
  return { does: "nothing" };
}
