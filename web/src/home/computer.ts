/** A game against the computer, and what was chosen the last time. */
import { api, needGuest } from "../net";
import type { GameFacts, NewTable } from "../protocol";
import { go } from "../router";

const KEPT = "contrada.computer";
const USUAL_LEVEL = 3;

export interface Remembered {
  game: string | null;
  level: number;
  opponents: Record<string, number>; // by game
}

export function remembered(text: string | null = kept()): Remembered {
  const usual: Remembered = { game: null, level: USUAL_LEVEL, opponents: {} };
  try {
    return { ...usual, ...(JSON.parse(text ?? "{}") as Partial<Remembered>) };
  } catch {
    return usual;
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function remember(game: string, level: number, opponents: number): void {
  const before = remembered();
  const now: Remembered = { game, level, opponents: { ...before.opponents, [game]: opponents } };
  try {
    localStorage.setItem(KEPT, JSON.stringify(now));
  } catch {
    /* then it is asked again */
  }
}

/** How many opponents to begin with: as the last time, if the game seats so many. */
export function opponentsOf(facts: GameFacts, memory: Remembered): number {
  const [fewest, most] = facts.seats;
  return Math.min(Math.max(memory.opponents[facts.name] ?? fewest - 1, fewest - 1), most - 1);
}

export function against(game: string, level: number, opponents: number): NewTable {
  const bots = Array.from({ length: opponents }, () => ({ kind: "bot" as const, level }));
  return { game, options: {}, seats: [{ kind: "me" }, ...bots], listed: false, clock: null, random_seats: true };
}

export async function play(game: string, level: number, opponents: number): Promise<void> {
  await needGuest();
  const table = await api.makeTable(against(game, level, opponents));
  remember(game, level, opponents);
  go(`/t/${table.id}`);
}
