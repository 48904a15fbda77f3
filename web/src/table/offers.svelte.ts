/** Offers between players: a draw, a turn taken back, a pause, a rematch. What each kind does is up to the server;
 * a new kind needs only its texts. */

import type { OfferInGame, Question, QuestionKind } from "../protocol";
import type { Session } from "./session.svelte";

export class Offers {
  /** What you are about to offer, in a sheet that asks first. */
  making: OfferInGame | null = $state(null);
  /** What you are about to answer, in a sheet that asks first. */
  answering: QuestionKind | null = $state(null);
  #dismissed: string = $state("");
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The offer that waits for your answer. */
  get open(): Question | null {
    const { asks, you } = this.#session.live;
    if (you === null) return null;
    return asks.find((ask) => !this.#session.isAtThisScreen(ask.seat) && !ask.yes.includes(you)) ?? null;
  }

  /** Your own offer that the others have yet to answer. */
  get own(): Question | null {
    return this.#session.live.asks.find(({ seat }) => this.#session.isAtThisScreen(seat)) ?? null;
  }

  /** The one person who has yet to answer an offer, if it is one. */
  awaited({ seat, yes }: Question): number | null {
    const { seats } = this.#session.live;
    const missing = seats.flatMap(({ kind, guest }, at) =>
      kind === "person" && guest !== seats[seat]?.guest && !yes.includes(at) ? [at] : [],
    );
    return missing.length === 1 ? missing[0]! : null;
  }

  /** Your offer that somebody declined, until you have read it. */
  get declined(): { what: QuestionKind; by: number } | null {
    const { declined } = this.#session.live;
    const found = declined.find(({ seat }) => this.#session.isAtThisScreen(seat));
    return found && this.#dismissed !== this.#moment ? found : null;
  }

  get #moment(): string {
    const { declined, ply } = this.#session.live;
    return JSON.stringify([ply, declined]);
  }

  dismiss(): void {
    this.#dismissed = this.#moment;
  }

  make(what: OfferInGame): void {
    this.making = null;
    void this.#session.tell({ type: "ask", ...this.#now, what });
  }

  answer(what: QuestionKind, yes: boolean): void {
    this.answering = null;
    void this.#session.tell({ type: "answer", ...this.#now, what, yes });
  }

  withdraw(what: QuestionKind): void {
    void this.#session.tell({ type: "withdraw", ...this.#now, what });
  }

  /** Ends an agreed pause. */
  resume(): void {
    void this.#session.tell({ type: "resume", ...this.#now });
  }

  get #now(): { table: string; ply: number } {
    const { table, ply } = this.#session.live;
    return { table, ply };
  }
}
