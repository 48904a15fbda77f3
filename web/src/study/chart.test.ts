import { expect, test } from "vitest";
import { across, area, byTurn, nearest, path, up, type Course } from "./chart";

const frame = { width: 248, height: 118, total: 10, left: 40 };

test("the game goes from left to right, what one may expect from the bottom up", () => {
  expect([across(frame, 0), across(frame, 5), across(frame, 10)]).toEqual([40, 140, 240]);
  expect(up(frame, 1)).toBeLessThan(up(frame, 0.5));
  expect(up(frame, 0)).toBeLessThan(frame.height);
});

test("a game without decisions does not divide by nothing", () => {
  expect(across({ ...frame, total: 0 }, 0)).toBe(40);
});

test("each seat has its line", () => {
  const course: Course = [[0, [0.5, 0.5]], [5, [1, 0]]];
  expect(path(frame, course, 0)).toBe("M40 62L140 12");
  expect(path(frame, course, 1)).toBe("M40 62L140 112");
  expect(path(frame, [], 0)).toBe("");
});

test("two seats share all there is: one line between them", () => {
  const course: Course = [[0, [0.5, 0.5]], [5, [1, 0]]];
  expect(area(frame, course, 0, 0)).toBe("M40 62L140 12L140 112L40 112Z");
  expect(area(frame, course, 0, 1)).toBe("M40 62L140 12L140 12L40 12Z");
  expect(area(frame, [], 0, 0)).toBe("");
});

test.each<[string, Course, number[], Course]>([
  ["within a turn only its end counts", [[0, [1]], [1, [2]], [2, [3]]], [2], [[0, [1]], [2, [3]]]],
  ["what goes without saying has no judgement of its own", [[0, [1]], [1, [2]]], [2], [[0, [1]], [2, [2]]]],
  ["a turn that nobody has judged yet is left out", [[0, [1]], [2, [2]]], [2, 4], [[0, [1]], [2, [2]]]],
  ["nothing is known", [], [2], []],
])("the course by turns: %s", (_, course, ends, turns) => {
  expect(byTurn(course, ends)).toEqual(turns);
});

test("a press finds the nearest turn, or the start", () => {
  expect(nearest(frame, 132, [2, 4, 7])).toBe(4);
  expect(nearest(frame, 0, [2, 4, 7])).toBe(0);
  expect(nearest(frame, 400, [2, 4, 7])).toBe(7);
});
