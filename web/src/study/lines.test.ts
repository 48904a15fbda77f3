import { expect, test } from "vitest";
import type { LogLine } from "../protocol";
import { Lines, turnEnd } from "./lines.svelte";

const turns = (...plies: number[]) => plies.map((ply) => ({ ply }) as LogLine);
const line = (from: number, ...decisions: number[]) => ({ from, decisions, turns: turns(from + decisions.length) });

test("a line grows; another one from the same place is kept beside it", () => {
  const lines = new Lines();
  lines.note(line(4, 1));
  lines.note(line(4, 1, 2));
  lines.note(line(4, 1)); // a step back
  lines.note(line(4, 1, 3));
  lines.note(line(6, 1, 2));
  expect(lines.kept.map(({ from, decisions }) => [from, ...decisions])).toEqual([[4, 1, 2], [4, 1, 3], [6, 1, 2]]);
  expect(lines.through(4, [1])?.decisions).toEqual([1, 3]);
  expect(lines.through(4, [2])).toBeNull();
  lines.drop(lines.kept[1]!);
  expect(lines.through(4, [1])?.decisions).toEqual([1, 2]);
});

test("nothing tried is no line", () => {
  const lines = new Lines();
  lines.note(line(4));
  expect(lines.kept).toEqual([]);
});

test("steps lead from turn to turn of a line", () => {
  const tried = { from: 4, decisions: [1, 2, 3], turns: turns(4, 5, 7) };
  expect([0, 1, 2, 3].map((taken) => turnEnd(tried, taken, 1))).toEqual([1, 3, 3, null]);
  expect([0, 1, 2, 3].map((taken) => turnEnd(tried, taken, -1))).toEqual([null, 0, 1, 1]);
});
