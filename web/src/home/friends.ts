/** A table for friends from few choices, and what was chosen the last time. */
import { api, needGuest } from "../net";
import { isPreset, PRESETS, type Preset } from "../newtable/clock";
import { begin, place, resize, tableOf, type Wishes } from "../newtable/wishes";
import type { GameFacts } from "../protocol";
import { go } from "../router";
import { keep, recall } from "../shell/kept";

const KEPT = "contrada.friends";

export interface Remembered {
  game: string | null;
  clock: Preset;
  players: Record<string, number>; // by game
}

const NOTHING: Remembered = { game: null, clock: "sitting", players: {} };

export function remembered(text?: string | null): Remembered {
  const kept = recall(KEPT, NOTHING, text);
  return isPreset(kept.clock) ? kept : { ...kept, clock: NOTHING.clock };
}

/** Which side is yours: that of a seat, or the lot decides. */
export type Side = number | "either";

export function invitation(facts: GameFacts, memory: Remembered): Wishes {
  const [fewest, most] = facts.seats;
  const players = Math.min(Math.max(memory.players[facts.name] ?? fewest, fewest), most);
  const wishes = begin(facts, null, false);
  return { ...wishes, ...PRESETS[memory.clock], seats: resize(wishes.seats, players) };
}

export function sideOf({ random, seats }: Wishes): Side {
  return random ? "either" : seats.findIndex(({ kind }) => kind === "me");
}

export function onSide(wishes: Wishes, side: Side): Wishes {
  if (side === "either") return { ...wishes, random: true };
  return { ...wishes, random: false, seats: place(wishes.seats, side, { kind: "me" }) };
}

/** Whether every option is as usual: the first value of each. */
export function isUsual(facts: GameFacts, { options }: Wishes): boolean {
  return facts.options.every(({ name, values }) => options[name] === (values[0] ?? false));
}

export async function invite(facts: GameFacts, wishes: Wishes, clock: Preset): Promise<void> {
  await needGuest();
  const table = await api.makeTable(tableOf(facts, wishes));
  const players = { ...remembered().players, [facts.name]: wishes.seats.length };
  keep(KEPT, { game: facts.name, clock, players } satisfies Remembered);
  go(`/t/${table.id}`);
}
