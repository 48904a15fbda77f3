import { expect, test } from "vitest";
import { verdictOf, worst } from "./verdict";

test.each([
  [0, null], [0.049, null], [0.05, "inaccuracy"], [0.119, "inaccuracy"], [0.12, "mistake"], [0.25, "blunder"], [1, "blunder"],
])("who gives away %f has made: %s", (loss, verdict) => {
  expect(verdictOf(loss)).toBe(verdict);
});

test("a turn is as bad as its worst decision", () => {
  expect(worst([0.06, 0.3, 0])).toBe("blunder");
  expect(worst([])).toBeNull();
});
