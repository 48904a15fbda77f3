/** What the view of Urbino says; the page reads it and knows no rule. */

import type { View } from "../../protocol";
import { COLUMN_FIRST, centre, type Point } from "../board/geometry";
import type { District, Kind, UrbinoView } from "./view";

export const KINDS: readonly Kind[] = ["house", "palace", "tower"];
export const SHADES = ["dark", "light"] as const; // Black, White
const SEATS = ["black", "white"] as const;

export function read(view: View): UrbinoView {
  return view as UrbinoView;
}

export function symbol(kind: Kind, seat: number): string {
  return `ub-${kind}-${SHADES[seat]}`;
}

export function at(square: string): Point {
  return centre(COLUMN_FIRST.place(square));
}

export function seatId(seat: number): (typeof SEATS)[number] {
  return SEATS[seat] ?? "black";
}

export interface Lettered extends District {
  letter: string;
}

/** The districts to draw a wall around, with their letters: those with more than one building. */
export function walled(view: View): Lettered[] {
  return read(view)
    .districts.filter((district) => district.squares.length > 1)
    .map((district, i) => ({ ...district, letter: letter(i) }));
}

/** Capitals, then small letters: 27 districts of two buildings are possible. */
function letter(i: number): string {
  return String.fromCharCode(i < 26 ? 65 + i : 71 + i);
}

/** The farthest square an architect sees in each direction. */
export function horizons(architect: string, seen: readonly string[]): string[] {
  const from = COLUMN_FIRST.place(architect);
  const far = new Map<string, [number, string]>();
  for (const square of seen) {
    const to = COLUMN_FIRST.place(square);
    const [across, down] = [to.column - from.column, to.row - from.row];
    const way = `${Math.sign(across)} ${Math.sign(down)}`;
    const distance = Math.max(Math.abs(across), Math.abs(down));
    if (distance > (far.get(way)?.[0] ?? 0)) far.set(way, [distance, square]);
  }
  return [...far.values()].map(([, square]) => square);
}

/** An architect with a number that stays its own: the view lists them by their squares. */
export interface Architect {
  number: number;
  square: string;
  from: string; // where it stood in the position before
}

/** Works out which architect was repositioned. If both have new squares, neither is shown walking. */
export function follow(former: readonly Architect[], squares: readonly string[]): Architect[] {
  const stayed = former
    .filter((one) => squares.includes(one.square))
    .map((one) => ({ ...one, from: one.square }));
  const gone = former.filter((one) => !squares.includes(one.square));
  const fresh = squares.filter((square) => !former.some((one) => one.square === square));
  const used = new Set(stayed.map((one) => one.number));
  const arrived = fresh.map((square): Architect => {
    const walker = gone.length === 1 && fresh.length === 1 ? gone[0] : undefined;
    const number = walker?.number ?? [0, 1].find((one) => !used.has(one)) ?? 0;
    used.add(number);
    return { number, square, from: walker?.square ?? square };
  });
  return [...stayed, ...arrived].sort((one, other) => one.number - other.number);
}

/** The squares of the last turn by what became of them. */
export function lastTurn(view: View, last: readonly string[]) {
  const { architects, buildings } = read(view);
  const built = (square: string) => buildings.some((one) => one.square === square);
  const squares = [...new Set(last)]; // what an architect has left can be built on at once
  return {
    built: squares.filter(built),
    reached: squares.filter((square) => architects.includes(square)),
    left: squares.filter((square) => !built(square) && !architects.includes(square)),
  };
}
