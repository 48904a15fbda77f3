/** What the view of Urbania says; the page reads it and knows no rule. */

import type { View } from "../../protocol";
import type { Place } from "../board/geometry";
import type { Card, Cards, Player, Row, Space, UrbaniaView } from "./view";

export function read(view: View): UrbaniaView {
  return view as UrbaniaView;
}

export const ACROSS = 7;
export const MOST_SUBMITTED = 3;
/** What the board shows of the start of the end phase: so few run-down buildings in a district, or so many
 * specialists at this value or above. */
export const END_LEFT = 2;
export const END_SPECIALISTS = 3;
export const END_VALUE = 5;
export const VALUES = [...Array(10).keys()];
export const COLUMNS = "ABCDEFG";
/** All spaces, row by row from the north. */
export const SPACES = [...Array(ACROSS).keys()].flatMap((row) => [...COLUMNS].map((column) => `${column}${row + 1}`));
export const MIDDLE = (SPACES.length - 1) / 2;

/** A1 is in the north-west, G7 in the south-east. */
export function placeOf(space: string): Place {
  return { column: COLUMNS.indexOf(space[0]!), row: Number(space[1]) - 1 };
}

export function spaceAt(view: View, space: string): Space | undefined {
  return read(view).spaces.find((one) => one.space === space);
}

export function rowOf(view: View, specialist: string): Row | undefined {
  return read(view).track.find((one) => one.specialist === specialist);
}

/** The player whose eyes these are; for onlookers whoever is to move has no hand to show. */
export function ownPlayer(view: View): Player | null {
  const { seat, players } = read(view);
  return seat === null ? null : (players[seat] ?? null);
}

/** Each card by itself, as it is held. */
export function each(cards: Cards[] | null): { card: Cards; nth: number }[] {
  return (cards ?? []).flatMap((card) => Array.from({ length: card.count }, (_, nth) => ({ card, nth })));
}

export function coinsOf({ coins, rainbow_coins }: Card): number {
  return coins + rainbow_coins;
}

/** The coins of cards face up, by colour; rainbow coins are a colour of their own. */
export function purse(cards: Cards[]): { suit: string; colour: string; coins: number }[] {
  const found = new Map<string, { suit: string; colour: string; coins: number }>();
  const add = (suit: string, colour: string, coins: number) => {
    const before = found.get(suit)?.coins ?? 0;
    if (coins > 0) found.set(suit, { suit, colour, coins: before + coins });
  };
  for (const { suit, colour, coins, rainbow_coins, count } of cards) {
    add(suit, colour, coins * count);
    add("rainbow", "rainbow", rainbow_coins * count);
  }
  return [...found.values()];
}

/** The colour and face of a card as the log writes it: "red 2+$1". */
export function faceOf(text: string): { colour: string; face: string; coins: string } {
  const space = text.lastIndexOf(" ");
  const face = text.slice(space + 1);
  return { colour: text.slice(0, space), face, coins: face.split("+").find((sign) => sign.includes("$")) ?? "" };
}

const COUNTED = { workers: /^\d+$/, rainbow_workers: /^R\d*$/, coins: /^\$/, rainbow_coins: /^R\$/ } as const;
type Shown = Record<keyof typeof COUNTED, number>;

/** What the face of a card shows: "1+R$1" is a worker and a rainbow coin, "R" one rainbow worker. */
export function countsOf(face: string): Shown {
  const count = (sign: RegExp) =>
    face.split("+").reduce((sum, one) => sum + (sign.test(one) ? Number(one.replace(/\D/g, "") || 1) : 0), 0);
  return Object.fromEntries(Object.entries(COUNTED).map(([name, sign]) => [name, count(sign)])) as Shown;
}

const SYMBOLS: Record<string, string> = {
  factory: "ua-ceo",
  bank: "ua-banker",
  hospital: "ua-doctor",
  business: "ua-owner",
  school: "ua-super",
  park: "ua-parks",
};

/** The drawing of the specialist of a type. */
export function specialistSymbol(type: string): string {
  return SYMBOLS[type] ?? "ua-doctor";
}

export const DISTRICTS = ["NW", "NE", "SW", "SE"];
/** The ids of types in our components file. */
export const OUR_TYPES = ["factory", "bank", "hospital", "business", "school", "park", "residential"];

/** Components may have other names: then the places of types tell which drawing and colour is meant. */
export function drawn(view: View, type: string): string {
  return OUR_TYPES[read(view).types.indexOf(type)] ?? type;
}
