import { expect, it, vi } from "vitest";
import { Film } from "../replay/film";
import type { LogLine, Replay, Snapshot } from "../protocol";
import { Lookback, START } from "./lookback.svelte";

const line = (ply: number, does = `d${ply}`): LogLine => ({
  seat: ply % 2,
  ply,
  does: [{ does }],
  text: does,
  squares: [],
  done: true,
});

/** A film of these turns, each of one decision, with a seat's hand. */
function filmOf(log: LogLine[], hand?: string): Film {
  const seen = (at: number) => (hand === undefined ? { at } : { at, hand });
  const steps = log.map(({ seat, ply, does }) => ({
    seat, turn: ply, does: does[0]!, text: "", squares: [], to_move: null, scores: [], view: seen(ply),
  }));
  const start = { seat: null, turn: 0, does: null, text: "", squares: [], to_move: 0, scores: [], view: seen(0) };
  return new Film({ steps: [start, ...steps] } as unknown as Replay);
}

function table(count: number) {
  const now = { table: "t", you: 0, log: Array.from({ length: count }, (_, i) => line(i + 1)) };
  const fetch = vi.fn(async () => filmOf(now.log));
  return { now, fetch, lookback: new Lookback(() => now as unknown as Snapshot, fetch) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

it("fetches the game once and shows any turn of it", async () => {
  const { fetch, lookback } = table(4);
  lookback.go(1);
  expect(lookback.view).toBeNull();
  await settled();
  expect(lookback.view).toEqual({ at: 2 });
  lookback.step(-1);
  expect(lookback.view).toEqual({ at: 1 });
  lookback.go(START);
  expect(lookback.view).toEqual({ at: 0 });
  lookback.step(-1);
  expect(lookback.at).toBe(START);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it("the latest turn is the game as it is", () => {
  const { lookback } = table(4);
  lookback.go(3);
  expect(lookback.at).toBeNull();
  lookback.step(-1);
  expect(lookback.at).toBe(2);
  lookback.step(1);
  expect(lookback.at).toBeNull();
});

it("fetches again for turns played since, and after one was taken back", async () => {
  const { now, fetch, lookback } = table(3);
  lookback.go(0);
  await settled();
  now.log.push(line(4), line(5));
  lookback.follow();
  await settled();
  expect(fetch).toHaveBeenCalledTimes(1);
  lookback.go(3);
  await settled();
  expect(fetch).toHaveBeenCalledTimes(2);
  now.log.splice(2, 3, line(3, "other"), line(4, "other"), line(5), line(6));
  lookback.go(2);
  await settled();
  expect(fetch).toHaveBeenCalledTimes(3);
});

it("returns to the game when the turn looked at is taken back", () => {
  const { now, lookback } = table(4);
  lookback.go(2);
  now.log.length = 2;
  lookback.follow();
  expect(lookback.at).toBeNull();
});

/** Two players at one screen who hide their hands from each other. */
function shared() {
  const now = { table: "t", you: 0, log: [line(1), line(2), line(3)] };
  const hands = ["Ada's", "Carla's"];
  const lookback = new Lookback(
    () => now as unknown as Snapshot,
    async (_, seat) => filmOf(now.log, hands[seat!]),
  );
  const pass = () => {
    now.you = 1;
    now.log.push(line(now.log.length + 1));
    lookback.follow();
  };
  return { lookback, pass };
}

it("who takes the screen over sees the game as it is", async () => {
  const { lookback, pass } = shared();
  lookback.go(0);
  await settled();
  expect(lookback.view).toEqual({ at: 1, hand: "Ada's" });
  pass();
  expect(lookback.at).toBeNull();
});

it("nobody looks back through the eyes of another", async () => {
  const { lookback, pass } = shared();
  lookback.go(0);
  await settled();
  lookback.go(null);
  pass();
  lookback.go(0);
  expect(lookback.view).toBeNull();
  await settled();
  expect(lookback.view).toEqual({ at: 1, hand: "Carla's" });
});

it("nor if the screen is passed on before the film has come", async () => {
  const { lookback, pass } = shared();
  lookback.go(0);
  pass();
  lookback.go(0);
  await settled();
  expect(lookback.view).toEqual({ at: 1, hand: "Carla's" });
});

it("says when nothing came", async () => {
  const { now } = table(3);
  const lookback = new Lookback(() => now as unknown as Snapshot, () => Promise.reject(new Error()));
  lookback.go(0);
  await settled();
  expect(lookback.failed).toBe(true);
});
