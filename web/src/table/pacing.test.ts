import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Snapshot } from "../protocol";
import { PACE, Pacing } from "./pacing.svelte";

const at = (ply: number, seat = 1): Snapshot =>
  ({ ply, you: 0, log: [{ seat, ply, does: [], text: "", squares: [], done: true }] }) as unknown as Snapshot;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("shows what comes alone at once", () => {
  const pacing = new Pacing(() => false);
  pacing.take(at(1));
  expect(pacing.shown?.ply).toBe(1);
  pacing.take(at(2));
  expect(pacing.shown?.ply).toBe(2);
});

it("shows what others do one after another", () => {
  const pacing = new Pacing(() => false);
  for (const ply of [1, 2, 3, 4]) pacing.take(at(ply));
  expect(pacing.shown?.ply).toBe(2);
  vi.advanceTimersByTime(PACE);
  expect(pacing.shown?.ply).toBe(3);
  vi.advanceTimersByTime(PACE);
  expect(pacing.shown?.ply).toBe(4);
});

it("is skipped by a press", () => {
  const pacing = new Pacing(() => false);
  for (const ply of [1, 2, 3, 4]) pacing.take(at(ply));
  pacing.skip();
  expect(pacing.shown?.ply).toBe(4);
  vi.advanceTimersByTime(5 * PACE);
  expect(pacing.shown?.ply).toBe(4);
});

it("never waits after one's own move, nor for those who want no motion", () => {
  const own = new Pacing(() => false);
  own.take(at(1));
  own.take(at(2, 0));
  own.take(at(3));
  expect(own.shown?.ply).toBe(3);
  const still = new Pacing(() => true);
  for (const ply of [1, 2, 3]) still.take(at(ply));
  expect(still.shown?.ply).toBe(3);
});

it("drops what waits when one has moved on", () => {
  const pacing = new Pacing(() => false);
  for (const ply of [1, 2, 3, 4]) pacing.take(at(ply));
  pacing.take(at(5, 0));
  expect(pacing.shown?.ply).toBe(5);
  vi.advanceTimersByTime(5 * PACE);
  expect(pacing.shown?.ply).toBe(5);
});

it("gives up following what is too fast", () => {
  const pacing = new Pacing(() => false);
  for (let ply = 1; ply <= 9; ply += 1) pacing.take(at(ply));
  expect(pacing.shown?.ply).toBe(8);
});

it("takes news of the same position without waiting", () => {
  const pacing = new Pacing(() => false);
  pacing.take(at(1));
  pacing.take(at(2));
  const news = { ...at(2), watchers: 3 } as Snapshot;
  pacing.take(news);
  expect(pacing.shown).toBe(news);
  pacing.take(at(3));
  pacing.take({ ...at(3), watchers: 4 } as Snapshot);
  vi.advanceTimersByTime(PACE);
  expect(pacing.shown?.watchers).toBe(4);
});

it("shows what still comes of one turn in one step", () => {
  const part = (ply: number, done = false): Snapshot =>
    ({ ply, you: 0, log: [{ seat: 1, ply, does: [], text: "", squares: [], done }] }) as unknown as Snapshot;
  const pacing = new Pacing(() => false);
  pacing.take(at(1));
  pacing.take(at(2));
  for (const ply of [3, 4, 5, 6, 7, 8, 9]) pacing.take(part(ply, ply === 9));
  expect(pacing.shown?.ply).toBe(2);
  vi.advanceTimersByTime(PACE);
  expect(pacing.shown?.ply).toBe(9);
});
