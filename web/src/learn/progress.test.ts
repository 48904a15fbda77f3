/** Progress is stored as text; a broken one does no harm. */
import { expect, test } from "vitest";
import { read } from "./progress.svelte";

test("nothing kept is nothing done", () => {
  expect(read(null)).toEqual({ lessons: {}, second: {}, puzzles: {}, invited: false, urged: false });
});

test("what was kept comes back", () => {
  const kept = { lessons: { urbino: true }, second: { urbino: true }, puzzles: { "urbe two": "solved" }, invited: true, urged: true };
  expect(read(JSON.stringify(kept))).toEqual(kept);
});

test("what cannot be read is forgotten", () => {
  expect(read("{oh")).toEqual({ lessons: {}, second: {}, puzzles: {}, invited: false, urged: false });
});

test("what an older page kept is filled up", () => {
  expect(read('{"lessons": {"urtown": true}}')).toEqual({
    lessons: { urtown: true }, second: {}, puzzles: {}, invited: false, urged: false,
  });
});
