/** Progress is stored as text; a broken one does no harm. */
import { expect, test } from "vitest";
import { read } from "./progress.svelte";

const NOTHING = {
  lessons: {}, second: {}, puzzles: {}, invited: false, urged: false, ratings: {}, streak: { day: 0, days: 0, best: 0 },
};

test("nothing kept is nothing done", () => {
  expect(read(null)).toEqual(NOTHING);
});

test("what was kept comes back", () => {
  const kept = {
    lessons: { urbino: true }, second: { urbino: true }, puzzles: { "urbe two": "solved" }, invited: true, urged: true,
    ratings: { urbe: { mu: 27, sigma: 6 } }, streak: { day: 20776, days: 3, best: 5 },
  };
  expect(read(JSON.stringify(kept))).toEqual(kept);
});

test("what cannot be read is forgotten", () => {
  expect(read("{oh")).toEqual(NOTHING);
});

test("what an older page kept is filled up", () => {
  expect(read('{"lessons": {"urtown": true}}')).toEqual({ ...NOTHING, lessons: { urtown: true } });
});
