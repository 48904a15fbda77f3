import { expect, test } from "vitest";
import { continued, dayOf, lasting, placeOf, puzzleOn } from "./daily";

const DAY = 86_400_000;
const NONE = { day: 0, days: 0, best: 0 };

test("the games take turns, each with its next puzzle", () => {
  const found = [0, 1, 2, 3].map((day) => puzzleOn(day * DAY + 5, ["urbino", "urbe"]));
  expect(found.map(({ game, turn }) => `${game} ${turn}`)).toEqual(["urbino 0", "urbe 0", "urbino 1", "urbe 1"]);
  expect(puzzleOn(DAY - 1, ["urbino", "urbe"])).toEqual(found[0]);
  expect(dayOf(2 * DAY - 1)).toBe(1);
});

test.each([1, 2, 5, 61, 150])("of %i puzzles each has its day before one comes again", (many) => {
  const places = Array.from({ length: many }, (_, turn) => placeOf(turn, many));
  expect(places.toSorted((one, other) => one - other)).toEqual(Array.from({ length: many }, (_, place) => place));
  expect(placeOf(many, many)).toBe(places[0]);
});

test("a streak grows day by day, and ends with a day without", () => {
  const first = continued(NONE, 700);
  expect(first).toEqual({ day: 700, days: 1, best: 1 });
  expect(continued(first, 700)).toBe(first);
  const second = continued(first, 701);
  expect(second).toEqual({ day: 701, days: 2, best: 2 });
  expect(continued(second, 703)).toEqual({ day: 703, days: 1, best: 2 });
  expect([701, 702, 703].map((today) => lasting(second, today))).toEqual([2, 2, 0]);
});
