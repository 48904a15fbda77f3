/** Today's puzzle, for whoever asks the server. */
import { GAMES } from "../games/manifest";
import { api } from "../net";
import type { GameName } from "../protocol";
import { placeOf, puzzleOn } from "./daily";

/** Null if the game has no puzzle. */
export async function todays(now: number): Promise<{ game: GameName; number: number } | null> {
  const { game, turn } = puzzleOn(now, GAMES);
  const [{ puzzles: told }, { puzzles: found }] = await Promise.all([api.lessons(game), api.puzzles(game)]);
  if (found.length) return { game, number: found[placeOf(turn, found.length)]!.number };
  return told.length ? { game, number: 1 + placeOf(turn, told.length) } : null;
}
