import { expect, test } from "vitest";
import { longestLine, placeOf, plyOf, readPlace, START, writePlace } from "./address";

const LINES = [{ ply: 2 }, { ply: 3 }, { ply: 6 }];

test.each([
  ["", START],
  ["3", { turn: 3, within: 0, line: [] }],
  ["2-1", { turn: 2, within: 1, line: [] }],
  ["0/12-45", { turn: 0, within: 0, line: [12, 45] }],
  ["2-2/7", { turn: 2, within: 2, line: [7] }],
])("%s is written and read", (text, place) => {
  expect(writePlace(place)).toBe(text);
  expect(readPlace(text)).toEqual({ place, isWhole: true });
});

test.each([
  ["first", START],
  ["2/e5", { turn: 2, within: 0, line: [] }],
  ["2-1-1", { turn: 2, within: 1, line: [] }],
  ["2/7/8", { turn: 2, within: 0, line: [7] }],
  ["-1/7", START],
  ["99999", START],
])("of %s as much as possible is read", (text, place) => {
  expect(readPlace(text)).toEqual({ place, isWhole: false });
});

test.each([
  [0, 0, 0], [0, 1, 1], [1, 0, 2], [2, 0, 3], [2, 2, 5], [3, 0, 6],
])("turn %i and %i decisions are %i decisions of the game", (turn, within, ply) => {
  expect(plyOf({ turn, within }, LINES)).toBe(ply);
  expect(placeOf(ply, [9], LINES)).toEqual({ turn, within, line: [9] });
});

test("what is beyond the end leads to the end, and never beyond a turn", () => {
  expect(plyOf({ turn: 40, within: 3 }, LINES)).toBe(6);
  expect(plyOf({ turn: 0, within: 5 }, LINES)).toBe(1);
  expect(plyOf({ turn: 3, within: 1 }, [])).toBe(0);
});

test("of a line that breaks off, the part before is found with few questions", async () => {
  const line = Array.from({ length: 100 }, (_, i) => i);
  let asked = 0;
  const found = await longestLine(line, async ({ length }) => (asked++, length <= 37));
  expect(found.length).toBe(37);
  expect(asked).toBeLessThan(10);
  expect(await longestLine([1, 2], async () => true)).toEqual([1, 2]);
  expect(await longestLine([1, 2], async () => false)).toEqual([]);
});
