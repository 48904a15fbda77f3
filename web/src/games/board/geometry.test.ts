import { expect, test } from "vitest";
import { COLUMN_FIRST, ROW_FIRST, circuits, frameOf, slabTone, type Place } from "./geometry";

function places(...squares: string[]): Place[] {
  return squares.map(COLUMN_FIRST.place);
}

test("squares are named as the games name them", () => {
  expect(COLUMN_FIRST.place("a1")).toEqual({ column: 0, row: 8 });
  expect(COLUMN_FIRST.name({ column: 4, row: 5 })).toBe("e4");
  expect(ROW_FIRST.place("A9")).toEqual({ column: 8, row: 0 });
  expect(ROW_FIRST.name({ column: 8, row: 4 })).toBe("E9");
});

test.each([
  ["one square", ["e5"], [4]],
  ["two in a row", ["e5", "f5"], [4]],
  ["a corner", ["e5", "f5", "f4"], [6]],
  ["two that touch at a corner only", ["e5", "f4"], [4, 4]],
  ["a ring round a courtyard", ["d6", "e6", "f6", "d5", "f5", "d4", "e4", "f4"], [4, 4]],
])("the circuit of %s has as many corners", (_, squares, corners) => {
  const found = circuits(places(...squares), 47).map((circuit) => circuit.length);
  expect(found.sort()).toEqual(corners.sort());
});

test("slabs have four tones", () => {
  const line = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const tones = line.flatMap((i) => line.map((j) => slabTone(i, j)));
  expect([...new Set(tones)].sort()).toEqual([1, 2, 3, 4]);
});

test("the frame is wide on a phone only where the coordinates are, and the board is square", () => {
  expect(frameOf("bottom", true)).toEqual({ left: 34, right: 10, top: 10, bottom: 34 });
  expect(frameOf("top", true)).toEqual({ left: 34, right: 10, top: 34, bottom: 10 });
  for (const narrow of [true, false]) {
    const { left, right, top, bottom } = frameOf("top", narrow);
    expect(left + right).toBe(top + bottom);
  }
});
