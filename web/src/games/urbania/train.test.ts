import { expect, test } from "vitest";
import { COLUMN_FIRST } from "../board/geometry";
import { round, route } from "./train";

const SQUARE = [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }, { x: 0, y: 10 }]; // prettier-ignore

test.each([
  [0, 0, 0],
  [5, 5, 0],
  [10, 10, 0],
  [35, 0, 5],
  [40, 0, 0], // the next round
  [-5, 0, 5], // the one before
])("after %d of a round comes %d, %d", (length, x, y) => {
  const { whole, at } = round(SQUARE);
  expect(whole).toBe(40);
  expect(at(length)).toEqual({ x, y });
});

test("a route follows the outer circuit and cuts its corners", () => {
  const points = route(["d6", "e6", "f6", "d5", "f5", "d4", "e4", "f4"].map(COLUMN_FIRST.place), 0, 6);
  expect(points).toHaveLength(4 * 5);
  for (const point of points) {
    const inside = Math.min(point.x - 300, 600 - point.x, point.y - 300, 600 - point.y);
    expect(inside).toBeGreaterThanOrEqual(0);
    expect(inside).toBeLessThanOrEqual(2); // at the middle of a corner
  }
});
