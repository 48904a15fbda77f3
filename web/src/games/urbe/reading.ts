/** What the view of Urbe says; the page reads it and knows no rule. */

import type { View } from "../../protocol";
import type { CardInUse, HeldCard, Half, Place, Player, Tile, UrbeView } from "./view";

export function read(view: View): UrbeView {
  return view as UrbeView;
}

/** A forecast has gaps: the player, if all that is asked for here is known. */
export function foreseen(preview: View | null, seat: number | null): Player | null {
  const found = preview && seat !== null ? read(preview).players?.[seat] : null;
  return found?.city && found.fountains ? found : null;
}

/** The guild that has a colour; a grey tile has its own pattern. */
export function guildOf(view: View, colour: string): string {
  const { colours, guilds } = read(view);
  return guilds[colours.indexOf(colour)] ?? "grey";
}

/** The colour that a letter of a decree's grid stands for. */
export function colourOf(view: View, letter: string): string | null {
  return read(view).colours.find((colour) => colour[0]!.toUpperCase() === letter) ?? null;
}

export function across(view: View): number {
  return read(view).market.length > 9 ? 4 : 3;
}

/** The places of the market that a part of a card pays for; a forecast may not know them. */
export function placesPaidBy(card: HeldCard | CardInUse, by: Half): number[] {
  return ("pays" in card ? card.pays?.[by] : null) ?? [];
}

export function placeOf(view: View, place: unknown): Place | null {
  return read(view).market[Number(place) - 1] ?? null;
}

// --- Where things are in a city, a cell being 100 units wide ---

export const COLUMNS = "ABCD";
export const CELLS = [...Array(16).keys()].map((i) => `${COLUMNS[i % 4]}${Math.floor(i / 4) + 1}`);
export interface Point {
  x: number;
  y: number;
}

export function centreOf(cell: string): Point {
  return { x: COLUMNS.indexOf(cell[0]!) * 100 + 50, y: (Number(cell[1]) - 1) * 100 + 50 };
}

const BESIDE: Record<string, [number, number]> = {
  above: [0, -1],
  below: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};
const OUT = 64; // from the middle of a cell to a tile outside

/** The middle of a cell, a border ("A1-B1") or a place outside ("above B1"). */
export function pointOf(location: string): Point {
  const cells = [...location.matchAll(/[A-D][1-4]/g)].map(([cell]) => centreOf(cell));
  const [{ x, y }, other] = cells as [Point, Point?];
  if (other) return { x: (x + other.x) / 2, y: (y + other.y) / 2 };
  const [right, down] = BESIDE[location.split(" ")[0]!] ?? [0, 0];
  return { x: x + OUT * right, y: y + OUT * down };
}

export function kindOf(location: string): "cell" | "border" | "outside" {
  return location.includes("-") ? "border" : location.includes(" ") ? "outside" : "cell";
}

export function lying(player: Player, cell: string): Tile | null {
  return player.city[CELLS.indexOf(cell)]?.tile ?? null;
}

/** Squares of a log, a refusal or a list, those of one city: "0:C2" is C2 of seat 0. */
export function inCity(squares: readonly string[], seat: number): string[] {
  const own = `${seat}:`;
  const found = squares.filter((square) => square.startsWith(own)).map((square) => square.slice(own.length));
  return [...new Set(found)]; // a tile laid and then swapped is named twice
}

/** Those of the market: "market 3" is 3. */
export function inMarket(squares: readonly string[]): number[] {
  const found = squares.filter((square) => square.startsWith("market "));
  return [...new Set(found)].map((square) => Number(square.slice(7)));
}
