import { afterEach, expect, test } from "vitest";
import { speak } from "../i18n/engine.svelte";
import type { GameFace } from "../games/face";
import type { Account, Choice } from "../protocol";
import { deeds, following, ownTurn, percent, percents, ranked } from "./saying";

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

test("the chances of all seats add up to 100 per cent", () => {
  expect(percents([0.405, 0.595])).toEqual(["41%", "59%"]);
  expect(percents([1 / 3, 1 / 3, 1 / 3])).toEqual(["34%", "33%", "33%"]);
  expect(percents([0.004, 0.996])).toEqual(["0%", "100%"]);
  expect(percents([1, 0])).toEqual(["100%", "0%"]);
});

test("the best move comes first, and no other promises more", () => {
  const choice = (decision: number, value: number | null): Choice => ({ ...CHOICE, decision, value });
  const shown = (...given: Parameters<typeof ranked>) => ranked(...given).map(({ decision, value }) => [decision, value]);
  expect(shown([choice(1, 0.5), choice(2, 0.3), choice(3, 0.6)])).toEqual([[1, 0.5], [3, 0.5], [2, 0.3]]);
  expect(shown([choice(1, 0.5), choice(2, 0.3)], choice(3, 0.4))).toEqual([[1, 0.5], [3, 0.4], [2, 0.3]]);
  expect(shown([choice(1, 0.5), choice(2, 0.3)], choice(2, 0.2))).toEqual([[1, 0.5], [2, 0.2]]);
  expect(shown([choice(1, 0.5)], choice(1, 0.6))).toEqual([[1, 0.6]]);
  expect(shown([], choice(1, null))).toEqual([[1, null]]);
});
