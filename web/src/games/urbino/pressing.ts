/** What a press on something means, given what may be done and what is picked; no rule is known. */

import type { Choosing, Picks } from "../face";
import { KINDS, read } from "./reading";
import type { Kind } from "./view";
import type { View } from "../../protocol";

export type Press =
  | { does: "pick"; parts: Picks }
  | { does: "drop" } // put it back
  | { does: "refuse"; parts: Picks }; // ask why not

/** A press on a square of the board. */
export function onSquare(choosing: Choosing, view: View, square: string): Press {
  const { picked } = choosing;
  if (choosing.can({ does: "place_architect" })) return attempt(choosing, { does: "place_architect", square });
  const architect = read(view).architects.indexOf(square);
  if (picked.does === "reposition" && picked.architect !== undefined) {
    if (architect === picked.architect) return { does: "drop" };
    if (architect < 0)
      return attempt(choosing, { does: "reposition", architect: picked.architect, square });
  }
  if (architect >= 0) {
    const parts = { does: "reposition", architect };
    if (choosing.can(parts)) return { does: "pick", parts };
    return { does: "refuse", parts: { ...parts, square } };
  }
  if (mustGo(choosing)) return { does: "refuse", parts: { does: "stay" } };
  if (picked.kind !== undefined) return attempt(choosing, { does: "erect", kind: picked.kind, square });
  if (picked.square === square) return { does: "drop" };
  if (choosing.can({ does: "erect", square })) return { does: "pick", parts: { does: "erect", square } };
  return { does: "refuse", parts: { does: "erect", kind: likely(view), square } };
}

/** A press on a building of the supply. */
export function onKind(choosing: Choosing, view: View, kind: Kind): Press {
  const { picked } = choosing;
  if (picked.kind === kind && picked.square === undefined) return { does: "drop" };
  if (choosing.can({ does: "erect", kind })) return { does: "pick", parts: { does: "erect", kind } };
  const square = picked.does === "erect" ? picked.square : undefined;
  return { does: "refuse", parts: { does: "erect", kind, square: square ?? read(view).lots[0] ?? "e5" } };
}

/** Nothing can be built where the architects stand: one of them has to be repositioned first. */
export function mustGo(choosing: Choosing): boolean {
  return choosing.can({ does: "reposition" }) && !choosing.can({ does: "erect" });
}

/** Do it. A change of what is done leaves nothing of what was picked before. */
export function carryOut(press: Press, choosing: Choosing, onrefuse?: (parts: Picks) => void): void {
  if (press.does === "drop") choosing.unpick();
  else if (press.does === "refuse") onrefuse?.(press.parts);
  else {
    const before = choosing.picked;
    const other = before.does !== undefined && before.does !== press.parts.does;
    const another = press.parts.architect !== undefined && before.architect !== press.parts.architect;
    if (other || another) choosing.unpick();
    choosing.pick(press.parts);
  }
}

function attempt(choosing: Choosing, parts: Picks): Press {
  return choosing.can(parts) ? { does: "pick", parts } : { does: "refuse", parts };
}

/** The building somebody means who has picked none: the first that there is. */
function likely(view: View): Kind {
  const { supply, to_move } = read(view);
  return KINDS.find((kind) => (supply[to_move ?? 0]?.[kind] ?? 0) > 0) ?? "house";
}
