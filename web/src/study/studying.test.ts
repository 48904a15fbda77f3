/** A studied game of three turns: the first has two decisions, the others one each. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Choice, Judgement, Progress, Replay, Step } from "../protocol";

const step = (seat: number | null, turn: number, does: string | null): Step => ({
  seat, turn, does: does === null ? null : { does }, text: "", squares: [], to_move: 0, scores: [], view: {},
});
const REPLAY: Replay = {
  contrada_replay: 1, game: "town", options: {}, title: "", seats: ["Ada", "Bruno"], seat: null, result: null,
  steps: [step(null, 0, null), step(0, 1, "walk"), step(0, 1, "build"), step(1, 2, "skip"), step(0, 3, "skip")],
};
const choice = (decision: number, value: number): Choice => ({
  decision, does: { does: `d${decision}` }, rest: [], then: [], text: "", value, share: 0.5, certain: false, turns: [], line: [decision],
});
const judged = (ply: number, seat: number, loss: number): Judgement => ({
  ply, turn: 1, seat, played: choice(1, 0.5 - loss), choices: [choice(2, 0.5)], before: [0.5, 0.5], after: [0.4, 0.6], loss,
});
const whole = (done: number): Progress => ({
  id: "a1", done, total: 3, is_over: done === 3,
  analysis: {
    judgements: [judged(0, 0, 0.1), judged(2, 1, 0), judged(3, 0, 0.3)].slice(0, done),
    course: [[0, [0.5, 0.5]], [2, [0.4, 0.6]]], turning_points: done === 3 ? [2, 0] : [0], given_away: [0.2, 0], accuracy: [0.8, 1],
  },
});

const { Studying } = await import("./studying.svelte");
let asked: { path: string; body: Record<string, unknown> }[];
let refuses = "";

beforeEach(() => {
  asked = [];
  refuses = "";
  vi.stubGlobal("window", globalThis); // toasts use its timers
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string } = {}) => {
    const told = JSON.parse(body ?? "{}") as { source?: { ply: number }; decisions?: number[] };
    asked.push({ path, body: told as Record<string, unknown> });
    if (refuses) return new Response(JSON.stringify({ reason: refuses }), { status: 503 });
    const answers: Record<string, unknown> = {
      "/api/analyses": whole(1), "/api/analyses/a1": whole(3),
      "/api/study": { ply: 0, seq: (told.source?.ply ?? 0) + (told.decisions?.length ?? 0), to_move: 0, seats: [], log: [] },
      "/api/study/advice": { seat: 0, values: [0.7, 0.3], choices: [choice(5, 0.7)], iterations: 1, seconds: 1 },
    };
    return new Response(JSON.stringify(answers[path]), { status: 200 });
  });
});

async function begun() {
  const studying = new Studying({ kind: "table", table: "k3J", ply: null }, REPLAY, null);
  await studying.go(0);
  return studying;
}

test("steps lead from turn to turn, and from within one to its ends", async () => {
  const studying = await begun();
  expect([studying.line, studying.atStart]).toEqual([-1, true]);
  await studying.step(1);
  expect([studying.at, studying.line]).toEqual([2, 0]);
  await studying.go(1);
  expect(studying.isWithin).toBe(true);
  await studying.step(-1);
  expect(studying.at).toBe(0);
  await studying.go(1);
  await studying.step(1);
  expect(studying.at).toBe(2);
  await studying.go(99);
  expect([studying.at, studying.atEnd]).toEqual([4, true]);
  await studying.step(1);
  expect(studying.at).toBe(4);
  expect(asked.at(-1)!.body.source).toEqual({ kind: "table", table: "k3J", ply: 4 });
});

test("what is tried is left by the way back, and the place in the game stays", async () => {
  const studying = await begun();
  await studying.go(2);
  await studying.table.play([7]);
  expect([studying.isExploring, studying.at]).toEqual([true, 2]);
  await studying.step(-1);
  expect([studying.isExploring, studying.at]).toEqual([false, 2]);
});

test("an analysis is asked for until it is whole", async () => {
  vi.useFakeTimers();
  const studying = await begun();
  const followed = studying.follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(studying.progress).toMatchObject({ done: 1 });
  expect(studying.turning.map(({ ply }) => ply)).toEqual([0]);
  await vi.advanceTimersByTimeAsync(2000);
  await followed;
  expect(studying.turning.map(({ ply }) => ply)).toEqual([0, 3]);
  expect(asked.filter(({ path }) => path === "/api/analyses/a1").length).toBe(1);
  vi.useRealTimers();
});

test("turning points before and after are found, and the position shown is judged", async () => {
  const studying = await begun();
  studying.progress = whole(3);
  await studying.go(2);
  expect(studying.nextTurning!.ply).toBe(3);
  expect(studying.previousTurning!.ply).toBe(0);
  expect(studying.judgement!.seat).toBe(1);
  expect(studying.told).toMatchObject({ seat: 1, values: [0.5, 0.5], played: { decision: 1 } });
  expect(studying.expected(3)).toEqual([0.4, 0.6]);
  await studying.go(3);
  expect(studying.nextTurning).toBeNull();
});

test("what was played is told with the rest of its turn", async () => {
  const studying = await begun();
  expect(studying.played(judged(0, 0, 0)).deeds).toEqual([{ does: "walk" }, { does: "build" }]);
  expect(studying.played(judged(1, 0, 0)).deeds).toEqual([{ does: "build" }]);
});

test("a position that nobody has judged can be searched, and is remembered", async () => {
  const studying = await begun();
  await studying.table.play([7]);
  expect(studying.isUntold).toBe(true);
  await studying.think();
  expect(studying.told).toMatchObject({ values: [0.7, 0.3], played: null });
  expect(asked.at(-1)!.body).toMatchObject({ decisions: [7], seconds: 0.5 });
  await studying.back();
  expect(studying.isUntold).toBe(true);
  await studying.table.play([7]);
  expect(studying.isUntold).toBe(false);
});

test("a position that does not come leaves one where one was", async () => {
  const studying = await begun();
  refuses = "busy";
  await studying.go(2);
  expect(studying.at).toBe(0);
});

test("an analysis that does not come can be asked for again", async () => {
  const studying = await begun();
  refuses = "busy";
  await studying.follow();
  expect(studying.failed).toBe("other");
});

test("there is no analysis of a game that people are playing", async () => {
  const studying = await begun();
  refuses = "playing";
  await studying.follow();
  expect(studying.failed).toBe("playing");
});

test("nothing is thought about a position before it is shown", async () => {
  const studying = await begun();
  const going = studying.go(2);
  await studying.think();
  expect(asked.some(({ path }) => path === "/api/study/advice")).toBe(false);
  expect(studying.isUntold).toBe(false);
  await going;
  expect(studying.isUntold).toBe(true);
});

test("a look that nobody asked for changes nothing where the analysis has spoken meanwhile", async () => {
  const studying = await begun();
  const looking = studying.think();
  studying.progress = whole(1);
  await looking;
  expect(studying.told!.choices).toEqual([choice(2, 0.5)]);
  await studying.think(true);
  expect(studying.told!.choices).toEqual([choice(5, 0.7)]);
});

test("what was better is not shown on the board before the board is there", async () => {
  const studying = await begun();
  studying.progress = whole(3);
  const going = studying.showBetter(studying.judgements[2]!);
  expect(studying.at).toBe(3);
  expect([studying.pinned, studying.told!.seat, studying.told!.choices[0]!.decision]).toEqual([null, 0, 2]);
  await going;
  expect(studying.pinned).toBe(0);
});
