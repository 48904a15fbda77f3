/** A lesson in progress: a table that judges what is played, step by step. It knows no rule. */

import { Refusal, type SomeTable } from "../net";
import type { Decision, Decisions, Lesson, LessonStep, Refused, Snapshot, Source, ToServer } from "../protocol";
import { sayFailure } from "../shell/failure";
import { StudyTable, type Known } from "../study/table.svelte";
import { agrees, sourceOf } from "./data";

const HINT_AFTER = 2; // wrong tries
const PAUSE = 900; // milliseconds before another seat answers, so that you see your own move first

/** What the panel says about the latest try. */
export type Said =
  | { what: "done" } // as asked
  | { what: "wrong" } // allowed, but not what was asked
  | { what: "allowed" } // allowed where something forbidden was asked for
  | { what: "refused"; refused: Refused } // as asked, the rules refuse it
  | { what: "other"; refused: Refused }; // refused, but for another reason

export class Course implements SomeTable {
  readonly lesson: Lesson;
  at: number = $state(0);
  /** How many decisions of this step have been made. */
  stage: number = $state(0);
  wrong: number = $state(0);
  said: Said | null = $state.raw(null);
  /** The player moves although the step is done. */
  isVain: boolean = $state(false);
  /** Other seats are answering. */
  isAnswering: boolean = $state(false);
  /** Another step is on its way: a press on the board would be meant for it, and fall on this one. */
  isTurning: boolean = $state(false);

  /** How many decisions of a correct play are on their way. */
  #coming = 0;
  readonly #decisions: Decisions;
  readonly #table: StudyTable;
  readonly #game: string;
  readonly #pause: number;
  /** Where each step began, for going back. */
  readonly #begun: { source: Source; decisions: Decision[] }[] = [];
  readonly #shown: Snapshot | null = $derived.by(() => this.#restricted(this.#table.state));

  constructor(game: string, lesson: Lesson, decisions: Decisions, pause: number = PAUSE, known: Known | null = null) {
    this.#game = game;
    this.lesson = lesson;
    this.#decisions = decisions;
    this.#pause = pause;
    const first = sourceOf(game, lesson.options, lesson.steps[0]!.position!);
    this.#table = new StudyTable(first, lesson.seat, { onplay: (played) => this.#judge(played), known });
  }

  get state(): Snapshot | null {
    return this.#shown;
  }
  get connection() {
    return this.#table.connection;
  }
  get offset(): number {
    return this.#table.offset;
  }
  readonly replay = () => this.#table.replay();

  get step(): LessonStep | null {
    return this.lesson.steps[this.at] ?? null;
  }
  get isOver(): boolean {
    return this.at >= this.lesson.steps.length;
  }
  /** The player may go on to the next step. */
  get isDone(): boolean {
    const { step, said } = this;
    return !step || step.kind === "look" || said?.what === "done" || said?.what === "refused";
  }
  get isIdle(): boolean {
    return this.isDone && !this.isAnswering;
  }
  get isHinted(): boolean {
    return !this.isDone && this.wrong >= HINT_AFTER;
  }

  #begins: Promise<void> = Promise.resolve();
  /** Turns of the others that are still to be played. */
  #replies: Decision[][] = [];

  /** A press on the board, which the table below hears as well. */
  pressed(thing: string): void {
    const { step } = this;
    if (step?.kind !== "press" || this.isDone) return;
    if (this.#isOpen(thing)) this.said = { what: "done" };
    else this.wrong += 1;
  }

  /** Whether something that the step expects may be decided on this square. */
  #isOpen(square: string): boolean {
    const { legal, then } = this.#table.state ?? { legal: null, then: null };
    const open = [...(legal ?? []), ...Object.values(then ?? {}).flat()];
    return open.some((one) => {
      const parts = this.#decisions.parts[one]!;
      return parts.square === square && this.step?.expects[0]?.some((wanted) => agrees(parts, wanted));
    });
  }

  /** Begins, or starts over. */
  begin(): Promise<void> {
    this.#begins = this.#turnTo(0, this.#table.source, []);
    return this.#begins;
  }

  /** The player has left the page. */
  leave(): void {
    this.#replies = [];
  }

  async next(): Promise<void> {
    await this.#begins; // the player may be quicker than the server
    if (!this.isDone || this.isAnswering || this.isOver) return;
    await this.#answer(); // turns that failed before
    const next = this.at + 1;
    const position = this.lesson.steps[next]?.position;
    if (position) return this.#turnTo(next, sourceOf(this.#game, this.lesson.options, position), []);
    this.#setOut(next);
  }

  async back(): Promise<void> {
    const begun = this.#begun[this.at - 1];
    if (begun && !this.isAnswering) await this.#turnTo(this.at - 1, begun.source, begun.decisions);
  }

  readonly send: SomeTable["send"] = (async (message: ToServer) => {
    try {
      const before = this.#table.decisions.filter((one) => this.#isTold(one)).length;
      const answer = await this.#table.send(message);
      if (message.type === "undo")
        this.stage -= before - this.#table.decisions.filter((one) => this.#isTold(one)).length;
      if (message.type === "play") await this.#landed();
      return answer;
    } catch (error) {
      if (error instanceof Refusal && error.reason === "rule") this.#refused(error);
      throw error;
    }
  }) as SomeTable["send"];

  async #turnTo(at: number, source: Source, decisions: Decision[]): Promise<void> {
    this.isTurning = true;
    try {
      await this.#table.go(source, decisions);
      this.#setOut(at);
    } finally {
      this.isTurning = false;
    }
  }

  #setOut(at: number): void {
    this.at = at;
    this.stage = 0;
    this.wrong = 0;
    this.isVain = false;
    this.said = null;
    this.#replies = [];
    this.#begun[at] = { source: this.#table.source, decisions: this.#table.decisions };
  }

  /** Called before a play is applied: whether it is what the step asks for. */
  #judge(played: Decision[]): boolean {
    if (this.isAnswering) return true; // the lesson moves for the others
    const { step } = this;
    if (!step || this.isDone) {
      this.isVain = true;
      return false;
    }
    if (step.kind !== "do") {
      this.wrong += 1;
      this.said = { what: step.kind === "press" ? "wrong" : "allowed" };
      return false;
    }
    const told = played.filter((one) => this.#isTold(one));
    const asked = told.every((one, place) => {
      const parts = this.#decisions.parts[one]!;
      return step.expects[this.stage + place]?.some((wanted) => agrees(parts, wanted));
    });
    if (!asked) {
      this.wrong += 1;
      this.said = { what: "wrong" };
      return false;
    }
    this.#coming = told.length;
    return true;
  }

  #isTold(decision: Decision): boolean {
    return !this.#decisions.implied.includes(decision);
  }

  /** Only what this step has begun may be undone. */
  #restricted(state: Snapshot | null): Snapshot | null {
    if (!state || (this.stage > 0 && !this.isDone)) return state;
    return { ...state, can: state.can.filter((what) => what !== "undo") };
  }

  async #landed(): Promise<void> {
    const { step } = this;
    if (step?.kind !== "do" || this.isDone || this.#coming === 0) return;
    this.stage += this.#coming;
    this.#coming = 0;
    this.said = this.stage < step.expects.length ? null : { what: "done" };
    if (!this.said) return;
    this.#replies = [...step.replies];
    void this.#answer().catch(sayFailure);
  }

  async #answer(): Promise<void> {
    this.isAnswering = this.#replies.length > 0;
    try {
      while (this.#replies.length > 0) {
        await new Promise((resolve) => setTimeout(resolve, this.#pause));
        if (this.#replies.length > 0) await this.#table.play(this.#replies[0]!);
        this.#replies = this.#replies.slice(1);
      }
    } finally {
      this.isAnswering = false;
    }
  }

  #refused(refused: Refused): void {
    const { step } = this;
    if (!step || this.isDone) return;
    if (step.kind !== "forbidden") return; // the table says why
    if (refused.rule === step.rule) this.said = { what: "refused", refused };
    else {
      this.wrong += 1;
      this.said = { what: "other", refused };
    }
  }
}
