import { expect, test } from "vitest";
import type { Seat, Snapshot, Summary } from "../protocol";
import { ended } from "./ended.svelte";

const me = { kind: "person", guest: "me" } as Seat;
const bruno = { kind: "person", guest: "bruno" } as Seat;
const bot = { kind: "bot", guest: null } as Seat;
const over = { table: "here", status: "over", you: 0, seats: [me, bruno], rematch: null } as unknown as Snapshot;

test.each([
  ["a game with somebody else that is over", {}, "here"],
  ["a game that goes on", { status: "playing" }, null],
  ["a game that was only watched", { you: null }, null],
  ["a game against a bot", { seats: [me, bot] }, null],
  ["two at one screen", { seats: [me, me] }, null],
  ["a game whose rematch has begun", { rematch: "there" }, null],
])("%s", (_what, change, table) => {
  ended.table = null;
  ended.note({ ...over, ...(change as Partial<Snapshot>) });
  expect(ended.table).toBe(table);
});

const running = (...ids: string[]) => ids.map((id) => ({ id }) as Summary);

test("a game that ends while one is elsewhere is followed, until it is forgotten", () => {
  ended.table = null;
  ended.compare(running("a", "b"), running("a", "b", "c"));
  expect(ended.table).toBeNull();
  ended.compare(running("a", "b"), running("a"));
  expect(ended.table).toBe("b");
  ended.forget("a");
  expect(ended.table).toBe("b");
  ended.forget("b");
  expect(ended.table).toBeNull();
});
