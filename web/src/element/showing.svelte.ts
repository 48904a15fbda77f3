/** What an element shows: a replay, and a step of it. */

import { loadFace, type GameFace } from "../games";
import type { Replay } from "../protocol";
import { Film } from "../replay/film";

export class Showing {
  film: Film | null = $state.raw(null);
  face: GameFace | null = $state.raw(null);
  failed: boolean = $state(false);
  controls: boolean = $state(false);
  readonly #told: () => void;
  #step: number = $state(0);
  #latest = 0;

  constructor(told: () => void) {
    this.#told = told;
  }

  /** The step shown, or to be shown once the replay has loaded; a step beyond the end waits for more of it. */
  get step(): number {
    return this.film ? Math.min(this.#step, this.film.length) : this.#step;
  }

  set step(wanted: number) {
    const before = this.step;
    this.#step = Number.isNaN(wanted) ? 0 : Math.max(0, Math.trunc(wanted)); // Infinity: the end
    if (this.film && this.step !== before) this.#told();
  }

  /** Shows a replay, or the one a promise brings; the latest call wins. */
  async take(replay: Replay | Promise<Replay> | null): Promise<void> {
    const turn = ++this.#latest;
    this.failed = false;
    if (replay === null) {
      this.film = null;
      return;
    }
    try {
      const known = checked(await replay);
      const face = await loadFace(known.game);
      if (turn !== this.#latest) return;
      this.face = face;
      this.film = new Film(known);
      this.#told();
    } catch (error) {
      if (turn !== this.#latest) return;
      console.error("contrada-board:", error);
      this.film = null;
      this.failed = true;
    }
  }
}

function checked(replay: Replay): Replay {
  if (replay?.contrada_replay !== 1 || !replay.steps?.length) throw new Error("this is no replay");
  return replay;
}
