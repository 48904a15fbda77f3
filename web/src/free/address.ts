/** The address of a free board: the game, the line played, and where it began. `/study/urbe/12-45?seats=3&seed=7`. */

import type { Decision, GameFacts, Options, PositionSource, StartSource } from "../protocol";
import { readLine, writeLine } from "../study/address";

export type FreeSource = PositionSource | StartSource;

export function freeAddress(source: FreeSource, line: Decision[]): string {
  const wanted = new URLSearchParams(Object.entries(source.options ?? {}).map(([name, value]) => [name, String(value)]));
  if (source.kind === "position") wanted.set("position", source.text);
  else {
    if (source.seats != null) wanted.set("seats", String(source.seats));
    if (source.seed !== undefined) wanted.set("seed", source.seed);
  }
  const [path, search] = [writeLine(line), wanted.toString()];
  return `/study/${source.game}${path && `/${path}`}${search && `?${search}`}`;
}

export interface Wanted {
  source: FreeSource;
  line: Decision[];
  isWhole: boolean; // everything in the address made sense
}

/** Reads what follows the name of the game. What makes no sense is left out. */
export function readFree(facts: GameFacts, text: string): Wanted {
  const [path = "", search = ""] = text.split("?");
  const wanted = new URLSearchParams(search);
  const line = readLine(path);
  const options = optionsOf(facts, wanted);
  const position = wanted.get("position");
  if (position) {
    const source = { kind: "position" as const, game: facts.name, options: options.read, text: position };
    return { source, line: line ?? [], isWhole: line !== null && options.isWhole };
  }
  const [seats, seed] = [wanted.get("seats"), wanted.get("seed")];
  const [fits, deals] = [seats === null || isSize(facts, seats), seed === null || /^\d{1,39}$/.test(seed)];
  const source: StartSource = {
    kind: "start", game: facts.name, options: options.read,
    seats: seats !== null && fits ? Number(seats) : facts.seats[0],
    seed: seed !== null && deals ? seed : facts.chance ? randomSeed() : "0",
  };
  return { source, line: line ?? [], isWhole: line !== null && options.isWhole && fits && deals };
}

function isSize({ seats: [fewest, most] }: GameFacts, text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= fewest && Number(text) <= most;
}

function optionsOf({ options }: GameFacts, wanted: URLSearchParams): { read: Options; isWhole: boolean } {
  const read: Options = {};
  let isWhole = true;
  for (const { name, values } of options) {
    const text = wanted.get(name);
    const found = values.find((value) => String(value) === text);
    if (found !== undefined) read[name] = found;
    else if (text !== null) isWhole = false;
  }
  return { read, isWhole };
}

/** Short, since it is part of an address; what is dealt needn't be secret here. */
export function randomSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}
