/** The faces of the games, each loaded when it is first needed. */

import { ready } from "../i18n";
import type { GameName } from "../protocol";
import type { GameFace } from "./face";

export type { BoardProps, Choice, EntryProps, GameFace, Prompt, SupplyProps, Toggle, WorthProps } from "./face";

const FACES = import.meta.glob<{ face: GameFace }>(["./*/index.ts", "!./plain/index.ts"]);

const loaded = new Map<GameName, Promise<GameFace>>();

/** Load how a game looks, and its words. A game without a board of its own gets a plain one. */
export function loadFace(game: GameName): Promise<GameFace> {
  let face = loaded.get(game);
  if (!face) {
    const load = FACES[`./${game}/index.ts`] ?? (() => import("./plain"));
    face = load().then(async (module) => {
      await ready();
      return module.face;
    });
    face.catch(() => loaded.delete(game)); // a lost connection: try again next time
    loaded.set(game, face);
  }
  return face;
}
