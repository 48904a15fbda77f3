/** Shows the moves of others one by one, slowly enough to follow; any press skips ahead. */

import type { Snapshot } from "../protocol";
import { settings } from "./settings.svelte";

/** Time for a walk and a piece to settle (tokens.css: --m-walk, --m-piece), and a short pause. */
export const PACES = { slow: 1800, normal: 750, once: 0 } as const;
export const PACE = PACES.normal;
/** With more than this waiting, jump to the latest. */
const LONGEST = 5;
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** Whether the later one only goes on with the turn that the earlier one shows. */
function goesOn(earlier: Snapshot, later: Snapshot): boolean {
  const line = earlier.log.at(-1);
  return line !== undefined && !line.done && later.log.length === earlier.log.length && later.log.at(-1)?.seat === line.seat;
}

export class Pacing {
  /** What the board, the log and the choices show now. */
  shown: Snapshot | null = $state.raw(null);
  #coming: Snapshot[] = [];
  #until = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #isStill: () => boolean;

  readonly #pace: () => number;

  constructor(isStill: () => boolean = still, pace: () => number = () => PACES[settings.pace]) {
    this.#isStill = isStill;
    this.#pace = pace;
  }

  take(next: Snapshot): void {
    if (this.#isOwn(next)) this.#drop();
    const last = this.#coming.at(-1);
    if (last?.ply === next.ply) this.#coming[this.#coming.length - 1] = next; // news, not a move
    else if (last && goesOn(last, next)) this.#coming[this.#coming.length - 1] = next; // the same turn: one step
    else if (this.#waits(next)) this.#queue(next);
    else this.#show(next);
  }

  /** Shows the latest position at once. */
  skip(): void {
    const latest = this.#coming.at(-1);
    this.#until = 0;
    if (latest) this.#show(latest);
  }

  stop(): void {
    this.#drop();
  }

  /** Your own move needs no waiting. */
  #isOwn(next: Snapshot): boolean {
    return next.ply !== this.shown?.ply && next.log.at(-1)?.seat === next.you;
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#coming = [];
    this.#until = 0;
  }

  #waits(next: Snapshot): boolean {
    if (this.#coming.length > 0) return true;
    return this.shown?.ply !== next.ply && Date.now() < this.#until && !this.#isStill();
  }

  #show(next: Snapshot): void {
    const before = this.shown;
    this.shown = next;
    this.#coming = this.#coming.slice(this.#coming.indexOf(next) + 1);
    const moved = before !== null && before.ply !== next.ply;
    const mover = next.log.at(-1)?.seat;
    if (moved) this.#until = mover === next.you ? 0 : Date.now() + this.#pace();
    clearTimeout(this.#timer);
    if (this.#coming.length > 0) this.#schedule();
  }

  #queue(next: Snapshot): void {
    this.#coming.push(next);
    if (this.#coming.length > LONGEST) return this.skip();
    if (this.#coming.length === 1) this.#schedule();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => this.#show(this.#coming[0]!), Math.max(0, this.#until - Date.now()));
  }
}
