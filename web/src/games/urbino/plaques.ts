/** Where the plaques of districts hang: at a corner of the wall, the one where they cover least. */

import { ACROSS, COLUMN_FIRST, SQUARE, circuits, type Bend, type Frame, type Point } from "../board/geometry";
import { at, type Lettered } from "./reading";
import type { Kind } from "./view";

/** A piece on the board, or one that is shown before it stands there. */
export interface Standing {
  square: string;
  kind: Kind | "architect";
}
export interface Hanging extends Point {
  half: number; // of its width
  said: string; // the points it tells
}
/** How large plaques are, and how far they may hang over the edge of the squares. */
export interface Size {
  scale: number;
  frame: Frame;
}
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** What the drawings fill, from the middle of their square: heads and battlements, then the body. */
const BODIES: Record<Standing["kind"], Box[]> = {
  house: [[-20, -30, 20, -15], [-34, -15, 34, 32]],
  palace: [[-42, -30, 42, 32]],
  tower: [[-25, -45, 25, -12], [-18, -12, 18, 32]],
  architect: [[-21, -41, 21, -12], [-27, -12, 27, 36]],
}; // prettier-ignore
export const LARGE = 1.53; // on a phone: letters 11 px high if it is 360 px wide
const HIGH = 17; // half of a plaque's height
const AIR = 4; // round it, so that it does not run into a roof
const SLIVER = 30; // less covered than that is nothing covered
const WALL = 47; // from the middle of a square

/** A place for each, in the order given: none hangs over one before it. */
export function hang(districts: Lettered[], pieces: Standing[], size: Size): Hanging[] {
  const covered = pieces.flatMap(({ square, kind }) => BODIES[kind].map((box) => moved(box, at(square))));
  return districts.map((district) => {
    const plaque = sizeOf(district);
    const [best] = places(district, plaque.half, size)
      .map((place) => ({ place, cost: cost(boxOf(place, plaque.half, size), covered) }))
      .sort((one, other) => one.cost - other.cost);
    covered.push(boxOf(best!.place, plaque.half, size));
    return { ...plaque, ...best!.place };
  });
}

function sizeOf({ scorer, points }: Lettered): { half: number; said: string } {
  const said = scorer === null ? "–" : String(points[scorer]);
  return { said, half: said.length > 1 ? 28 : 22 };
}

/** The corners that stand out, from the far left; a large plaque hangs farther out. */
function places({ squares }: Lettered, half: number, { scale, frame }: Size): Point[] {
  const out = 20 * (scale - 1);
  const [wide, high] = [half * scale, HIGH * scale];
  return circuits(squares.map(COLUMN_FIRST.place), WALL)
    .flat()
    .filter(standsOut)
    .map(({ x, y, wayIn, wayOut }) => ({
      x: kept(x + out * (wayIn[0] - wayOut[0]), wide - frame.left, frame.right - wide),
      y: kept(y + out * (wayIn[1] - wayOut[1]), high - frame.top, frame.bottom - high),
    }))
    .sort((one, other) => one.y - other.y || one.x - other.x);
}

function standsOut({ wayIn, wayOut }: Bend): boolean {
  return wayIn[0] * wayOut[1] > wayIn[1] * wayOut[0];
}

/** Not beyond the frame on either side; `most` counts from the far edge of the squares. */
function kept(where: number, least: number, most: number): number {
  return Math.min(Math.max(where, least), ACROSS * SQUARE + most);
}

function boxOf({ x, y }: Point, half: number, { scale }: Size): Box {
  const [wide, high] = [half * scale + AIR, HIGH * scale + AIR];
  return [x - wide, y - high, x + wide, y + high];
}

function moved([left, top, right, bottom]: Box, { x, y }: Point): Box {
  return [left + x, top + y, right + x, bottom + y];
}

function cost(box: Box, covered: Box[]): number {
  return Math.floor(covered.reduce((sum, other) => sum + overlap(box, other), 0) / SLIVER);
}

function overlap(one: Box, other: Box): number {
  const wide = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const high = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return wide > 0 && high > 0 ? wide * high : 0;
}
