/** Lessons and puzzles as the server tells them; the words that go with them are ours, by id. */
import type { Decision, Options, Parts, Source } from "../protocol";

/** Some parts of a decision; whatever else it has does not matter. */
export type Wanted = Record<string, string | number>;

export interface Step {
  id: string;
  kind: "look" | "do" | "forbidden";
  position: string | null; // the board is set up anew
  points: string[]; // squares to point at
  expects: Wanted[][]; // for each decision, any of these
  tries: Wanted | null; // what to try
  rule: string | null; // that refuses it
  replies: Decision[][]; // turns of the other seats
}
export interface Lesson {
  options: Options;
  seats: number;
  seat: number; // of the one who learns
  steps: Step[];
}
export interface Puzzle {
  id: string;
  options: Options;
  position: string;
  seat: number;
  best: Decision[][]; // any of these
  value: number; // result to expect of it, 0 to 1
  rival: Decision[]; // the best of the others
  rival_value: number;
  source: string;
}
/** What there is to learn of a game. */
export interface Learning {
  lesson: Lesson;
  puzzles: Puzzle[];
}

export function sourceOf(game: string, options: Options, text: string): Source {
  return { kind: "position", game, options, text };
}

export function agrees(parts: Parts, wanted: Wanted): boolean {
  return Object.entries(wanted).every(([key, value]) => parts[key] === value);
}
