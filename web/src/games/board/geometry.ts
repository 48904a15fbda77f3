/** Where things lie on a board of nine by nine squares, each 100 units wide; no game. */

export const SQUARE = 100;
export const ACROSS = 9;

/** How wide the frame of a board is on each side, in units; as wide across as high. */
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The same on all sides; on a phone wide only where the coordinates are, so that they can be read. */
export function frameOf(coordinates: "top" | "bottom", narrow: boolean): Frame {
  if (!narrow) return { left: 36, right: 36, top: 36, bottom: 36 };
  const [top, bottom] = coordinates === "top" ? [34, 10] : [10, 34];
  return { left: 34, right: 10, top, bottom };
}

/** Columns count from the left, rows from the top. */
export interface Place {
  column: number;
  row: number;
}

/** How a game names its squares. */
export interface Names {
  /** The sign of each column from the left, and of each row from the top. */
  columns: string;
  rows: string;
  name(place: Place): string;
  place(square: string): Place;
}

/** Names such as `e4`: the column first, rows counted from the bottom. */
export const COLUMN_FIRST: Names = names("abcdefghi", "987654321", true);
/** Names such as `E4`: the row first, counted from the top. */
export const ROW_FIRST: Names = names("123456789", "ABCDEFGHI", false);

function names(columns: string, rows: string, columnFirst: boolean): Names {
  return {
    columns,
    rows,
    name: ({ column, row }) =>
      columnFirst ? columns[column]! + rows[row]! : rows[row]! + columns[column]!,
    place: (square) => {
      const [first, second] = [square[0]!, square[1]!];
      return columnFirst
        ? { column: columns.indexOf(first), row: rows.indexOf(second) }
        : { column: columns.indexOf(second), row: rows.indexOf(first) };
    },
  };
}

export interface Point {
  x: number;
  y: number;
}

export function centre({ column, row }: Place): Point {
  return { x: SQUARE * (column + 0.5), y: SQUARE * (row + 0.5) };
}

/** The tone of a slab, by its place and mixed so that no pattern shows: the paving never flickers. */
export function slabTone(i: number, j: number): number {
  return (((4 * (i + 3 * j + i * j + i * i)) % 13) % 4) + 1;
}

/** Four pegs at the corners of a square, `half` from its middle, `arm` long. */
export function pegs({ x, y }: Point, half: number, arm: number): string {
  const [left, right, top, bottom] = [x - half, x + half, y - half, y + half];
  return (
    `M${left} ${top + arm}V${top}H${left + arm}M${right - arm} ${top}H${right}V${top + arm}` +
    `M${right} ${bottom - arm}V${bottom}H${right - arm}M${left + arm} ${bottom}H${left}V${bottom - arm}`
  );
}

/** From the far row to the near, in a row from the left. */
export function farLeft(one: Place, other: Place): number {
  return one.row - other.row || one.column - other.column;
}

/** The path round these squares, `inset` from their edges; a courtyard has its own. */
export function circuit(places: Place[], inset: number, corner: number): string {
  return circuits(places, SQUARE / 2 - inset)
    .map((corners) => `M${corners.map((bend) => rounded(bend, corner)).join("L")}Z`)
    .join("");
}

/** The corners of each circuit in order, clockwise. */
export function circuits(places: Place[], half: number): Bend[][] {
  const inside = new Set(places.map(key));
  const sides = [...places]
    .sort(farLeft)
    .flatMap((place) => SIDES.map((out): Side => ({ place, out })))
    .filter(({ place, out }) => !inside.has(key(step(place, out))));
  const unwalked = new Map(sides.map((side) => [sideKey(side), side]));
  const found: Bend[][] = [];
  for (const start of sides) {
    if (!unwalked.has(sideKey(start))) continue;
    const corners: Bend[] = [];
    for (let side = start; unwalked.delete(sideKey(side)); ) {
      const [next, bend] = nextSide(inside, half, side);
      if (bend) corners.push(bend);
      side = next;
    }
    found.push(corners);
  }
  return found;
}

type Way = readonly [number, number];
interface Side {
  place: Place;
  out: Way;
}
/** A corner: where it is, the way in and the way out. */
export interface Bend extends Point {
  wayIn: Way;
  wayOut: Way;
}

const SIDES: Way[] = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // prettier-ignore

function key({ column, row }: Place): number {
  return row * 64 + column;
}

function sideKey({ place, out }: Side): string {
  return `${key(place)} ${out[0]} ${out[1]}`;
}

function step(place: Place, ...ways: Way[]): Place {
  return ways.reduce((at, [x, y]) => ({ column: at.column + x, row: at.row + y }), place);
}

function clockwise([x, y]: Way): Way {
  return [-y, x];
}

function back([x, y]: Way): Way {
  return [-x, -y];
}

/** Goes on from the `out` side of a square: round its corner, round a nook, or straight on. */
function nextSide(inside: Set<number>, half: number, { place, out }: Side): [Side, Bend | null] {
  const on = clockwise(out);
  const bend = (from: Place, along: number, aside: number, wayOut: Way): Bend => {
    const { x, y } = centre(from);
    return {
      x: x + along * on[0] + aside * out[0],
      y: y + along * on[1] + aside * out[1],
      wayIn: on,
      wayOut,
    };
  };
  if (!inside.has(key(step(place, on)))) return [{ place, out: on }, bend(place, half, half, back(out))];
  const beyond = step(place, on, out);
  if (inside.has(key(beyond)))
    return [{ place: beyond, out: back(on) }, bend(beyond, -half, -(SQUARE - half), out)];
  return [{ place: step(place, on), out }, null];
}

function rounded({ x, y, wayIn, wayOut }: Bend, corner: number): string {
  const from = `${x - corner * wayIn[0]} ${y - corner * wayIn[1]}`;
  return `${from}Q${x} ${y} ${x + corner * wayOut[0]} ${y + corner * wayOut[1]}`;
}
