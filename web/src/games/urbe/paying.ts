/** Which payment is the only sensible one, if there is one. */

import type { Parts, View } from "../../protocol";
import { placeOf, read } from "./reading";
import type { Half, HeldCard } from "./view";

interface Way {
  card: HeldCard;
  by: Half;
}

const HALVES: Half[] = ["flags", "guilds"];

/** The only way to pay that leaves something for your other mark; of two halves of one card, the one that
 * leaves the other for a second tile. Null if there is a choice to make. */
export function proposal(view: View): Partial<Parts>[] | null {
  const { due, target, to_move, players } = read(view);
  const own = to_move === null ? null : players[to_move];
  if (due !== "pay" || target === null || !own?.cards) return null;
  const ways = own.cards.flatMap((card) => HALVES.map((by) => ({ card, by }))).filter(({ card, by }) => card.pays?.[by].includes(target));
  const [only] = own.cards;
  if (ways.length === 0) return own.cards.length === 1 ? [{ does: "spend", card: only!.card }] : null;
  const others = own.meeples.filter((place) => place !== target);
  const safe = ways.filter(({ card }) => others.every((place) => isLeft(view, own.cards, card, place)));
  const sensible = goesFurthest(view, safe.length ? safe : ways);
  return sensible ? [{ does: "pay", by: sensible.by, card: sensible.card.card }] : null;
}

/** Whether another card pays for a tile that is marked, too. */
function isLeft(view: View, cards: HeldCard[], without: HeldCard, place: number): boolean {
  const rest = cards.filter((card) => card !== without);
  if (placeOf(view, place)?.tile?.power) return rest.length > 0;
  return rest.some((card) => HALVES.some((by) => card.pays[by].includes(place)));
}

function goesFurthest(view: View, ways: Way[]): Way | null {
  if (ways.length === 1) return ways[0]!;
  if (new Set(ways.map(({ card }) => card)).size > 1) return null;
  const useful = ways.filter(({ card, by }) => card.pays[by === "flags" ? "guilds" : "flags"].some((place) => isFree(view, place)));
  return useful.length === 1 ? useful[0]! : null;
}

function isFree(view: View, place: number): boolean {
  const found = placeOf(view, place);
  return !!found?.tile && !found.tile.power && found.meeple === null && found.archbishop === null;
}
