/** What a lesson or a puzzle needs: its data, its words, and how the game looks. */
import { loadFace } from "../games";
import type { GameFace } from "../games/face";
import { api } from "../net";
import type { Decisions, GameFacts, Learning, Level } from "../protocol";

const WORDS = import.meta.glob("../games/*/lessons/words.ts");

export interface Loaded {
  learning: Learning;
  face: GameFace;
  decisions: Decisions;
  facts: GameFacts;
  levels: Level[];
}

/** Null if there is nothing to learn of such a game. */
export async function load(game: string): Promise<Loaded | null> {
  const words = WORDS[`../games/${game}/lessons/words.ts`];
  if (!words) return null;
  const { games, levels } = await api.games();
  const facts = games.find((one) => one.name === game);
  if (!facts) return null;
  const [learning, face, decisions] = await Promise.all([
    api.lessons(game),
    loadFace(game),
    api.decisions(game),
    words(),
  ]);
  return { learning, face, decisions, facts, levels };
}
