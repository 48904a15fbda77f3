/** Loads a replay: from a table by its id, or from an uploaded file. */

import { loadFace } from "../games";
import { api } from "../net";
import type { Replay } from "../protocol";
import { sayFailure } from "../shell/failure";
import { Reel } from "./reel.svelte";

export class Opening {
  reel: Reel | null = $state.raw(null);
  /** Nothing could be loaded. If something is shown already, failures appear as a toast. */
  failed: boolean = $state(false);
  /** Whose view is wanted; null: what everyone sees. */
  seat: number | null = $state(null);
  /** Each seat sees something the others don't. */
  hidden: boolean = $state(false);
  finished: boolean = $state(false);
  readonly #id: string | null;
  readonly #brought: Replay | null;
  #wanted = 0; // number of the latest request; earlier answers are ignored

  constructor(id: string | null, brought: Replay | null = null) {
    this.#id = id;
    this.#brought = brought;
  }

  /** In a running game you may see your own view or the public one. */
  async begin(): Promise<void> {
    if (this.#id !== null) {
      const table = await api.snapshot(this.#id).catch(() => null);
      if (table?.you != null) this.seat = table.you;
      this.finished = table?.status === "over"; // also by resigning, which the replay doesn't show
    }
    await this.load();
  }

  look(eyes: number | null): Promise<void> {
    this.seat = eyes;
    return this.load();
  }

  async load(): Promise<void> {
    const wish = ++this.#wanted;
    this.failed = false;
    try {
      const show = await this.#fetched();
      if (wish === this.#wanted) show();
    } catch (error) {
      if (wish === this.#wanted) this.#fail(error);
    }
  }

  /** Returns a function that shows the loaded replay. */
  async #fetched(): Promise<() => void> {
    const replay = await this.#replay();
    const [face, { games }] = await Promise.all([loadFace(replay.game), api.games()]);
    return () => {
      this.hidden = games.find(({ name }) => name === replay.game)?.hidden ?? false;
      this.finished ||= replay.result !== null;
      this.reel = new Reel(face, replay, this.reel?.line ?? -1);
    };
  }

  async #replay(): Promise<Replay> {
    if (this.#brought) return this.#brought;
    if (this.#id === null) throw new Error("nothing to show");
    return api.replay(this.#id, this.seat);
  }

  #fail(error: unknown): void {
    this.failed = this.reel === null;
    if (!this.reel) return;
    this.seat = this.reel.you; // the view still shown
    sayFailure(error);
  }
}
