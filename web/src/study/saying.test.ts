import { afterEach, expect, test } from "vitest";
import { speak } from "../i18n/engine.svelte";
import type { GameFace } from "../games/face";
import type { Account, Choice } from "../protocol";
import { deeds, following, ownTurn, percent } from "./saying";

const CHOICE: Choice = {
  decision: 4, does: { does: "walk" }, rest: [{ does: "build" }], then: [], text: "walk a1", value: 0.5, share: 0.4, certain: false,
  turns: ["a1-b2,1c3", "d4"], line: [4, 9, 3],
};
afterEach(() => speak("en"));

test("shares are written as the language does, and never as less than nothing", () => {
  expect(percent(0.624)).toBe("62%");
  expect(percent(-0.0001)).toBe("0%");
  expect(percent(0.0213, 1)).toBe("2.1%");
  speak("ru");
  expect(percent(0.624)).toBe("62\u00a0%");
});

test("a choice is told and shown to the end of its turn", () => {
  expect(deeds(CHOICE)).toEqual([{ does: "walk" }, { does: "build" }]);
  expect(ownTurn(CHOICE)).toEqual([4, 9]);
  expect(ownTurn({ ...CHOICE, rest: [] })).toEqual([4]);
  expect(ownTurn({ ...CHOICE, line: [] })).toEqual([4]);
});

test("what was played is told as it went on", () => {
  expect(deeds({ ...CHOICE, deeds: [{ does: "skip" }] } as Choice)).toEqual([{ does: "skip" }]);
});

test("what follows is told by who does it, and not too far ahead", () => {
  const face = { line: (does: Account[]) => does.map((one) => one.does).join("+") } as GameFace;
  const then = [1, 0, 1, 0, 1].map((seat) => ({ seat, does: [{ does: "skip" }, { does: "draw" }] }));
  expect(following(face, { ...CHOICE, then }, ["Ada", "Bo"])).toEqual(["Bo", "Ada", "Bo", "Ada"].map((name) => `${name}: skip+draw`));
});
