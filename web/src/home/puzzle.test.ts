import { expect, test } from "vitest";
import { puzzleOn } from "./puzzle";

const DAY = 86_400_000;

test("the games take turns, each with its next puzzle", () => {
  const found = [0, 1, 2, 3].map((day) => puzzleOn(day * DAY + 5, ["urbino", "urbe"]));
  expect(found.map(({ game, turn }) => `${game} ${turn}`)).toEqual(["urbino 0", "urbe 0", "urbino 1", "urbe 1"]);
  expect(puzzleOn(DAY - 1, ["urbino", "urbe"])).toEqual(found[0]);
});
