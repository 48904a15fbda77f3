/** A replay on its way to the screen: of a table by its id, or one that somebody has brought. */

import { loadFace } from "../games";
import { api } from "../net";
import type { Replay } from "../protocol";
import { sayFailure } from "../shell/failure";
import { Reel } from "./reel.svelte";

export class Opening {
  reel: Reel | null = $state.raw(null);
  /** Nothing can be shown; while something is, what goes wrong is only said. */
  failed: boolean = $state(false);
  /** Whose eyes are wanted; null: everybody's. */
  seat: number | null = $state(null);
  /** Each seat sees something of its own. */
  hidden: boolean = $state(false);
  finished: boolean = $state(false);
  readonly #id: string | null;
  readonly #brought: Replay | null;
  #wanted = 0; // the latest that was asked for: answers to anything earlier come too late

  constructor(id: string | null, brought: Replay | null = null) {
    this.#id = id;
    this.#brought = brought;
  }

  /** A running game may be seen by oneself and everybody only; without a seat it is everybody. */
  async begin(): Promise<void> {
    if (this.#id !== null) {
      const table = await api.snapshot(this.#id).catch(() => null);
      if (table?.you != null) this.seat = table.you;
      this.finished = table?.status === "over"; // also by resigning, which the replay does not show
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

  /** Returns what shows the replay that has come. */
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
    this.seat = this.reel.you; // as it is still shown
    sayFailure(error);
  }
}
