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

test("what comes together is shown together, and a press on it goes on with one's own", () => {
  const table: Decisions = {
    game: "town",
    parts: [{ does: "pay", card: "a" }, { does: "pay", card: "b" }, { does: "draw" }],
    implied: [],
  };
  const paying = { ply: 3, legal: [0, 1], then: null } as unknown as Snapshot;
  const rows = [[{ does: "pay", card: "a" }, { does: "pay", card: "b" }]];
  const own = new Choosing(table);
  own.update(3, paying.legal, paying.then, rows);
  const drop = vi.fn();
  const suggestion = new Suggestion(table, paying, [0, 1, 2, 0], own, drop, rows); // and a later payment
  expect(suggestion.gathered).toEqual([0, 1]);
  expect(suggestion.picked).toEqual({});
  expect(suggestion.complete?.decisions).toEqual([0, 1]);
  suggestion.gather({ does: "pay", card: "b" });
  expect(drop).toHaveBeenCalledTimes(1);
  expect(own.gathered).toEqual([1]);
  expect(suggestion.gathered).toEqual([0, 1]);
});
