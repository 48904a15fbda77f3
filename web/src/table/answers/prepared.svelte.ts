/** Your prepared answers at a table: fetched when you wait, kept on the server, and what became of them. */

import { untrack } from "svelte";
import { api } from "../../net";
import type { Decision, Prepared, Snapshot } from "../../protocol";
import { sayFailure } from "../../shell/failure";
import { without } from "./tree";

export class PreparedAnswers {
  found: Prepared | null = $state.raw(null);
  busy: boolean = $state(false);
  read: number = $state(0); // when the answer happened that has been read about
  readonly #state: () => Snapshot | null;

  /** Looks once at a game that is being played; then after each move, as long as something is prepared. */
  constructor(state: () => Snapshot | null) {
    this.#state = state;
    let looked = false;
    $effect(() => {
      const now = state();
      void now?.ply;
      if (!now || now.you === null || now.status !== "playing") return;
      if (!looked || untrack(() => this.count) > 0) untrack(() => void this.look());
      looked = true;
    });
  }

  get #game(): Snapshot {
    return this.#state()!;
  }

  get count(): number {
    return (this.found?.lines.length ?? 0) + (this.found?.whatever ? 1 : 0);
  }

  async look(): Promise<void> {
    try {
      this.found = await api.answers(this.#game.table);
    } catch {
      // Nobody has asked for it; the next move looks again.
    }
  }

  keepLine(decisions: Decision[]): Promise<boolean> {
    return this.#keep([...this.#lines, decisions], this.#whatever);
  }

  keepWhatever(decisions: Decision[]): Promise<boolean> {
    return this.#keep(this.#lines, decisions);
  }

  /** Deletes a turn of the prepared lines and all that follows it. */
  remove(decisions: Decision[]): Promise<boolean> {
    return this.#keep(without(this.found?.lines ?? [], decisions, this.#game.you!), this.#whatever);
  }

  get #lines(): Decision[][] {
    return this.found?.lines.map(({ decisions }) => decisions) ?? [];
  }

  get #whatever(): Decision[] {
    return this.found?.whatever?.decisions ?? [];
  }

  async #keep(lines: Decision[][], whatever: Decision[]): Promise<boolean> {
    this.busy = true;
    const { table, ply } = this.#game;
    try {
      this.found = await api.keepAnswers(table, { ply, lines, whatever });
      return true;
    } catch (error) {
      sayFailure(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
