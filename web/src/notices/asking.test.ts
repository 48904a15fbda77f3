import { beforeEach, expect, test, vi } from "vitest";
import type { Snapshot } from "../protocol";
import { hasPlayed, mayAsk, noteAsked, rivals } from "./asking";
import { ability, bytes } from "./push";

const DAY = 24 * 3_600_000;

beforeEach(() => {
  const kept = new Map<string, string>();
  const getItem = (name: string) => kept.get(name) ?? null;
  vi.stubGlobal("localStorage", { getItem, setItem: (name: string, text: string) => kept.set(name, text) });
});

test("asks once, again after a week, then never", () => {
  expect(mayAsk(0)).toBe(true);
  noteAsked(1000);
  expect(mayAsk(1000 + 7 * DAY - 1)).toBe(false);
  expect(mayAsk(1000 + 7 * DAY)).toBe(true);
  noteAsked(1000 + 7 * DAY);
  expect(mayAsk(1000 + 700 * DAY)).toBe(false);
});

const seat = (kind: string, guest: string | null, name: string) => ({ kind, guest, name, level: null, out: null });
const table = (changes: object) =>
  ({
    status: "playing",
    you: 0,
    to_move: 0,
    clock: { setting: { kind: "turn", hours: 48 } },
    seats: [seat("person", "a", "Ada"), seat("person", "b", "Bruno"), seat("bot", null, "")],
    ...changes,
  }) as unknown as Snapshot;

test("a turn of yours in a game over days is the moment", () => {
  const [before, after] = [table({}), table({ to_move: 1 })];
  expect(hasPlayed(before, after)).toBe(true);
  expect(rivals(after)).toEqual(["Bruno"]);
});

test.each([
  ["the turn goes on", {}, {}],
  ["somebody else has played", { to_move: 1 }, { to_move: 2 }],
  ["the game is over", {}, { status: "over", to_move: null }],
  ["there is no clock", {}, { to_move: 1, clock: null }],
  ["it takes minutes", {}, { to_move: 1, clock: { setting: { kind: "game", minutes: 10 } } }],
  ["only bots answer", {}, { to_move: 1, seats: [seat("person", "a", "Ada"), seat("bot", null, "")] }],
  ["they share a screen", {}, { to_move: 1, seats: [seat("person", "a", "Ada"), seat("person", "a", "Al")] }],
])("no question if %s", (_, before, after) => {
  expect(hasPlayed(table(before), table(after))).toBe(false);
});

test("the key of the server becomes bytes", () => {
  expect([...bytes("_-8A")]).toEqual([255, 239, 0]);
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", 0, "unsupported"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", 5, "home"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 5, "home"],
])("%s without a service worker", (userAgent, maxTouchPoints, expected) => {
  vi.stubGlobal("navigator", { userAgent, maxTouchPoints });
  expect(ability()).toBe(expected);
});
