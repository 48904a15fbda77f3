/** The variations tried in a study. Nothing stores them but the page: an address carries one at a time. */

import type { Decision, LogLine } from "../protocol";

export interface Line {
  from: number; // decisions of the game before it
  decisions: Decision[];
  turns: LogLine[]; // its turns; the first may have begun in the game
}

export class Lines {
  /** The latest is last. */
  kept: Line[] = $state.raw([]);

  /** Keeps what is shown, unless it is the beginning of a line already. */
  note(line: Line): void {
    if (line.decisions.length === 0 || this.through(line.from, line.decisions)) return;
    const longer = this.kept.filter((each) => !(each.from === line.from && begins(line.decisions, each.decisions)));
    this.kept = [...longer, line];
  }

  /** The latest line that leads through a position. */
  through(from: number, decisions: Decision[]): Line | null {
    return this.kept.findLast((each) => each.from === from && begins(each.decisions, decisions)) ?? null;
  }

  drop(line: Line): void {
    this.kept = this.kept.filter((each) => each !== line);
  }
}

/** How many decisions of a line come before the next turn, or before the present one; null: there is none. */
export function turnEnd({ from, turns }: Line, taken: number, by: 1 | -1): number | null {
  const ends = turns.map(({ ply }) => ply - from).filter((end) => end > 0);
  if (by > 0) return ends.find((end) => end > taken) ?? null;
  return taken > 0 ? (ends.findLast((end) => end < taken) ?? 0) : null;
}

function begins(line: Decision[], beginning: Decision[]): boolean {
  return beginning.length <= line.length && beginning.every((decision, i) => decision === line[i]);
}
