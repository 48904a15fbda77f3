/** Hints, at a table that allows them. */

import type { Advice, Choice } from "../protocol";
import { sayFailure } from "../shell/failure";
import { ownTurn } from "../study/saying";
import type { Session } from "./session.svelte";

export class Hinting {
  /** The advice about the position shown, once asked for. */
  advice: Advice | null = $state.raw(null);
  isAsking: boolean = $state(false);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  get isAllowed(): boolean {
    return this.#session.can("hint") && this.#session.chooser !== null;
  }

  /** Asks for advice, or closes it. */
  async toggle(): Promise<void> {
    if (this.advice) this.forget();
    else if (!this.isAsking) await this.ask();
  }

  async ask(): Promise<void> {
    const { store, shown } = this.#session;
    this.isAsking = true;
    try {
      const { advice } = await store.send({ type: "hint", table: shown.table, ply: shown.ply });
      if (shown.ply === this.#session.shown.ply) this.advice = advice;
    } catch (error) {
      sayFailure(error);
    } finally {
      this.isAsking = false;
    }
  }

  /** Plays a hint, to the end of the turn as far as the search has foreseen it. */
  play(choice: Choice): void {
    const decisions = ownTurn(choice);
    void this.#session.play({ decisions, parts: this.#session.decisions.parts[decisions.at(-1)!]! });
  }

  forget(): void {
    this.advice = null;
  }
}
