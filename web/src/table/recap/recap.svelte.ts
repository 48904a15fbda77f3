/** Steps through what the others did since your last turn, one turn at a time, on the board itself. It drives
 * the looking back of the table, so that hidden things stay hidden and nothing is worked out here. */

import { calm } from "../../games/board/motion";
import type { LogLine } from "../../protocol";
import { settings } from "../settings.svelte";
import { hasBegun, since, type Change } from "./since";

/** How long a step is shown, in milliseconds, by the pace chosen. */
export const STEP = { slow: 3600, normal: 2000, once: 0 } as const;
/** The position before the first step, for a moment: what changes is seen to change. */
export const BEFORE = 600;

/** What a recap needs of a table. */
export interface Recapped {
  readonly log: LogLine[];
  readonly isKept: boolean; // one sits there, and the game goes on or is over
  readonly isLooking: boolean;
  isOwn(seat: number): boolean;
  /** Shows the latest position, if the board is still a moment behind. */
  hurry(): void;
  readonly lookback: { fetch(line: number): Promise<boolean>; go(line: number | null): void };
}

export class Recap {
  readonly #table: Recapped;
  readonly #isStill: () => boolean;
  /** The step shown; null: the table is shown as it is. */
  at: number | null = $state(null);
  isPlaying: boolean = $state(false);
  /** The position before the first step is still shown. */
  #isBefore: boolean = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0; // a later playing replaces an earlier one that still waits for the film

  constructor(table: Recapped, isStill = calm) {
    this.#table = table;
    this.#isStill = isStill;
  }

  get steps(): Change[] {
    return this.#table.isKept ? since(this.#table.log, (seat) => this.#table.isOwn(seat)) : [];
  }

  /** The step being shown. */
  get step(): Change | null {
    return this.at === null || this.#isBefore ? null : (this.steps[this.at] ?? null);
  }

  /** The position before the first step is shown, where nothing is marked yet. */
  get isAtStart(): boolean {
    return this.#isBefore;
  }

  /** What the board marks: all changes up to the step shown, or all of them until you act. */
  get changes(): Change[] {
    if (this.at !== null) return this.#isBefore ? [] : this.steps.slice(0, this.at + 1);
    const { log, isLooking } = this.#table;
    return isLooking || hasBegun(log, (seat) => this.#table.isOwn(seat)) ? [] : this.steps;
  }

  /** Plays all steps from the first. */
  async play(): Promise<void> {
    if (!(await this.#ready())) return;
    if (this.#isStill() || settings.pace === "once") return this.#show(0);
    this.isPlaying = true;
    this.at = 0;
    this.#isBefore = true;
    this.#table.lookback.go(this.steps[0]!.line - 1);
    this.#timer = setTimeout(() => this.#advance(0), BEFORE);
  }

  /** Plays for somebody who opens the page, or comes back to it. */
  async begin(): Promise<void> {
    if (settings.pace !== "once" && !this.#isStill()) await this.play();
  }

  /** Shows one step and stays there. */
  async show(step: number): Promise<void> {
    if (await this.#ready()) this.#show(step);
  }

  /** One step on or back; after the last comes the table as it is. */
  move(by: number): void {
    const next = (this.at ?? this.steps.length) + by;
    if (next >= this.steps.length) this.skip();
    else void this.show(Math.max(0, next));
  }

  /** Back to the table as it is. */
  skip(): void {
    const wasShown = this.at !== null;
    this.#stop();
    this.at = null;
    if (wasShown) this.#table.lookback.go(null);
  }

  /** Call it when the game has moved on: you may have acted, or turns may have been taken back. */
  follow(): void {
    if (this.at !== null && !this.steps[this.at]) this.skip();
  }

  stop(): void {
    this.#stop();
  }

  /** Whether the positions of all steps are there, and nobody has pressed anything meanwhile. */
  async #ready(): Promise<boolean> {
    this.#stop();
    const last = this.steps.at(-1);
    const turn = this.#turn;
    if (!last) return false;
    this.#table.hurry();
    return (await this.#table.lookback.fetch(last.line)) && turn === this.#turn && this.steps.length > 0;
  }

  #advance(step: number): void {
    if (!this.steps[step]) return this.skip();
    this.#show(step);
    this.isPlaying = true;
    this.#timer = setTimeout(() => this.#advance(step + 1), STEP[settings.pace]);
  }

  #show(step: number): void {
    this.#isBefore = false;
    this.at = Math.min(step, this.steps.length - 1);
    this.#table.lookback.go(this.steps[this.at]!.line);
  }

  #stop(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.isPlaying = false;
    this.#isBefore = false;
  }
}
