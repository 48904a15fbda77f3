/** A puzzle in progress: a table that compares what is played with the best. It knows no rule. */

import { api, type SomeTable } from "../net";
import type { Decision, Puzzle, Snapshot, ToServer } from "../protocol";
import { StudyTable, type Known } from "../study/table.svelte";
import { sourceOf } from "./data";

const SECONDS = 0.6; // of search, to judge a try

export interface Tried {
  value: number | null; // expected result; null: unknown
}

export class Riddle implements SomeTable {
  readonly puzzle: Puzzle;
  /** How it ended: solved, or the solution was shown. */
  end: "solved" | "shown" | null = $state(null);
  /** The latest try that wasn't the best. */
  tried: Tried | null = $state.raw(null);
  isJudging: boolean = $state(false);
  /** How many tries weren't the best. */
  wrong: number = $state(0);

  readonly #table: StudyTable;
  readonly #shown: Snapshot | null = $derived.by(() => this.#restricted(this.#table.state));

  constructor(game: string, puzzle: Puzzle, known: Known | null = null) {
    this.puzzle = puzzle;
    const source = sourceOf(game, puzzle.options, puzzle.position);
    this.#table = new StudyTable(source, puzzle.seat, { onplay: (played) => this.#judge(played), known });
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
  get isIdle(): boolean {
    return this.end !== null;
  }
  readonly replay = () => this.#table.replay();

  begin(): Promise<void> {
    this.end = null;
    this.tried = null;
    return this.#table.go();
  }

  /** Plays the solution on the board. */
  async show(): Promise<void> {
    this.tried = null;
    this.end = "shown";
    await this.#table.go();
    await this.#table.play(this.puzzle.best[0]!);
  }

  readonly send: SomeTable["send"] = ((message: ToServer) => this.#table.send(message)) as SomeTable["send"];

  /** Once the puzzle is over, nothing more can be played. */
  #restricted(state: Snapshot | null): Snapshot | null {
    if (!state || !this.end) return state;
    return { ...state, can: [], legal: null, then: null };
  }

  async #judge(played: Decision[]): Promise<boolean> {
    if (this.end) return this.end === "shown";
    const so_far = [...this.#table.decisions, ...played];
    const right = this.puzzle.best.filter((best) => begins(best, so_far) || begins(so_far, best));
    if (right.some((best) => so_far.length >= best.length)) this.end = "solved";
    if (right.length > 0) {
      this.tried = null;
      return true;
    }
    this.wrong += 1;
    this.isJudging = true;
    this.tried = { value: await this.#worth(so_far) };
    this.isJudging = false;
    return false;
  }

  /** The seat's expected result after these decisions, by search. */
  async #worth(decisions: Decision[]): Promise<number | null> {
    const { source, seat } = this.#table;
    try {
      const { result } = await api.study({ source, decisions, seat });
      if (result) return result.results[this.puzzle.seat] ?? null;
      const { values } = await api.studyAdvice({ source, decisions, seconds: SECONDS });
      return values[this.puzzle.seat] ?? null;
    } catch {
      return null; // then only say that it isn't the best
    }
  }
}

function begins(whole: Decision[], start: Decision[]): boolean {
  return start.every((one, place) => whole[place] === one);
}
