import { expect, test } from "vitest";
import { pieceAt, put, readSetUp, writeSetUp, type Piece } from "./setup";

const EMPTY = "9/9/9/9/9/9/9/9/9 - b architect 0 base";
const HOUSE: Piece = { kind: "house", seat: 1 };

test.each([
  EMPTY,
  "9/9/9/9/9/9/9/9/9 a1,i9 b name 0 monuments",
  "9/9/9/9/9/9/9/9/9 a1,i9 w first 0 base",
  "9/9/9/9/3p5/3H5/9/9/9 f3,d6 w turn 0 monuments",
  "hptHPT3/9/9/9/9/9/9/9/8t a1,b1 b turn 0 base",
])("%s is read and written", (text) => {
  expect(writeSetUp(readSetUp(text))).toBe(text);
});

test("pieces are put on squares, replaced and taken away", () => {
  let now = put(readSetUp(EMPTY), "d4", HOUSE);
  expect(pieceAt(now, "d4")).toEqual(HOUSE);
  now = put(now, "d4", { kind: "tower", seat: 0 });
  expect(pieceAt(now, "d4")).toEqual({ kind: "tower", seat: 0 });
  expect(now.buildings.length).toBe(1);
  expect(pieceAt(put(now, "d4", { kind: "tower", seat: 0 }), "d4")).toBeNull();
  expect(pieceAt(put(now, "d4", null), "d4")).toBeNull();
  expect(pieceAt(put(now, "d4", "architect"), "d4")).toBe("architect");
});

test("there are two architects, written lower rows first", () => {
  const now = ["e5", "c3", "a9"].reduce((before, square) => put(before, square, "architect"), readSetUp(EMPTY));
  expect(now.architects).toEqual(["c3", "a9"]);
  expect(writeSetUp(now)).toBe("9/9/9/9/9/9/9/9/9 c3,a9 b name 0 base");
});
