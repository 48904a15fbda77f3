import { expect, it } from "vitest";
import type { LogLine } from "../../protocol";
import { hasBegun, marked, since } from "./since";

/** "abA": turns of seats 0 and 1, then one of seat 0 that isn't over. */
function log(seats: string): LogLine[] {
  return [...seats].map((sign, i) => {
    const seat = sign.toLowerCase().charCodeAt(0) - 97;
    return { seat, ply: i + 1, does: [], text: "", squares: [`s${i}`], done: sign === sign.toLowerCase() };
  });
}
const isYours = (seat: number) => seat === 0;
const lines = (seats: string) => since(log(seats), isYours).map(({ line }) => line);

it.each([
  ["", []],
  ["a", []],
  ["abc", [1, 2]],
  ["abcab", [4]],
  ["bc", [0, 1]], // before your first turn
  ["abcA", [1, 2]], // you are in the middle of your turn
  ["A", []],
  ["abca", []],
])("since your last turn in %s: lines %o", (seats, expected) => {
  expect(lines(seats)).toEqual(expected);
});

it("knows that you have begun", () => {
  expect(hasBegun(log("abA"), isYours)).toBe(true);
  expect(hasBegun(log("aba"), isYours)).toBe(false);
  expect(hasBegun(log("aB"), isYours)).toBe(false);
});

it("marks a square once, with the latest change", () => {
  const change = (number: number, seat: number, squares: string[]) => ({ number, seat, squares, line: number, does: [] });
  expect(marked([change(1, 1, ["a1", "b1"]), change(2, 2, ["b1"])])).toEqual([
    { square: "a1", number: 1, seat: 1 },
    { square: "b1", number: 2, seat: 2 },
  ]);
});
