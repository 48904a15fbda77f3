/** What the view of Urbe says; the page reads it and knows no rule. */

import type { View } from "../../protocol";

export interface Tile {
  id: string;
  name: string;
  colour: string; // of a guild, or "grey"
  vp: number;
  guilds: string[];
  power: string | null; // of a grey tile
}
export interface Place {
  place: number;
  tile: Tile | null;
  meeple: number | null; // the seat
  archbishop: number | null;
}
export type Part = "flags" | "guilds";
export interface Card {
  card: number;
  flags: string[]; // colours
  guilds: string[];
  text: string;
  /** The places of the market that each part pays for; a forecast may not know them. */
  pays?: Record<Part, number[]> | null;
}
export interface Useful {
  id: string;
  name: string;
  text: string;
  vp: number;
  used?: boolean;
}
export interface Character {
  name: string;
  vp: number;
  counts: number[];
}
export interface Decree {
  id: string;
  name: string;
  vp: number;
  grid: string[];
  pile: "starting" | "advanced";
  met: boolean;
  cells: string[];
  missing: number | null; // null: something wrong lies wherever it could stand
  right: string[]; // cells that fit already, where the fewest are missing
  open: { cell: string; colour: string }[]; // cells still to be filled there
}
export interface Line {
  what: string;
  name: string;
  points: number;
  squares: string[];
}
export interface Player {
  seat: number;
  guild: string;
  colour: string;
  side: string | null;
  character: Character | null;
  sides: (Character & { side: string })[];
  useful: Useful | null;
  drawn: Useful[];
  cards: Card[];
  cards_played: number;
  meeples: number[];
  has_archbishop: boolean;
  is_herald: boolean;
  waiting: Tile[];
  city: { cell: string; tile: Tile | null; worth: number | null }[];
  bridges: { border: string; tile: Tile }[];
  watchtowers: { outside: string; tile: Tile }[];
  fountains: { square: string; vp: number }[];
  decrees: Decree[] | null; // null: not for these eyes
  decrees_size: number;
  points: number;
  sheet: Line[];
}
export type Due =
  | "side" | "useful" | "mark" | "archbishop" | "meeple" | "pay" | "second" | "treasurer"
  | "place" | "swap" | "over";
export interface UrbeView extends View {
  seats: number;
  seat: number | null;
  round: number;
  rounds: number;
  first: number;
  to_move: number | null;
  due: Due;
  phase: "characters" | "mark" | "take" | "place" | "over";
  order: number[]; // the seats in this phase, one after another
  goes: number; // how many of them have had their go
  colours: string[];
  guilds: string[];
  market: Place[];
  target: number | null;
  card: (Card & { paid_by: Part }) | null;
  pile_size: number;
  fountains_left: { vp: number; left: number }[];
  players: Player[];
}

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

export function placeOf(view: View, place: unknown): Place | null {
  return read(view).market[Number(place) - 1] ?? null;
}

// --- Where things lie in a city, a cell being 100 units wide ---

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
