import { expect, it } from "vitest";
import type { LogLine } from "../protocol";
import { around, rows, turnNumber } from "./turns";

const log = (...seats: number[]): LogLine[] =>
  seats.map((seat, i) => ({ seat, ply: i + 1, does: [], text: "", squares: [], done: true }));

it("a row has one turn of each seat, in the order of play", () => {
  expect(rows(log(0, 1, 0, 1, 0), 2)).toEqual([[0, 1], [2, 3], [4, null]]);
});

it("a seat that plays twice begins a new row", () => {
  expect(rows(log(0, 1, 1, 0), 2)).toEqual([[0, 1], [null, 2], [3, null]]);
});

it("every line is a turn, and the next one has begun when the last is done", () => {
  const number = (lines: LogLine[], status: "playing" | "over" = "playing") => turnNumber({ log: lines, status });
  expect(number([])).toBe(1);
  expect(number(log(0, 1, 0))).toBe(4);
  expect(number([...log(0, 1), { ...log(0)[0]!, done: false }])).toBe(3);
  expect(number(log(0, 1), "over")).toBe(2);
  expect(turnNumber({ log: log(0), status: "playing" }, 22)).toBe(24); // a line that is tried from the 23rd turn on
});

it("the others sit around, oneself comes last", () => {
  expect(around(4, 1)).toEqual([2, 3, 0, 1]);
  expect(around(2, 0)).toEqual([1, 0]);
});
