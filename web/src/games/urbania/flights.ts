/** What flies over the table of Urbania from one position to the next: cards, payments, specialists. */

import type { View } from "../../protocol";
import type { Flight } from "../face";
import { drawn, read, specialistSymbol } from "./reading";
import type { Card, UrbaniaView } from "./view";

const toHand = (seat: number) => [`hand ${seat}`, `seat ${seat}`];

export function flights(before: View, after: View): Flight[] {
  const [was, is] = [read(before), read(after)];
  const seat = was.to_move;
  return seat === null ? [] : [...drawnCards(was, is, seat), ...paidCards(was, is, seat), ...hired(was, is), ...submitted(was, is, seat)];
}

/** Cards of the pool are open, those of a pile fly face down. */
function drawnCards(was: UrbaniaView, is: UrbaniaView, seat: number): Flight[] {
  const more = (is.players[seat]?.hand_size ?? 0) - (was.players[seat]?.hand_size ?? 0);
  const projects = was.project_pile_size - is.project_pile_size;
  const found: Flight[] = [];
  if (more > 0) {
    const swept = was.pool.every((card, i) => card?.text !== is.pool[i]?.text);
    const open = was.pool.flatMap((card, i) => (card && !swept && card.text !== is.pool[i]?.text ? [{ card, place: i + 1 }] : [])).slice(0, more);
    for (const { card, place } of open) found.push({ from: [`pool ${place}`, "tab own market"], to: toHand(seat), ...faceUp(is, card) });
    for (let i = open.length; i < more; i += 1) found.push({ from: ["resource pile", "tab own market"], to: toHand(seat), shape: "card", symbol: "ui-pile", tint: "var(--accent)", ink: "var(--on-accent)" });
  }
  for (let i = 0; i < projects; i += 1) found.push({ from: ["project pile", "tab own market"], to: toHand(seat), ...PLAN });
  return found;
}

const PLAN = { shape: "card", symbol: "ua-project", tint: "var(--frame)", ink: "var(--frame-ink)" } as const;

function faceUp(view: UrbaniaView, card: Card) {
  const type = drawn(view, card.suit);
  return { shape: "card", symbol: `ua-${type}`, tint: `var(--ua-${type})`, ink: `var(--ua-${type}-ink)` } as const;
}

/** What has been paid leaves the hand for the building or the specialist. */
function paidCards(was: UrbaniaView, is: UrbaniaView, seat: number): Flight[] {
  const renewed = is.spaces.find((one, i) => one.renewed && was.spaces[i]?.renewed === false)?.space;
  const dearer = is.track.find((row, i) => row.value > (was.track[i]?.value ?? row.value))?.specialist;
  const to = renewed ? [renewed] : dearer ? [`track ${dearer}`, "tab own market"] : null;
  const less = (was.players[seat]?.hand_size ?? 0) - (is.players[seat]?.hand_size ?? 0);
  if (to === null || less <= 0) return [];
  const cards = was.payment?.cards ?? [];
  const last = faceUp(is, cards.at(-1) ?? ({ suit: is.spaces.find(({ space }) => space === renewed)?.type ?? is.types[0] } as Card));
  return Array.from({ length: less }, () => ({ from: toHand(seat), to, ...last }));
}

/** Specialists change tables. */
function hired(was: UrbaniaView, is: UrbaniaView): Flight[] {
  return is.track.flatMap((row, i) => {
    const former = was.track[i]?.holder ?? null;
    if (row.holder === null || row.holder === former) return [];
    const type = drawn(is, row.type);
    const from = former === null ? [`track ${row.specialist}`, "tab own market"] : [`seat ${former}`];
    return [{ from, to: [`seat ${row.holder}`], symbol: specialistSymbol(type), tint: `var(--ua-${type})`, shape: "round" as const }];
  });
}

function submitted(was: UrbaniaView, is: UrbaniaView, seat: number): Flight[] {
  const more = (is.players[seat]?.submitted_size ?? 0) - (was.players[seat]?.submitted_size ?? 0);
  return more > 0 ? [{ from: toHand(seat), to: [`seat ${seat}`], ...PLAN }] : [];
}
