/** Where a study is, as part of an address: `8` is after turn 8, `8-1` one decision further, and
 * `8/12-45` after the decisions 12 and 45 tried from there. */

import type { Decision, LogLine } from "../protocol";

export interface Place {
  turn: number; // turns of the game before it
  within: number; // decisions of the next turn before it
  line: Decision[]; // decisions tried from there
}

export const START: Place = { turn: 0, within: 0, line: [] };
const NUMBERS = /^\d{1,4}(?:-\d{1,4})*$/;

export function writeLine(line: Decision[]): string {
  return line.join("-");
}

/** Null if it is no line. */
export function readLine(text: string): Decision[] | null {
  if (!text) return [];
  return NUMBERS.test(text) ? text.split("-").map(Number) : null;
}

export function writePlace({ turn, within, line }: Place): string {
  const at = within ? `${turn}-${within}` : String(turn);
  if (line.length) return `${at}/${writeLine(line)}`;
  return at === "0" ? "" : at;
}

/** Reads as much as makes sense; `isWhole` says whether that was everything. */
export function readPlace(text: string): { place: Place; isWhole: boolean } {
  const [at = "", tried = "", ...more] = text.split("/").filter(Boolean);
  const numbers = readLine(at);
  const line = readLine(tried);
  const isWhole = more.length === 0 && numbers !== null && numbers.length <= 2 && line !== null;
  const [turn = 0, within = 0] = numbers ?? [];
  return { place: { turn, within, line: numbers && line ? line : [] }, isWhole };
}

/** How many decisions of the game come before a place. */
export function plyOf({ turn, within }: Pick<Place, "turn" | "within">, lines: Pick<LogLine, "ply">[]): number {
  const before = turn === 0 ? 0 : (lines[Math.min(turn, lines.length) - 1]?.ply ?? 0);
  const next = lines[turn]?.ply ?? before;
  return before + Math.min(within, Math.max(0, next - before - 1));
}

/** The place after so many decisions of the game, with a line from there. */
export function placeOf(ply: number, line: Decision[], lines: Pick<LogLine, "ply">[]): Place {
  const turn = lines.findLastIndex((each) => each.ply <= ply) + 1;
  return { turn, within: ply - (lines[turn - 1]?.ply ?? 0), line };
}

/** The longest beginning of a line that can be shown; `show` says whether one can. The empty one always can. */
export async function longestLine(line: Decision[], show: (line: Decision[]) => Promise<boolean>): Promise<Decision[]> {
  let [good, bad] = [0, line.length + 1];
  for (let next = line.length; good < bad - 1; next = Math.floor((good + bad) / 2)) {
    if (await show(line.slice(0, next))) good = next;
    else bad = next;
  }
  return line.slice(0, good);
}
