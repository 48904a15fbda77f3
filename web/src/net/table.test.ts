import { expect, test, vi } from "vitest";
import type { Delta, LogLine, Presence, Snapshot } from "../protocol";
import { applyDelta } from "./apply";
import { TableStore } from "./table.svelte";

function line(seat: number, text: string): LogLine {
  return { seat, ply: 0, does: [], text, squares: [], done: true };
}

function snapshot(seq: number, more: Partial<Snapshot> = {}): Snapshot {
  return {
    type: "snapshot", table: "k3J", seq, ply: seq, game: "urbino", options: {}, status: "playing", listed: false, hints: false,
    host_name: "Ada", random_seats: false,
    host: "a", you: 0, seats: [], clock: null, seed: null, view: { game: "urbino", scores: [0, 0], buildings: [] },
    to_move: 0, legal: [1, 2], then: null, log: [line(0, "e4")], can: ["play"], asks: [], declined: [], reopened: null, chat: [], muted: [],
    result: null, sheet: null, hands: null, rematch: null, online: [true, true], abandoned_at: [null, null],
    watchers: 0, ...more,
  };
}

function delta(seq: number, more: Partial<Delta> = {}): Delta {
  return { type: "delta", table: "k3J", seq, set: {}, ...more };
}

function storeAt(seq: number) {
  const resync = vi.fn();
  const store = new TableStore("k3J", resync);
  store.take(snapshot(seq));
  return { store, resync };
}

test("a delta sets fields, changes the view, cuts and adds to the log, adds to the chat", () => {
  const { store } = storeAt(5);
  const said = { guest: "b", name: "Bruno", seat: 1, text: "ciao", at: 1 };
  store.take(
    delta(6, {
      set: { ply: 9, to_move: 1, legal: null },
      view: { scores: [2, 0] },
      log_from: 0,
      log: [line(0, "e4"), line(1, "d2")],
      chat: [said],
    }),
  );
  const now = store.state!;
  expect(now).toMatchObject({ seq: 6, ply: 9, to_move: 1, legal: null, chat: [said] });
  expect(now.view).toEqual({ game: "urbino", scores: [2, 0], buildings: [] });
  expect(now.log.map(({ text }) => text)).toEqual(["e4", "d2"]);
});

test("lines of the log are added where nothing is cut", () => {
  const next = applyDelta(snapshot(1), delta(2, { log: [line(1, "d2")] }));
  expect(next!.log.map(({ text }) => text)).toEqual(["e4", "d2"]);
});

test("a log can get shorter: a turn was taken back", () => {
  expect(applyDelta(snapshot(1), delta(2, { log_from: 0, log: [] }))!.log).toEqual([]);
});

test("the view that a delta sets is the one its changes go to", () => {
  const begun = applyDelta(
    snapshot(1, { view: null }),
    delta(2, { set: { view: { game: "urbino", scores: [0, 0] } }, view: { turn: 1 } }),
  );
  expect(begun!.view).toEqual({ game: "urbino", scores: [0, 0], turn: 1 });
});

test("what was there before is not changed in place", () => {
  const before = snapshot(1);
  applyDelta(before, delta(2, { set: { to_move: 1 }, view: { scores: [9, 9] }, log_from: 0 }));
  expect(before).toEqual(snapshot(1));
});

test("a gap asks for a snapshot once, and nothing is believed until it comes", () => {
  const { store, resync } = storeAt(5);
  store.take(delta(7, { set: { to_move: 1 } }));
  store.take(delta(8, { set: { to_move: 0 } }));
  expect(resync).toHaveBeenCalledTimes(1);
  expect(store.state!.seq).toBe(5);
  store.take(snapshot(8));
  store.take(delta(9, { set: { to_move: 1 } }));
  expect(store.state).toMatchObject({ seq: 9, to_move: 1 });
});

test("joined deltas say since when they hold", () => {
  const { store, resync } = storeAt(5);
  store.take(delta(8, { since: 5, set: { ply: 8 } }));
  expect(store.state).toMatchObject({ seq: 8, ply: 8 });
  store.take(delta(12, { since: 9, set: { ply: 12 } }));
  expect(resync).toHaveBeenCalledTimes(1);
});

test("old news changes nothing", () => {
  const { store, resync } = storeAt(5);
  store.take(delta(5, { set: { to_move: 1 } }));
  store.take(delta(4, { since: 2, set: { to_move: 1 } }));
  expect(store.state).toEqual(snapshot(5));
  expect(resync).not.toHaveBeenCalled();
});

test("presence has no number", () => {
  const { store } = storeAt(5);
  const here: Presence = { type: "presence", table: "k3J", online: [true, false], abandoned_at: [null, 7], watchers: 3 };
  store.take(here);
  expect(store.state).toMatchObject({ seq: 5, online: [true, false], abandoned_at: [null, 7], watchers: 3 });
});

test("after a lost connection only a snapshot is believed", () => {
  const { store } = storeAt(5);
  store.awaitSnapshot();
  store.take(delta(6, { set: { to_move: 1 } }));
  expect(store.state!.seq).toBe(5);
  store.take(snapshot(6));
  expect(store.state!.seq).toBe(6);
});

test("nothing is believed before the first snapshot", () => {
  const store = new TableStore("k3J", () => {});
  store.take(delta(1));
  expect(store.state).toBeNull();
});

test("a clock that a pause has moved is replaced, and counts from the new time", () => {
  const { store } = storeAt(5);
  const clock = { setting: { kind: "turn" as const, hours: 1 }, left: [9, 9], running: 0, at: 70, first_move_by: null, paused: false, now: 80 };
  store.take({ type: "clock", table: "k3J", clock });
  expect(store.state).toMatchObject({ seq: 5, clock });
});

test("until a snapshot comes again, nobody knows whether the clock runs", () => {
  const { store } = storeAt(5);
  expect(store.stopped).toBe(null);
  store.awaitSnapshot();
  expect(store.stopped).toBeTypeOf("number");
  store.take(snapshot(6));
  expect(store.stopped).toBe(null);
});
