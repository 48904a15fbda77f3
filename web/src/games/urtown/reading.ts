/** What the view of Urtown says; the page reads it and knows no rule. */

import type { View } from "../../protocol";
import { ROW_FIRST, centre, type Point } from "../board/geometry";
import type { Colour, Lying, UrtownView } from "./view";

export function read(view: View): UrtownView {
  return view as UrtownView;
}

/** The symbols in the order of their boxes, three by three. */
export const SYMBOLS = [
  "man", "ring", "woman",
  "lamp", "skyline", "saxophone",
  "car", "cards", "champagne",
] as const; // prettier-ignore
export const NUMBERS = [..."123456789"];
export const LETTERS = [..."ABCDEFGHI"];
export const ALL_TILES = [...NUMBERS, ...LETTERS, ...SYMBOLS, "$"];
const COLOURS = ["red", "blue", "yellow", "green", "violet"] as const;

export function at(square: string): Point {
  return centre(ROW_FIRST.place(square));
}

/** The symbol printed on a square, that of its box. */
export function symbolOn(square: string): string {
  const { column, row } = ROW_FIRST.place(square);
  return SYMBOLS[Math.floor(row / 3) * 3 + Math.floor(column / 3)]!;
}

/** The drawing of what a tile says, if it is not a number or a letter. */
export function drawing(tile: string): string | null {
  if (tile === "$") return "ut-money";
  if (!(SYMBOLS as readonly string[]).includes(tile)) return null;
  return tile === "saxophone" ? "ut-sax" : `ut-${tile}`;
}

export function colourName(colour: number): string {
  return COLOURS[colour] ?? "red";
}

export interface Owned extends Colour {
  index: number;
}

/** The colours of a seat, in the order that the part `which` counts them. */
export function coloursOf(view: View, seat: number | null): Owned[] {
  return read(view)
    .colours.map((colour, index) => ({ ...colour, index }))
    .filter(({ owner }) => owner === seat);
}

/** Pairs of neighbours in one group: they are bridged, so that a group reads as one block. */
export function bridges(groups: readonly string[][]): { square: string; below: boolean }[] {
  return groups.flatMap((group) => {
    const inside = new Set(group);
    return group.flatMap((square) => {
      const { column, row } = ROW_FIRST.place(square);
      const right = column < 8 && inside.has(ROW_FIRST.name({ column: column + 1, row }));
      const under = row < 8 && inside.has(ROW_FIRST.name({ column, row: row + 1 }));
      return [...(right ? [{ square, below: false }] : []), ...(under ? [{ square, below: true }] : [])];
    });
  });
}

export function lying(view: View, square: string): Lying | undefined {
  return read(view).tiles.find((one) => one.square === square);
}

export function groupOf(view: View, square: string): string[] {
  const tile = lying(view, square);
  const groups = tile ? (read(view).colours[tile.colour]?.groups ?? []) : [];
  return groups.find((group) => group.includes(square)) ?? [];
}

/** What counts in this game: groups, or groups and captured tiles. */
export function counts(view: View): "groups" | "points" {
  return read(view).options.scoring === "blockers" ? "points" : "groups";
}
