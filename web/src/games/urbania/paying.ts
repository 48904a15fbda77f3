/** A payment as it grows: what is put together so far, what it comes to, and what would do. */

import type { Parts, View } from "../../protocol";
import type { Choosing, Picks } from "../face";
import { coinsOf, faceOf, ownPlayer, read, rowOf, spaceAt } from "./reading";
import type { Paying, Payment } from "./view";

/** A card, or the contract, as what pays. */
export function payingParts({ from, card }: Pick<Paying, "from" | "card">): Picks {
  return card === null ? { does: "pay", from } : { does: "pay", from, card };
}

/** All ways to complete the payment under way, for the choosing. */
export function rows(view: View): Partial<Parts>[][] {
  return read(view).payment?.ways?.map((way) => way.map(payingParts)) ?? [];
}

/** What a way costs, each part of it to be as small as can be: surplus, cards, rainbow signs, the contract. */
function costOf(way: Paying[], { price, paid, what }: Payment): number[] {
  const rainbow = what === "renew" ? /R(?!\$)/ : /R\$/;
  return [
    paid + way.reduce((sum, { worth }) => sum + worth, 0) - price,
    way.length,
    way.filter(({ card }) => card !== null && rainbow.test(faceOf(card).face)).length,
    way.filter(({ card }) => card === null).length,
  ];
}

/** The only sensible payment: it costs less than every other in some way, and more in none. */
export function proposal(view: View): Partial<Parts>[] | null {
  const { payment } = read(view);
  if (!payment?.ways || payment.cards.length > 0) return null;
  const ways = payment.ways.map((way) => ({ way, cost: costOf(way, payment) }));
  const isBetter = (one: number[], other: number[]) =>
    one.every((cost, i) => cost <= other[i]!) && one.some((cost, i) => cost < other[i]!);
  const best = ways.find(({ cost }) => ways.every((other) => other.cost === cost || isBetter(cost, other.cost)));
  return best?.way.map(payingParts) ?? null;
}

/** Those of a way that are gathered; null if something gathered does not belong to it. */
function gatheredOf(way: Paying[], gathered: Parts[]): Paying[] | null {
  const rest = [...way];
  const found = gathered.map(({ from, card = null }) => {
    const at = rest.findIndex((one) => one.from === from && one.card === card);
    return at < 0 ? undefined : rest.splice(at, 1)[0];
  });
  return found.every((one) => one !== undefined) ? found : null;
}

export interface Progress {
  payment: Payment;
  paid: number; // with what is gathered
  cards: number; // gathered
  complete: boolean;
}

/** How far a payment has come, with what is gathered for it. */
export function progress(choosing: Choosing, view: View): Progress | null {
  const { payment } = read(view);
  if (!payment) return null;
  const ways = (payment.ways ?? []).map((way) => gatheredOf(way, choosing.gatheredParts));
  const gathered = ways.find((way) => way !== null) ?? [];
  return {
    payment,
    paid: payment.paid + gathered.reduce((sum, { worth }) => sum + worth, 0),
    cards: choosing.gathered.length,
    complete: choosing.gathered.length > 0 && choosing.complete !== null,
  };
}

/** The colour that pays: of the building or specialist; of a residential building none in particular. */
export function payingColour(view: View, { what, target }: Payment): string | null {
  const { types, colours, track } = read(view);
  if (what === "hire") return rowOf(view, target)?.colour ?? null;
  const type = spaceAt(view, target)?.type ?? "";
  return track.some((row) => row.type === type) ? (colours[types.indexOf(type)] ?? null) : null;
}

/** The coins that come to the table with a payment: what is there afterwards and was not before. */
export function kept(view: View, preview: View | null): { colour: string; coins: number; rainbow: boolean }[] {
  const own = ownPlayer(view);
  const later = own && preview ? read(preview).players[own.seat]?.table : null;
  if (!own || !later) return [];
  return later.flatMap((card) => {
    const before = own.table.find(({ text }) => text === card.text)?.count ?? 0;
    const more = card.count - before;
    return more > 0 ? [{ colour: card.colour, coins: more * coinsOf(card), rainbow: card.coins === 0 }] : [];
  });
}
