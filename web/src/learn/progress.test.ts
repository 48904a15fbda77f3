/** Progress is stored as text; a broken one does no harm. */
import { expect, test } from "vitest";
import { read } from "./progress.svelte";

test("nothing kept is nothing done", () => {
  expect(read(null)).toEqual({ lessons: {}, puzzles: {}, invited: false });
});

test("what was kept comes back", () => {
  const kept = { lessons: { urbino: true }, puzzles: { "urbe two": "solved" }, invited: true };
  expect(read(JSON.stringify(kept))).toEqual(kept);
});

test("what cannot be read is forgotten", () => {
  expect(read("{oh")).toEqual({ lessons: {}, puzzles: {}, invited: false });
});

test("what an older page kept is filled up", () => {
  expect(read('{"lessons": {"urtown": true}}')).toEqual({ lessons: { urtown: true }, puzzles: {}, invited: false });
});
