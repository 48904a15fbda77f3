/** A small position for tests: a hospital to renew, a hand to pay with. */

import type { Decisions, View } from "../../protocol";
import type { Card, Paying, Payment, Player, Row, Space } from "./view";

export function card(text: string): Card {
  const [colour = "", face = ""] = text.split(" ");
  const suits: Record<string, string> = { red: "hospital", gray: "bank", pink: "business" };
  const number = (pattern: RegExp) => Number(pattern.exec(face)?.[1] ?? 0);
  return {
    suit: suits[colour] ?? "park", colour, text,
    workers: number(/^(\d)/), rainbow_workers: /^R(\+|$)/.test(face) ? 1 : 0,
    coins: number(/(?:^|\+)\$(\d)/), rainbow_coins: number(/R\$(\d)/),
  }; // prettier-ignore
}

const TYPES = ["factory", "bank", "hospital", "business", "school", "park", "residential"];
const SPECIALISTS = ["CEO", "Banker", "Doctor", "Small Business Owner", "School Superintendent", "Parks Director"];
const COLOURS = ["brown", "gray", "red", "pink", "beige", "green", "blue"];

export function player(more: Partial<Player> = {}): Player {
  const hand = ["red 2+$1", "pink R+$1", "red 3", "gray 3"].map((text) => ({ ...card(text), count: 1 }));
  return {
    seat: 0, name: "First", points: 29, from_projects: 0, sheet: [], hand_size: 4, hand, known: [], table: [],
    project_hand_size: 0, projects: [], submitted_size: 0, submitted: [], contract: null, ...more,
  }; // prettier-ignore
}

const SPACES: Space[] = [
  { space: "C4", district: "NW", type: "hospital", workers: 3, points: 4, card: true, renewed: false },
  { space: "D4", district: "centre", type: "bank", workers: 2, points: 2, card: false, renewed: true },
  { space: "E3", district: "NE", type: "residential", workers: 3, points: 4, card: false, renewed: false },
];

export function city(more: Record<string, unknown> = {}): View {
  const track: Row[] = SPECIALISTS.map((specialist, i) => ({
    type: TYPES[i]!, colour: COLOURS[i]!, buildings: 1, specialist, value: 3, holder: i === 1 ? 1 : null,
  })); // prettier-ignore
  return {
    game: "urbania", scores: [29, 31], seats: 2, seat: 0, to_move: 0, due: "action", actions_left: 2, end_turns: 0,
    types: TYPES, colours: COLOURS, spaces: SPACES, undeveloped: { NW: 9, NE: 5, SW: 9, SE: 6 }, track,
    card_icons: [4, 6, 8], pool: [card("red $3"), null, null, null, null], pool_workers: 4, may_sweep: false,
    pile_size: 18, project_pile_size: 24, discards_size: 0, payment: null,
    players: [player(), player({ seat: 1, hand: null })], ...more,
  } as View; // prettier-ignore
}

export const way = (...cards: [string, number][]): Paying[] => cards.map(([text, worth]) => ({ from: "hand", card: text, worth }));

/** The hospital on C4 is being paid for. */
export const PAYMENT: Payment = {
  what: "renew", target: "C4", price: 3, paid: 0, cards: [],
  ways: [way(["red 3", 3]), way(["red 2+$1", 2], ["pink R+$1", 1])],
}; // prettier-ignore

export const DECISIONS: Decisions = {
  game: "urbania",
  parts: [
    { does: "draw", from: "project" }, // 0
    { does: "draw", from: "pile" }, // 1
    { does: "draw", from: "pool", place: 1 }, // 2
    { does: "sweep" }, // 3
    { does: "decline" }, // 4
    { does: "renew", space: "C4" }, // 5
    { does: "renew", space: "E3" }, // 6
    { does: "renew", space: "D4" }, // 7
    { does: "hire", specialist: "Banker" }, // 8
    { does: "submit", project: "park" }, // 9
    { does: "pay", from: "hand", card: "red 3" }, // 10
    { does: "pay", from: "hand", card: "red 2+$1" }, // 11
    { does: "pay", from: "hand", card: "pink R+$1" }, // 12
    { does: "pay", from: "hand", card: "gray 3" }, // 13
    { does: "pay", from: "contract" }, // 14
  ],
  implied: [],
};
