import { beforeEach, expect, test } from "vitest";
import { language } from "../i18n";
import type { Summary } from "../protocol";
import { opponentsOf, remembered } from "./computer";
import { grouped, how, leftText, rematchStage, shareLeft, waitsForYou, who } from "./standing";
import "./words";

const person = (name: string) => ({ kind: "person" as const, name, level: null });
const free = { kind: "open" as const, name: "", level: null };

function table(more: Partial<Summary>): Summary {
  return {
    id: "k3J", game: "urbino", options: {}, status: "playing", listed: true, hints: false, host: "Ada", clock: null,
    created: 0, changed: Date.now(), seats: [person("Ada"), person("Bruno")], you: 0, to_move: 1, turn: 11,
    began: 0, until: null, places: null, scores: null, rematch: null, ...more,
  };
}

beforeEach(() => (language.current = "en"));

test("tells who plays with you", () => {
  expect(who(table({}))).toBe("against Bruno");
  expect(who(table({ seats: [person("Ada"), { kind: "bot", name: "Laurana", level: 5 }] }))).toBe("against Laurana (Mason)");
  expect(who(table({ seats: [person("Ada"), person("Bruno"), person("Carla")] }))).toBe("with Bruno and Carla");
  expect(who(table({ seats: [person("Ada"), free] }))).toBe("");
});

test("tells whose turn it is", () => {
  expect(how(table({}))).toBe("Bruno to move · turn 11");
  expect(how(table({ to_move: 0 }))).toBe("your turn · turn 11");
  expect(waitsForYou(table({ to_move: 0 }))).toBe(true);
  expect(waitsForYou(table({ to_move: 0, you: null }))).toBe(false);
});

test.each([
  [[1, 2], [84, 71], "you won 84–71"],
  [[2, 1], [71, 84], "you lost 71–84"],
  [[1, 1], [7, 7], "shared win, 7–7"],
  [[2, 1], [0, 0], "you lost"],
  [[2, 1, 3], [5, 9, 2], "came 2nd of 3"],
  [[4, 1, 2, 3], [5, 9, 8, 7], "came 4th of 4"],
  [[1, 2, 3], [9, 5, 2], "you won"],
])("places %j, scores %j: %s", (places, scores, text) => {
  expect(how(table({ status: "over", to_move: null, places, scores }))).toBe(`finished just now · ${text}`);
});

test.each([
  [null, "none", "finished just now · you won"],
  [{ wanted: [1], declined: [], table: null }, "asked", "Bruno wants a rematch · you won"],
  [{ wanted: [1, 0], declined: [], table: null }, "waiting", "you’ve asked for a rematch · you won"],
  [{ wanted: [], declined: [0], table: null }, "declined", "your rematch was declined · you won"],
  [{ wanted: [], declined: [1], table: null }, "none", "finished just now · you won"],
  [{ wanted: [], declined: [], table: "x7Q" }, "made", "finished just now · you won"],
])("a rematch, %j: %s", (rematch, stage, text) => {
  const over = table({ status: "over", to_move: null, places: [1, 2], scores: [3, 3], rematch });
  expect([rematchStage(over), how(over)]).toEqual([stage, text]);
});

test("no rematch for those who watched, or whose seat a bot has taken over", () => {
  const over = { status: "over" as const, to_move: null };
  expect(rematchStage(table({ ...over, you: null }))).toBeNull();
  expect(rematchStage(table({ ...over, seats: [{ kind: "bot", name: "Ada", level: 4 }, person("Bruno")] }))).toBeNull();
  expect(rematchStage(table({}))).toBeNull();
});

test("what waits comes first, by the time left; then people before bots, the longest waiting first", () => {
  const bots = [person("Ada"), { kind: "bot" as const, name: "Laurana", level: 5 }];
  const tables = [
    table({ id: "over", status: "over", to_move: null }),
    table({ id: "bot", to_move: 0, seats: bots, began: 1 }),
    table({ id: "late", to_move: 0, began: 9 }),
    table({ id: "theirs" }),
    table({ id: "days", to_move: 0, until: 9_000 }),
    table({ id: "early", to_move: 0, began: 5 }),
    table({ id: "open", status: "open", to_move: null }),
    table({ id: "hours", to_move: 0, until: 5_000 }),
  ];
  const { waiting, running, finished } = grouped(tables);
  expect(waiting.map(({ id }) => id)).toEqual(["hours", "days", "early", "late", "bot"]);
  expect(running.map(({ id }) => id)).toEqual(["theirs", "open"]);
  expect(finished.map(({ id }) => id)).toEqual(["over"]);
});

test.each([
  [-5, "less than a minute left"],
  [59_999, "less than a minute left"],
  [60_000, "1 minute left"],
  [89 * 60_000, "89 minutes left"],
  [90 * 60_000, "2 hours left"],
  [5.4 * 3_600_000, "5 hours left"],
  [24 * 3_600_000 - 5, "24 hours left"],
  [48 * 3_600_000 - 5, "2 days left"],
])("%d ms: %s", (left, text) => {
  expect(leftText(left)).toBe(text);
});

test("tells how much of the time is left", () => {
  const days = table({ clock: { kind: "turn", hours: 24 }, until: 12 * 3_600_000 });
  expect(shareLeft(days, 0)).toBe(0.5);
  expect(shareLeft(days, 13 * 3_600_000)).toBe(0);
  expect(shareLeft(table({ clock: { kind: "game", minutes: 1, increment: 60 }, until: 90_000 }), 0)).toBe(1);
});

test("tells what is waited for", () => {
  expect(how(table({ status: "open", seats: [person("Ada"), free] }))).toBe("waiting for 1 more player");
});

test("remembers level and opponents, and stands what is broken or no longer fits", () => {
  expect(remembered(null).level).toBe(1);
  expect(remembered("no json").level).toBe(1);
  const memory = remembered('{"level": 6, "opponents": {"urtown": 9}}');
  expect(memory.level).toBe(6);
  const facts = { name: "urtown", seats: [2, 5] as [number, number] } as Parameters<typeof opponentsOf>[0];
  expect(opponentsOf(facts, memory)).toBe(4);
  expect(opponentsOf({ ...facts, name: "urbino", seats: [2, 2] }, memory)).toBe(1);
});
