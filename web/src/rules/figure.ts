/** A position to draw, as `python -m docs.figures` writes it. */

import type { GameFace } from "../games/face";
import { Choosing } from "../table/choosing.svelte";
import type { Decision, Parts, Picks, View } from "../protocol";

export interface FigureData {
  parts: string[]; // parts of the face (pieces.ts)
  view: View;
  you: number | null;
  choices: { parts: Parts[]; implied: Decision[]; legal: Decision[]; then: Record<string, Decision[]> } | null;
  picks: Picks;
  gathers: Picks[]; // towards a payment
  show: Record<string, boolean>;
  layout: "half" | "large" | "full";
}

/** The figure's choices for the board, with the figure's picks made. */
export function choosingOf({ choices, picks, gathers, view }: FigureData, face?: Pick<GameFace, "rows">): Choosing | null {
  if (!choices) return null;
  const choosing = new Choosing({ game: view.game, parts: choices.parts, implied: choices.implied });
  choosing.update(0, choices.legal, choices.then, face?.rows?.(view));
  if (Object.keys(picks).length) choosing.pick(picks);
  for (const one of gathers) choosing.gather(one);
  return choosing;
}
