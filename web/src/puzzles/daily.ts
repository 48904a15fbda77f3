/** The puzzle of the day, the same for everyone: the games take turns, and so do the puzzles of each. */

import type { GameName } from "../protocol";

const DAY = 86_400_000;
const GOLDEN = 0.618034;

export interface Streak {
  day: number; // of the latest puzzle of the day that was solved
  days: number; // in a row until then
  best: number;
}

/** The number of a day: everywhere the same, it begins at midnight in Greenwich. */
export const dayOf = (now: number): number => Math.floor(now / DAY);

/** The game of a day, and how many days it has had before. */
export function puzzleOn(now: number, games: readonly GameName[]): { game: GameName; turn: number } {
  const day = dayOf(now);
  return { game: games[day % games.length]!, turn: Math.floor(day / games.length) };
}

/** Which of so many has its turn: every one comes once, and neighbours, which are alike, come far from each other. */
export function placeOf(turn: number, many: number): number {
  let step = Math.max(1, Math.round(many * GOLDEN));
  while (divisor(step, many) > 1) step += 1;
  return (turn * step) % many;
}

function divisor(one: number, other: number): number {
  return other ? divisor(other, one % other) : one;
}

/** The streak after the puzzle of a day was solved. */
export function continued(streak: Streak, day: number): Streak {
  if (day <= streak.day) return streak;
  const days = day === streak.day + 1 ? streak.days + 1 : 1;
  return { day, days, best: Math.max(days, streak.best) };
}

/** How many days in a row it is, if today can still be one of them. */
export const lasting = ({ day, days }: Streak, today: number): number => (day >= today - 1 ? days : 0);
