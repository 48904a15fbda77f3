import { expect, test } from "vitest";
import { parted } from "./refusing";

test.each([
  ["e4 is not a building lot: the architects can’t see it.", "e4 is not a building lot:", "the architects can’t see it."],
  ["Not enough workers. The bank at B4 needs 2.", "Not enough workers.", "The bank at B4 needs 2."],
  ["e4 — не участок: там стоит архитектор.", "e4 — не участок:", "там стоит архитектор."],
  ["The game is over.", "", "The game is over."],
])("%s", (words, what, why) => {
  expect(parted(words)).toEqual([what, why]);
});
