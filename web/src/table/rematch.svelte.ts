/** The next game of the same people: what stands between you and it. */

import { untrack } from "svelte";
import { send } from "../net";
import { go } from "../router";
import { sayFailure } from "../shell/failure";
import type { Session } from "./session.svelte";

export type RematchStage =
  | "none" // nobody has asked, or you may not
  | "asked" // somebody else wants one
  | "waiting" // you want one, others have yet to say
  | "agreed" // everyone does, but its table couldn't be made yet
  | "declined"
  | "made";

export class Rematch {
  isAsking: boolean = $state(false);
  #wanted = false; // by you, so that its table opens by itself
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    let before = session.live.rematch;
    $effect(() => {
      const { rematch } = session.live;
      const { stage } = this;
      untrack(() => {
        if (stage === "waiting" || stage === "agreed") this.#wanted = true;
        else if (stage !== "made") this.#wanted = false;
        if (rematch && !before && this.#wanted) go(`/t/${rematch}`);
        before = rematch;
      });
    });
  }

  get stage(): RematchStage {
    const { live } = this.#session;
    if (live.rematch) return "made";
    const ask = live.asks.find(({ what }) => what === "rematch");
    if (ask && live.you !== null) {
      if (this.others.length === 0) return "agreed";
      return this.#session.isAtThisScreen(ask.seat) || ask.yes.includes(live.you) ? "waiting" : "asked";
    }
    const declined = live.declined.some(({ what, seat }) => what === "rematch" && this.#session.isAtThisScreen(seat));
    return declined ? "declined" : "none";
  }

  /** Whether there is something to press: on a phone that is below every tab. */
  get isOffered(): boolean {
    return this.stage === "none" ? this.#session.can("rematch") : this.stage !== "waiting";
  }

  /** The seats of people who have yet to say whether they want one. */
  get others(): number[] {
    const { asks, seats } = this.#session.live;
    const ask = asks.find(({ what }) => what === "rematch");
    if (!ask) return [];
    const asker = seats[ask.seat]?.guest;
    return seats.flatMap(({ kind, guest }, seat) =>
      kind === "person" && guest !== null && guest !== asker && !ask.yes.includes(seat) ? [seat] : [],
    );
  }

  /** The seat you would have: everyone moves on by one. */
  get nextSeat(): number | null {
    const { you, seats } = this.#session.live;
    return you === null ? null : (you + 1) % seats.length;
  }

  /** Offers it, or accepts it: the same press for both. */
  async want(): Promise<void> {
    this.isAsking = true;
    try {
      const done = await send({ type: "rematch", table: this.#session.live.table });
      if (done.table) go(`/t/${done.table}`);
    } catch (error) {
      sayFailure(error);
    } finally {
      this.isAsking = false;
    }
  }
}
