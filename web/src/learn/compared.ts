/** What is said about a move: praise, or what a search thinks of it, in wins of a hundred games. */
import type { Riddle } from "./riddle.svelte";

export const percent = (value: number): number => Math.round(100 * value);

/** A quick search may overrate a move; the long search of the puzzle sets the limit. */
export function worthOf({ tried, puzzle }: Riddle): number | null {
  return tried?.value == null ? null : Math.min(percent(tried.value), percent(puzzle.rival_value));
}

const PRAISE = ["learn.praise.0", "learn.praise.1", "learn.praise.2", "learn.praise.3", "learn.praise.4"] as const;

/** Praise changes from step to step. */
export const praiseAt = (step: number) => PRAISE[step % PRAISE.length]!;
