/** Which puzzle a day has: the games take turns, and so do the puzzles of each. */

import type { GameName } from "../protocol";

const DAY = 86_400_000;

/** The game of a day, and how many days it has had before. */
export function puzzleOn(now: number, games: readonly GameName[]): { game: GameName; turn: number } {
  const day = Math.floor(now / DAY);
  return { game: games[day % games.length]!, turn: Math.floor(day / games.length) };
}
