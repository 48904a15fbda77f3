/** Prepared lines as a list that reads like a tree: turns that lines share are shown once. */

import type { Decision, LogLine, PreparedLine } from "../../protocol";

export interface Branch {
  turn: LogLine;
  depth: number;
  /** The decisions up to the end of this turn. */
  decisions: Decision[];
}

export function branches(lines: PreparedLine[]): Branch[] {
  const found: Branch[] = [];
  const known = new Set<string>();
  for (const { decisions, turns } of lines) {
    let taken = 0;
    turns.forEach((turn, depth) => {
      taken += turn.does.length;
      const until = decisions.slice(0, taken);
      const key = until.join();
      if (known.has(key)) return;
      known.add(key);
      found.push({ turn, depth, decisions: until });
    });
  }
  return found;
}

/** The lines without those that go on from these decisions. A line that only loses its end keeps the rest. */
export function without(lines: PreparedLine[], decisions: Decision[], seat: number): Decision[][] {
  const rest = lines.map((line) => (begins(line.decisions, decisions) ? ownEnd(line, decisions, seat) : line.decisions));
  return rest.filter((line) => line.length > 0);
}

function begins(line: Decision[], decisions: Decision[]): boolean {
  return decisions.every((one, i) => line[i] === one);
}

/** What is left of a line that is cut before its last given turn: up to the own turn before it. */
function ownEnd({ decisions, turns }: PreparedLine, cut: Decision[], seat: number): Decision[] {
  let taken = 0;
  let kept = 0;
  for (const { seat: mover, does } of turns) {
    if (taken + does.length >= cut.length) break;
    taken += does.length;
    if (mover === seat) kept = taken;
  }
  return decisions.slice(0, kept);
}
