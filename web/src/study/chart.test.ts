import { expect, test } from "vitest";
import { across, nearest, path, up } from "./chart";

const frame = { width: 216, height: 118, total: 10 };

test("the game goes from left to right, what one may expect from the bottom up", () => {
  expect([across(frame, 0), across(frame, 5), across(frame, 10)]).toEqual([8, 108, 208]);
  expect(up(frame, 1)).toBeLessThan(up(frame, 0.5));
  expect(up(frame, 0)).toBeLessThan(frame.height);
});

test("a game without decisions does not divide by nothing", () => {
  expect(across({ ...frame, total: 0 }, 0)).toBe(8);
});

test("each seat has its line", () => {
  const course: [number, number[]][] = [[0, [0.5, 0.5]], [5, [1, 0]]];
  expect(path(frame, course, 0)).toBe("M8 62L108 12");
  expect(path(frame, course, 1)).toBe("M8 62L108 112");
  expect(path(frame, [], 0)).toBe("");
});

test("a press finds the nearest turn, or the start", () => {
  expect(nearest(frame, 100, [2, 4, 7])).toBe(4);
  expect(nearest(frame, 0, [2, 4, 7])).toBe(0);
  expect(nearest(frame, 400, [2, 4, 7])).toBe(7);
});
