/** The faces of the games, each loaded when it is first needed. */

import type { GameName } from "../protocol";
import type { GameFace } from "./face";

export type { BoardProps, Choice, EntryProps, GameFace, Prompt, SupplyProps, Toggle, WorthProps } from "./face";

const LOADERS: Record<GameName, () => Promise<{ face: GameFace }>> = {
  urbino: () => import("./urbino"),
  urtown: () => import("./urtown"),
  urbania: () => import("./urbania"),
  urbe: () => import("./urbe"),
};

const loaded = new Map<GameName, Promise<GameFace>>();

/** Load how a game looks. A game without a board of its own gets a plain one. */
export function loadFace(game: GameName): Promise<GameFace> {
  let face = loaded.get(game);
  if (!face) {
    const load = LOADERS[game] ?? (() => import("./plain"));
    face = load().then((module) => module.face);
    face.catch(() => loaded.delete(game)); // a lost connection: try again next time
    loaded.set(game, face);
  }
  return face;
}
