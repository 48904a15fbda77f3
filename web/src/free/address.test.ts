import { expect, test } from "vitest";
import type { GameFacts } from "../protocol";
import { freeAddress, readFree, type FreeSource } from "./address";

const FACTS = {
  name: "town", seats: [2, 4], chance: true,
  options: [{ name: "wide", values: [false, true] }, { name: "scoring", values: ["old", "new"] }],
} as unknown as GameFacts;
const read = (address: string, facts = FACTS) => readFree(facts, address.replace(/^\/study\/town\/?/, ""));

test.each<[FreeSource, number[], string]>([
  [{ kind: "start", game: "town", options: {}, seats: 3, seed: "7" }, [], "/study/town?seats=3&seed=7"],
  [{ kind: "start", game: "town", options: { wide: true, scoring: "new" }, seats: 2, seed: "7" }, [12, 45], "/study/town/12-45?wide=true&scoring=new&seats=2&seed=7"],
  [{ kind: "position", game: "town", options: {}, text: "9/9 - b+1 & c" }, [3], "/study/town/3?position=9%2F9+-+b%2B1+%26+c"],
])("an address says everything", (source, line, address) => {
  expect(freeAddress(source, line)).toBe(address);
  expect(read(address)).toEqual({ source, line, isWhole: true });
});

test("without a seed one is dealt, but not where nothing is", () => {
  const { source, isWhole } = read("/study/town");
  expect(source).toMatchObject({ kind: "start", seats: 2, seed: expect.stringMatching(/^\d+$/) });
  expect(isWhole).toBe(true);
  expect(read("/study/town", { ...FACTS, chance: false }).source).toMatchObject({ seed: "0" });
});

test.each(["first?seed=7", "?seats=9&seed=7", "?seed=-1", "?wide=perhaps&seed=7", "1-2/3?seed=7"])("%s makes sense in part", (text) => {
  const { source, isWhole } = read(text);
  expect(isWhole).toBe(false);
  expect(source).toMatchObject({ game: "town", options: {}, seats: 2 });
});
