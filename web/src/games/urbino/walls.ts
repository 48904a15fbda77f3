/** Which districts have changed hands since the position before. */

import { walled, type Lettered } from "./reading";
import type { View } from "../../protocol";

export interface Wall extends Lettered {
  key: string;
  tells: () => boolean; // somebody has just begun to score it: worth telling
}

const NEWS = 1000; // milliseconds; what comes back into sight later is none

/** The districts of a position that is only thought of: nothing is told of them. */
export function asWalls(view: View): Wall[] {
  return walled(view).map((district) => ({ ...district, key: district.squares.join(), tells: () => false }));
}

/** Remembers who scored what; ask once per position. */
export class Walls {
  #before: Map<string, number | null> | null = null;
  #view: View | null = null;
  #walls: Wall[] = [];

  of(view: View): Wall[] {
    if (view === this.#view) return this.#walls;
    const before = this.#before;
    const begun = performance.now();
    this.#walls = asWalls(view).map((district) => {
      const { scorer, squares } = district;
      const changed = scorer !== null && !squares.some((square) => before?.get(square) === scorer);
      return { ...district, tells: () => before !== null && changed && performance.now() - begun < NEWS };
    });
    this.#before = new Map(
      this.#walls.flatMap(({ squares, scorer }) => squares.map((square) => [square, scorer] as const)),
    );
    this.#view = view;
    return this.#walls;
  }
}
