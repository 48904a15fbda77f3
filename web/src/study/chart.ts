/** Where things lie on the chart over a game. */

export interface Frame {
  width: number;
  height: number;
  total: number; // decisions of the game
}

const ABOVE = 12; // room for the marks of turning points
const BELOW = 6;
const SIDE = 8;

export function across(frame: Frame, ply: number): number {
  const inner = Math.max(1, frame.width - 2 * SIDE);
  return SIDE + (inner * ply) / Math.max(1, frame.total);
}

/** What one may expect goes up: all of it at the top. */
export function up(frame: Frame, value: number): number {
  return ABOVE + (frame.height - ABOVE - BELOW) * (1 - value);
}

/** The line of a seat. */
export function path(frame: Frame, course: [number, number[]][], seat: number): string {
  return course
    .map(([ply, values], i) => `${i ? "L" : "M"}${fixed(across(frame, ply))} ${fixed(up(frame, values[seat] ?? 0))}`)
    .join("");
}

/** The turn, by the decisions after which it ends, that is nearest to a place on the chart. */
export function nearest(frame: Frame, x: number, ends: number[]): number {
  const away = (ply: number) => Math.abs(across(frame, ply) - x);
  return ends.reduce((best, ply) => (away(ply) < away(best) ? ply : best), 0);
}

function fixed(n: number): string {
  return String(Math.round(n * 10) / 10);
}
