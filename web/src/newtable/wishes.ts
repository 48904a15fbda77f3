/** The state of the form for a new table, and the message it becomes. It knows no game. */
import type { ClockSetting, GameFacts, NewTable, Option, Options, SeatWish } from "../protocol";

export type ClockKind = "none" | "game" | "turn";

export interface Wishes {
  options: Options;
  seats: SeatWish[];
  listed: boolean;
  hints: boolean; // only for one person among bots
  random: boolean;
  clock: ClockKind;
  minutes: number;
  increment: number;
  hours: number;
}

export const MINUTES = [3, 5, 10, 15, 20, 30, 45, 60, 90];
export const INCREMENTS = [0, 2, 5, 10, 20, 30, 60];
export const HOURS = [1, 3, 8, 12, 24, 48, 72, 168];

/** The first value of an option is its default. */
function usual(options: Option[]): Options {
  return Object.fromEntries(options.map(({ name, values }) => [name, values[0] ?? false]));
}

export function begin(facts: GameFacts, level: number | null, listed: boolean): Wishes {
  const other: SeatWish = level === null ? { kind: "open" } : { kind: "bot", level };
  const others = Array.from({ length: facts.seats[0] - 1 }, () => other);
  return {
    options: usual(facts.options),
    seats: [{ kind: "me" }, ...others],
    listed,
    hints: true,
    random: true,
    clock: "none",
    minutes: 10,
    increment: 5,
    hours: 24,
  };
}

/** Adds or removes seats; new ones are like the last one. You keep yours. */
export function resize(seats: SeatWish[], size: number): SeatWish[] {
  const pattern = seats.findLast(({ kind }) => kind !== "me") ?? { kind: "open" };
  const next = Array.from({ length: size }, (_, seat) => seats[seat] ?? pattern);
  const lostMe = seats.some(({ kind }) => kind === "me") && !next.some(({ kind }) => kind === "me");
  return lostMe ? next.with(size - 1, { kind: "me" }) : next;
}

/** Fills a seat. If you move to it, your old seat becomes what the new one was. */
export function place(seats: SeatWish[], seat: number, wish: SeatWish): SeatWish[] {
  const instead = seats[seat] ?? { kind: "open" };
  const moved = wish.kind === "me" ? seats.map((each) => (each.kind === "me" ? instead : each)) : seats;
  return moved.with(seat, wish);
}

/** Options that leave a choice and whose condition holds. */
export function shown(facts: GameFacts, options: Options): Option[] {
  return facts.options.filter(({ values, needs }) => values.length > 1 && (!needs || options[needs] === true));
}

export function clockOf({ clock, minutes, increment, hours }: Pick<Wishes, "clock" | "minutes" | "increment" | "hours">): ClockSetting | null {
  if (clock === "game") return { kind: "game", minutes, increment };
  if (clock === "turn") return { kind: "turn", hours };
  return null;
}

export function tableOf(facts: GameFacts, wishes: Wishes): NewTable {
  const names = shown(facts, wishes.options).map(({ name }) => name);
  return {
    game: facts.name,
    options: Object.fromEntries(names.map((name) => [name, wishes.options[name] ?? false])),
    seats: wishes.seats,
    listed: wishes.listed && isOpen(wishes),
    hints: wishes.hints && mayHint(wishes),
    clock: clockOf(wishes),
    random_seats: wishes.random,
  };
}

export function isOpen({ seats }: Pick<Wishes, "seats">): boolean {
  return seats.some(({ kind }) => kind === "open");
}

/** Hints are only for one person among bots, so that nobody else is at a disadvantage. */
export function mayHint({ seats }: Pick<Wishes, "seats">): boolean {
  return seats.some(({ kind }) => kind === "me") && seats.every(({ kind }) => kind === "me" || kind === "bot");
}
