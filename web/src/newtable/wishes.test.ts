import { expect, test } from "vitest";
import type { GameFacts, SeatWish } from "../protocol";
import { begin, isOpen, mayHint, place, resize, shown, tableOf } from "./wishes";

const facts: GameFacts = {
  name: "trial", title: "Trial", state: "ready", offered: true, seats: [2, 4], seat_names: [], decisions: 1, longest_turn: 1, hidden: false,
  chance: false, measures: [],
  options: [
    { name: "subsidy", values: [false, true], about: "", needs: "" },
    { name: "politics", values: [false, true], about: "", needs: "subsidy" },
    { name: "components", values: ["ours"], about: "", needs: "" },
  ],
};
const me: SeatWish = { kind: "me" };
const open: SeatWish = { kind: "open" };
const bot: SeatWish = { kind: "bot", level: 4 };

test("with friends the other seats are open, with the computer they are bots", () => {
  expect(begin(facts, null, false).seats).toEqual([me, open]);
  expect(begin(facts, 4, false).seats).toEqual([me, bot]);
});

test("more seats are like the last one", () => {
  expect(resize([me, open], 4)).toEqual([me, open, open, open]);
  expect(resize([me, bot], 3)).toEqual([me, bot, bot]);
});

test("you keep a seat when there are fewer", () => {
  expect(resize([open, bot, me], 2)).toEqual([open, me]);
  expect(resize([open, bot, open], 2)).toEqual([open, bot]);
});

test("there is one of you: you change seats", () => {
  expect(place([me, bot], 1, me)).toEqual([bot, me]);
  expect(place([me, bot], 0, open)).toEqual([open, bot]);
});

test("an option that needs another is shown and sent with it only", () => {
  const names = (subsidy: boolean) => shown(facts, { subsidy }).map(({ name }) => name);
  expect(names(false)).toEqual(["subsidy"]);
  expect(names(true)).toEqual(["subsidy", "politics"]);
  const wishes = { ...begin(facts, null, false), options: { subsidy: false, politics: true } };
  expect(tableOf(facts, wishes).options).toEqual({ subsidy: false });
});

test("becomes what the server understands", () => {
  const wishes = { ...begin(facts, null, true), clock: "turn" as const };
  expect(tableOf(facts, wishes)).toEqual({
    game: "trial", options: { subsidy: false }, seats: [me, open], listed: true, hints: false,
    clock: { kind: "turn", hours: 24 }, random_seats: true,
  });
  expect(tableOf(facts, { ...wishes, clock: "game" }).clock).toEqual({ kind: "game", minutes: 10, increment: 5 });
  expect(tableOf(facts, { ...wishes, clock: "none" }).clock).toBeNull();
});

test("a table without open seats is not listed: nobody could sit down", () => {
  const wishes = begin(facts, 4, true);
  expect(isOpen(wishes)).toBe(false);
  expect(tableOf(facts, wishes).listed).toBe(false);
});

test("hints are for one among bots only", () => {
  expect(mayHint({ seats: [me, bot, bot] })).toBe(true);
  expect(mayHint({ seats: [me, bot, open] })).toBe(false);
  expect(mayHint({ seats: [bot, bot] })).toBe(false);
  expect(tableOf(facts, begin(facts, 4, false)).hints).toBe(true);
  expect(tableOf(facts, { ...begin(facts, 4, false), hints: false }).hints).toBe(false);
  expect(tableOf(facts, begin(facts, null, false)).hints).toBe(false);
});
