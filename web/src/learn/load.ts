/** Loads what a lesson or puzzle needs: its data, its texts, and the face of the game. */
import { loadFace } from "../games";
import type { GameFace } from "../games/face";
import { ready } from "../i18n";
import { api, Refusal } from "../net";
import type { Decisions, GameFacts, Learning, Level, Puzzle } from "../protocol";
import { Positions } from "./positions.svelte";

const WORDS = import.meta.glob("../games/*/lessons/words.ts");

export interface Loaded {
  learning: Learning;
  face: GameFace;
  decisions: Decisions;
  facts: GameFacts;
  levels: Level[];
  positions: Positions;
}

/** Null if the game has no lesson. */
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
    words().then(() => ready()),
  ]);
  return { learning, face, decisions, facts, levels, positions: new Positions(game) };
}

/** A puzzle by its number: those with words are there already, others are asked for. Null if there is none. */
export function puzzleOf({ learning }: Loaded, game: string, number: number): Puzzle | null | Promise<Puzzle | null> {
  return learning.puzzles[number - 1] ?? api.puzzle(game, number).catch(none);
}

function none(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
