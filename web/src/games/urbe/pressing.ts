/** What a press means: on a place of the market, half a coin, a tile that waits, a cell of the city. */

import type { View } from "../../protocol";
import type { Choosing, Picks } from "../face";
import { kindOf, read } from "./reading";
import type { Due, Half, Tile } from "./view";

export type Press =
  | { does: "pick"; parts: Picks }
  | { does: "drop" }
  | { does: "refuse"; parts: Picks }
  | { does: "nothing" };

const NOTHING: Press = { does: "nothing" };
/** What choosing a place does, by what is due. */
const ON_MARKET: Partial<Record<Due, string>> = {
  mark: "mark",
  archbishop: "send_archbishop",
  meeple: "choose_meeple",
  second: "take_second",
  treasurer: "use_treasurer",
};

function tried(choosing: Choosing, parts: Picks): Press {
  if (choosing.can(parts)) return { does: "pick", parts };
  return choosing.illegal(parts) ? { does: "refuse", parts } : NOTHING;
}

export function onPlace(choosing: Choosing, view: View, place: number): Press {
  const does = ON_MARKET[read(view).due];
  return does ? tried(choosing, { does, place }) : NOTHING;
}

/** Whether a place may be chosen now. */
export function canPlace(choosing: Choosing | null, view: View, place: number): boolean {
  const does = ON_MARKET[read(view).due];
  return choosing !== null && does !== undefined && choosing.can({ does, place });
}

/** Half a coin pays; where just any coin is due, either half spends all of it. */
export function onCoin(choosing: Choosing, view: View, card: number, by: Half): Press {
  if (read(view).due !== "pay") return NOTHING;
  const spends = { does: "spend", card };
  return choosing.can(spends) ? { does: "pick", parts: spends } : tried(choosing, { does: "pay", by, card });
}

export function onSlot(choosing: Choosing, slot: number): Press {
  if (choosing.picked.slot === slot && choosing.picked.location === undefined) return { does: "drop" };
  const parts = { does: "place", slot };
  return choosing.can(parts) ? { does: "pick", parts } : NOTHING;
}

/** The slot of the tile in hand: the one picked, or the only one that can be placed. */
export function slotInHand(choosing: Choosing | null): number | null {
  if (!choosing) return null;
  if (choosing.picked.slot !== undefined) return Number(choosing.picked.slot);
  const slots = new Set(choosing.all.filter(({ parts }) => parts.does === "place").map(({ parts }) => parts.slot));
  return slots.size === 1 ? Number([...slots][0]) : null;
}

export function tileInHand(choosing: Choosing | null, view: View): Tile | null {
  const { players, to_move } = read(view);
  const slot = slotInHand(choosing);
  return slot === null || to_move === null ? null : (players[to_move]?.waiting[slot] ?? null);
}

export function onLocation(choosing: Choosing, view: View, location: string): Press {
  if (read(view).due === "swap") return onSwapped(choosing, location);
  if (read(view).due !== "place") return NOTHING;
  const slot = slotInHand(choosing);
  if (slot !== null) return tried(choosing, { does: "place", slot, location });
  if (choosing.picked.location === location) return { does: "drop" };
  if (choosing.can({ does: "place", location })) return { does: "pick", parts: { does: "place", location } };
  return tried(choosing, { does: "place", slot: 0, location });
}

/** Two cells in any order; the decision names the upper or left one first. */
function onSwapped(choosing: Choosing, cell: string): Press {
  const chosen = choosing.picked.cell ?? choosing.picked.other;
  if (chosen === undefined) {
    const first = { does: "swap", cell };
    return choosing.can(first) ? { does: "pick", parts: first } : tried(choosing, { does: "swap", other: cell });
  }
  if (chosen === cell && (choosing.picked.cell === undefined || choosing.picked.other === undefined))
    return { does: "drop" };
  const pairs = [
    { does: "swap", cell: chosen, other: cell },
    { does: "swap", cell, other: chosen },
  ];
  const pair = pairs.find((parts) => choosing.can(parts));
  if (pair) return { does: "pick", parts: pair };
  const wrong = pairs.find((parts) => choosing.illegal(parts));
  return wrong ? { does: "refuse", parts: wrong } : NOTHING;
}

/** The locations where something can be chosen now; with a chosen tile, where it can be placed. */
export function openLocations(choosing: Choosing | null): Set<string> {
  const found = new Set<string>();
  const slot = slotInHand(choosing);
  for (const { parts } of choosing?.all ?? []) {
    if (parts.does === "place" && (slot === null || parts.slot === slot)) found.add(String(parts.location));
    if (parts.does === "swap") [parts.cell, parts.other].forEach((cell) => found.add(String(cell)));
  }
  return found;
}

/** Borders and places outside that can be chosen: they are buttons only then. */
export function openAround(choosing: Choosing | null): string[] {
  return [...openLocations(choosing)].filter((location) => kindOf(location) !== "cell");
}

export function carryOut(press: Press, choosing: Choosing, onrefuse?: (parts: Picks) => void): void {
  if (press.does === "drop") choosing.unpick();
  else if (press.does === "refuse") onrefuse?.(press.parts);
  else if (press.does === "pick") choosing.pick(press.parts);
}
