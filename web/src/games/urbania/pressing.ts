/** What a press on the city, a card, a specialist or a pile means, given what may be done. */

import type { View } from "../../protocol";
import type { Choosing, Picks } from "../face";
import { read } from "./reading";

export type Press =
  | { does: "pick" | "gather" | "ungather" | "refuse"; parts: Picks }
  | { does: "instead"; parts: Picks | null } // null: only takes the latest decision back
  | { does: "nothing" };

/** Where a press is told to. */
export interface Pressed {
  onrefuse?: ((parts: Picks) => void) | undefined;
  oninstead?: ((parts: Picks | null) => void) | undefined;
}

/** Nothing is given away yet, so that another building or specialist takes its place. */
function isOnlyChosen(view: View): boolean {
  return read(view).payment?.cards.length === 0;
}

function isTarget(view: View, parts: Picks): boolean {
  const { payment } = read(view);
  return payment !== null && (parts.space ?? parts.specialist) === payment.target;
}

/** A building, a specialist, a pile, a place of the pool, a project: each is an action or a part of one. */
export function onAction(choosing: Choosing, view: View, parts: Picks): Press {
  if (choosing.can(parts)) return { does: "pick", parts };
  if (isOnlyChosen(view)) return { does: "instead", parts: isTarget(view, parts) ? null : parts };
  return choosing.illegal(parts) ? { does: "refuse", parts } : { does: "nothing" };
}

/** The nth card alike: the first ones are those that are gathered. */
export function onCard(choosing: Choosing, parts: Picks, nth: number): Press {
  if (nth < choosing.count(parts)) return { does: "ungather", parts };
  if (choosing.gathers(parts)) return { does: "gather", parts };
  return choosing.illegal(parts) ? { does: "refuse", parts } : { does: "nothing" };
}

export function carryOut(press: Press, choosing: Choosing, { onrefuse, oninstead }: Pressed): void {
  if (press.does === "pick") choosing.pick(press.parts);
  else if (press.does === "gather") choosing.gather(press.parts);
  else if (press.does === "ungather") choosing.ungather(press.parts);
  else if (press.does === "refuse") onrefuse?.(press.parts);
  else if (press.does === "instead") oninstead?.(press.parts);
}
