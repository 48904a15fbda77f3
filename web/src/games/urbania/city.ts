/** Where things lie in the picture of the city: tiles 100 wide, with streets of 14 between them, so that
 * pegs, rings and the monorail never lie on a tile. (0, 0) is the crossing at the north-west corner. */

import type { Place, Point } from "../board/geometry";
import { ACROSS, placeOf } from "./reading";
import type { Place as Space } from "./view";

export const TILE = 100;
export const STREET = 14;
export const PITCH = TILE + STREET;
/** From the first crossing to the last. */
export const CITY = ACROSS * PITCH;

/** What stands around the streets: room for letters and numbers, and for the windows of the districts. */
export interface Margin {
  side: number;
  top: number;
  bottom: number;
  sign: number; // size of letters and numbers
  districts: Point; // middle lines of the rows of windows, from the outer edges: x: top, y: bottom
  letters: number; // their line, from the outer edge
}

export const WIDE: Margin = { side: 30, top: 60, bottom: 36, sign: 17, districts: { x: 23, y: 18 }, letters: 51 };
/** On a small picture signs are the larger part, so that they can be read. */
export const NARROW: Margin = { side: 24, top: 70, bottom: 38, sign: 28, districts: { x: 18, y: 19 }, letters: 62 };

/** A miniature has nothing to be read. */
export const TINY: Margin = { side: 20, top: 20, bottom: 20, sign: 0, districts: { x: 0, y: 0 }, letters: 0 };

/** The picture as a rectangle, frame and all. */
export function extent({ side, top, bottom }: Margin): { x: number; y: number; width: number; height: number } {
  const half = STREET / 2;
  return { x: -side - half, y: -top - half, width: CITY + STREET + 2 * side, height: CITY + STREET + top + bottom };
}

/** How far the tiles with half a street around them are from the edges of the picture, in per cent of it. */
export function inset(margin: Margin): string {
  const { x, y, width, height } = extent(margin);
  const [across, down] = [(100 * -x) / width, (100 * -y) / height];
  return `${down}% ${across}% ${(100 * (margin.bottom + STREET / 2)) / height}%`;
}

export function middle({ column, row }: Place): Point {
  return { x: PITCH * (column + 0.5), y: PITCH * (row + 0.5) };
}

export function at(space: string): Point {
  return middle(placeOf(space));
}

/** A piece of street between two districts: its middle, and whether it runs from north to south. */
export interface Avenue extends Point {
  upright: boolean;
}

/** The avenues between the districts; round the centre the monorail runs instead. */
export function avenues(spaces: Space[]): Avenue[] {
  const districtOf = new Map(spaces.map(({ space, district }) => [space, district]));
  const differ = (one: string, other: string | undefined) =>
    other !== undefined && other !== one && ![one, other].includes("centre");
  return spaces.flatMap(({ space, district }) => {
    const { x, y } = at(space);
    const [east, south] = neighbours(space).map((other) => districtOf.get(other));
    return [
      ...(differ(district, east) ? [{ x: x + PITCH / 2, y, upright: true }] : []),
      ...(differ(district, south) ? [{ x, y: y + PITCH / 2, upright: false }] : []),
    ];
  });
}

/** The spaces to the east and to the south. */
function neighbours(space: string): [string, string] {
  const { column, row } = placeOf(space);
  const name = (c: number, r: number) => `${String.fromCharCode(65 + c)}${r + 1}`;
  return [name(column + 1, row), name(column, row + 1)];
}
