import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LogLine } from "../../protocol";
import { settings } from "../settings.svelte";
import { BEFORE, Recap, STEP } from "./recap.svelte";

const line = (seat: number, ply: number): LogLine => ({ seat, ply, does: [], text: "", squares: [`s${ply}`], done: true });

/** A table at which you are seat 0, and three others have moved since. */
function table({ film = true, isStill = false } = {}) {
  const looked: (number | null)[] = [];
  const now = {
    log: [line(0, 1), line(1, 2), line(2, 3), line(3, 4)],
    isKept: true,
    isLooking: false,
    isOwn: (seat: number) => seat === 0,
    hurry: vi.fn(),
    lookback: { fetch: vi.fn(async () => film), go: (to: number | null) => void looked.push(to) },
  };
  return { now, looked, recap: new Recap(now, () => isStill) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  settings.pace = "normal";
});

it("shows the position before, then one turn at a time, then the table as it is", async () => {
  const { recap, looked } = table();
  await recap.play();
  expect([recap.at, recap.step, recap.changes]).toEqual([0, null, []]);
  vi.advanceTimersByTime(BEFORE);
  expect(recap.step?.seat).toBe(1);
  expect(recap.changes).toHaveLength(1);
  vi.advanceTimersByTime(STEP.normal);
  expect(recap.changes.map(({ number, seat }) => [number, seat])).toEqual([[1, 1], [2, 2]]);
  vi.advanceTimersByTime(2 * STEP.normal);
  expect(recap.at).toBeNull();
  expect(recap.changes).toHaveLength(3); // marked until you act
  expect(looked).toEqual([0, 1, 2, 3, null]);
});

it("is skipped by a press, even while it waits for the film", async () => {
  const { recap, looked } = table();
  const playing = recap.play();
  recap.skip();
  await playing;
  expect(recap.at).toBeNull();
  await recap.play();
  recap.skip();
  vi.advanceTimersByTime(60_000);
  expect(recap.at).toBeNull();
  expect(looked).toEqual([0, null]);
});

it("stays at a step that is chosen, and goes on and back by arrows", async () => {
  const { recap } = table();
  await recap.show(1);
  vi.advanceTimersByTime(60_000);
  expect(recap.at).toBe(1);
  recap.move(-1);
  await vi.waitFor(() => expect(recap.at).toBe(0));
  recap.move(-1);
  await vi.waitFor(() => expect(recap.at).toBe(0));
  await recap.show(2);
  recap.move(1);
  expect(recap.at).toBeNull();
});

it("plays nothing by itself at once, without motion, or without a film", async () => {
  settings.pace = "once";
  for (const { recap } of [table(), table({ isStill: true })]) {
    await recap.begin();
    expect(recap.at).toBeNull();
    settings.pace = "normal";
  }
  const { recap } = table({ film: false });
  await recap.play();
  expect(recap.at).toBeNull();
});

it("without motion, showing again stops at the first step", async () => {
  const { recap } = table({ isStill: true });
  await recap.play();
  expect([recap.at, recap.isPlaying]).toEqual([0, false]);
});

it("marks nothing any more once you have begun your turn, but can be shown again", async () => {
  const { recap, now } = table();
  now.log = [...now.log, { ...line(0, 5), done: false }];
  expect(recap.changes).toEqual([]);
  expect(recap.steps).toHaveLength(3);
});
