/** Helpers for lessons and puzzles: the server sends the positions, the page has the texts. */
import type { Options, Parts, Picks, Source } from "../protocol";

export function sourceOf(game: string, options: Options, text: string): Source {
  return { kind: "position", game, options, text };
}

export function agrees(parts: Parts, wanted: Picks): boolean {
  return Object.entries(wanted).every(([key, value]) => parts[key] === value);
}
