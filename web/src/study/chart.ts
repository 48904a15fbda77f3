/** The geometry of the chart. */
import type { Analysis } from "../protocol";

export interface Frame {
  width: number;
  height: number;
  total: number; // decisions of the game
  left: number; // room for "100 %", where no line goes
}

export type Course = Analysis["course"];

const RIGHT = 8;
const ABOVE = 12; // room for the marks of turning points
const BELOW = 6;

export function across(frame: Frame, ply: number): number {
  const inner = Math.max(1, frame.width - frame.left - RIGHT);
  return frame.left + (inner * ply) / Math.max(1, frame.total);
}

/** A certain win is at the top. */
export function up(frame: Frame, value: number): number {
  return ABOVE + (frame.height - ABOVE - BELOW) * (1 - value);
}

/** The course by turns: the latest known values of each. `ends` has the decisions after each turn. */
export function byTurn(course: Course, ends: number[]): Course {
  return [0, ...ends].flatMap((end, i, all) => {
    const found = course.findLast(([ply]) => ply <= end && ply > (all[i - 1] ?? -1));
    return found ? [[end, found[1]] as Course[number]] : [];
  });
}

/** The line of a seat. */
export function path(frame: Frame, course: Course, seat: number): string {
  return course
    .map(([ply, values], i) => `${i ? "L" : "M"}${fixed(across(frame, ply))} ${fixed(up(frame, values[seat] ?? 0))}`)
    .join("");
}

/** The area between the line of a seat and 0 % or 100 %. */
export function area(frame: Frame, course: Course, seat: number, to: 0 | 1): string {
  const [first, last] = [course[0], course.at(-1)];
  if (!first || !last) return "";
  const edge = fixed(up(frame, to));
  return `${path(frame, course, seat)}L${fixed(across(frame, last[0]))} ${edge}L${fixed(across(frame, first[0]))} ${edge}Z`;
}

/** The end of the turn that is nearest to a place on the chart, as a number of decisions. */
export function nearest(frame: Frame, x: number, ends: number[]): number {
  const away = (ply: number) => Math.abs(across(frame, ply) - x);
  return ends.reduce((best, ply) => (away(ply) < away(best) ? ply : best), 0);
}

function fixed(n: number): string {
  return String(Math.round(n * 10) / 10);
}
