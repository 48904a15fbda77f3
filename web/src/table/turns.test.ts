import { expect, it } from "vitest";
import type { LogLine } from "../protocol";
import { around, rows, turnNumber } from "./turns";

const log = (...seats: number[]): LogLine[] =>
  seats.map((seat, i) => ({ seat, ply: i + 1, does: [], text: "", squares: [], done: true }));

it("a row has one turn of each seat, in the order of play", () => {
  expect(rows(log(0, 1, 0, 1, 0), 2).map((row) => row.cells)).toEqual([[0, 1], [2, 3], [4, null]]);
});

it("a seat that plays twice begins a new row", () => {
  expect(rows(log(0, 1, 1, 0), 2).map((row) => row.cells)).toEqual([[0, 1], [null, 2], [3, null]]);
});

it("turns are counted by rows for two, and round by round for more", () => {
  const number = (lines: LogLine[], seats: number, status: "playing" | "over" = "playing") =>
    turnNumber({ log: lines, seats: Array(seats).fill(null), status });
  expect(number([], 2)).toBe(1);
  expect(number(log(0, 1, 0), 2)).toBe(2);
  expect(number(log(0, 1), 2)).toBe(2);
  expect(number(log(0, 1), 2, "over")).toBe(1);
  expect(number(log(0, 1, 2, 3, 0), 4)).toBe(2);
  expect(number(log(0, 1, 2, 3), 4)).toBe(2);
});

it("the others sit around, oneself comes last", () => {
  expect(around(4, 1)).toEqual([2, 3, 0, 1]);
  expect(around(2, 0)).toEqual([1, 0]);
});
