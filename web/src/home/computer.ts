/** Starts a game against the computer, and remembers what was chosen. */
import { api, needGuest, readiness } from "../net";
import type { ClockSetting, GameFacts, NewTable } from "../protocol";
import { go } from "../router";
import { keep, recall } from "../shell/kept";

const KEPT = "contrada.computer";
const FIRST_LEVEL = 1; // new players begin against the weakest

export interface Remembered {
  game: string | null;
  level: number;
  opponents: Record<string, number>; // by game
}

const NOTHING: Remembered = { game: null, level: FIRST_LEVEL, opponents: {} };

export const remembered = (text?: string | null): Remembered => recall(KEPT, NOTHING, text);

/** What was just played, as far as another game may keep it. */
export interface Played {
  game: string;
  seats: number;
  level: number | null; // of the bots
  clock: ClockSetting | null;
}

function remember(game: string, level: number, opponents: number): void {
  keep(KEPT, { game, level, opponents: { ...remembered().opponents, [game]: opponents } } satisfies Remembered);
}

/** The game to preselect: the last one played, unless it isn't ready yet and another one is. */
export function firstChoice(games: GameFacts[], latest: string | null): string {
  const names = games.map(({ name }) => name);
  const wished = latest !== null && names.includes(latest) ? [latest, ...names] : names;
  return wished.find((name) => readiness.isPlayable(name)) ?? wished[0] ?? "";
}

/** How many opponents to preselect: as many as last time, if the game has that many seats. */
export function opponentsOf(facts: GameFacts, memory: Remembered): number {
  const [fewest, most] = facts.seats;
  return Math.min(Math.max(memory.opponents[facts.name] ?? fewest - 1, fewest - 1), most - 1);
}

export function against(game: string, level: number, opponents: number, clock: ClockSetting | null): NewTable {
  const bots = Array.from({ length: opponents }, () => ({ kind: "bot" as const, level }));
  return { game, options: {}, seats: [{ kind: "me" }, ...bots], listed: false, clock, random_seats: true };
}

export async function play(game: string, level: number, opponents: number, clock: ClockSetting | null = null): Promise<void> {
  await needGuest();
  const table = await api.makeTable(against(game, level, opponents, clock));
  remember(game, level, opponents);
  go(`/t/${table.id}`);
}
