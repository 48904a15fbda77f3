import { expect, test, vi } from "vitest";
import type { Decisions, Snapshot } from "../protocol";
import { Choosing } from "./choosing.svelte";
import { Suggestion } from "./suggestion.svelte";

const TABLE: Decisions = {
  game: "town",
  parts: [
    { does: "stay" },
    { does: "build", kind: "house", square: "a1" },
    { does: "walk", who: 1, square: "b2", note: null },
  ],
  implied: [0],
};
const shown = { ply: 3, legal: [0, 2], then: { 0: [1] } } as unknown as Snapshot;

function suggested(...decisions: number[]) {
  const own = new Choosing(TABLE);
  own.update(3, shown.legal, shown.then);
  const drop = vi.fn();
  return { own, drop, suggestion: new Suggestion(TABLE, shown, decisions, own, drop) };
}

test("to the board it is what is being chosen", () => {
  const { suggestion, drop } = suggested(2);
  expect(suggestion.picked).toEqual({ does: "walk", who: 1, square: "b2" });
  expect(suggestion.complete?.decisions).toEqual([2]);
  expect(drop).not.toHaveBeenCalled();
});

test("what is implied goes without saying", () => {
  const { suggestion } = suggested(0, 1);
  expect(suggestion.picked).toEqual({ does: "build", kind: "house", square: "a1" });
  expect(suggestion.whole.decisions).toEqual([0, 1]);
});

test("a press goes on with one's own choice", () => {
  const { suggestion, own, drop } = suggested(2);
  expect(suggestion.pick({ square: "a1" })).toBe(true);
  expect(drop).toHaveBeenCalledTimes(1);
  expect(own.picked).toEqual({ square: "a1" });
  expect(suggestion.picked.square).toBe("b2");
});
