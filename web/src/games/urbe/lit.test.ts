import { expect, test } from "vitest";
import { face } from ".";
import { lit } from "./lit.svelte";

const HALF = { seat: 0, card: 3, by: "flags" } as const;

test("a half is held until it is pressed again", () => {
  lit.toggle(HALF);
  expect(lit.half).toEqual(HALF);
  lit.toggle({ ...HALF });
  expect(lit.half).toBe(null);
});

test("without its coins a half is forgotten, and a decree is not", () => {
  lit.toggle(HALF);
  lit.decreeHeld = "0 D1";
  lit.forgetHalf();
  expect([lit.half, lit.decree]).toEqual([null, "0 D1"]);
});

test("nothing stays lit when you leave the table", () => {
  lit.toggle(HALF);
  lit.pointed = HALF;
  lit.decreeHeld = "0 D1";
  lit.decreePointed = "0 D2";
  face.leave!();
  expect([lit.half, lit.decree]).toEqual([null, null]);
});
