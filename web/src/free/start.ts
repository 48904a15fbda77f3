/** A replay without a decision: on a free board, every move is one that is tried. */

import type { Replay } from "../protocol";

export function emptyReplay(game: string): Replay {
  const start = { seat: null, turn: 0, does: null, text: "", squares: [], to_move: null, scores: [], view: {} };
  return { contrada_replay: 1, game, options: {}, title: "", seats: [], seat: null, result: null, steps: [start] };
}
