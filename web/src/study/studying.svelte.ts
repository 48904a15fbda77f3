/** A finished game being studied: the place in it, its analysis, and what is tried out. */

import { SvelteMap } from "svelte/reactivity";
import { api, Refusal } from "../net";
import type { Account, Advice, Choice, GameSource, Judgement, LogLine, Progress, Replay } from "../protocol";
import { Film } from "../replay/film";
import { sayFailure } from "../shell/failure";
import { START } from "../table/lookback.svelte";
import { StudyTable } from "./table.svelte";

const LOOK = 0.5; // seconds for a search that nobody asked for
const LOOK_WELL = 3;
const POLL = 700; // milliseconds between requests for a growing analysis

/** What is known about the position shown. */
export interface Told {
  seat: number; // the one to move
  values: number[]; // each seat's expected result
  choices: Choice[]; // the best first
  played: Played | null; // what was played in the game
}

/** What was played, with the rest of its turn. */
export interface Played extends Choice {
  deeds: Account[];
}

export class Studying {
  readonly source: GameSource;
  readonly table: StudyTable;
  readonly film: Film;
  readonly lines: LogLine[];
  /** How many decisions of the game come before the position shown, or before what is tried. */
  at: number = $state(0);
  progress: Progress | null = $state.raw(null);
  /** The analysis couldn't be loaded. */
  /** Why there is no analysis: people are playing this game, or something else. */
  failed = $state<"" | "playing" | "other">("");
  #searches: number = $state(0);
  #pinned: { key: string; decision: number } | null = $state.raw(null);
  readonly #asked = new SvelteMap<string, Advice>();
  #isLeft = false;

  constructor(source: GameSource, replay: Replay, seated: number | null) {
    this.source = source;
    this.film = new Film(replay);
    this.lines = this.film.lines();
    this.table = new StudyTable(source, null, { seated });
  }

  /** The user is trying moves that aren't part of the game. */
  get isExploring(): boolean {
    return this.table.decisions.length > 0;
  }

  /** The last turn before the position shown. */
  get line(): number {
    return this.lines.findLastIndex(({ ply }) => ply <= this.at);
  }

  /** Whether the position is in the middle of a turn. */
  get isWithin(): boolean {
    return this.at > (this.lines[this.line]?.ply ?? 0);
  }

  get atStart(): boolean {
    return this.at === 0 && !this.isExploring;
  }

  get atEnd(): boolean {
    return this.at >= this.film.length && !this.isExploring;
  }

  // --- going somewhere ---

  /** Shows the game after so many decisions; tried moves are dropped. */
  async go(ply: number): Promise<void> {
    const wanted = Math.max(0, Math.min(ply, this.film.length));
    const before = this.at;
    this.at = wanted;
    try {
      await this.table.go({ ...this.source, ply: wanted });
    } catch (error) {
      if (this.at === wanted && this.table.state) this.at = before;
      sayFailure(error);
    }
  }

  goLine(line: number): Promise<void> {
    const last = Math.min(line, this.lines.length - 1);
    return this.go(last <= START ? 0 : this.lines[last]!.ply);
  }

  /** One turn back or forward. From tried moves, back to where they left the game. */
  step(by: 1 | -1): Promise<void> {
    if (by < 0 && this.isExploring) return this.back();
    return this.goLine(this.line + (by < 0 && this.isWithin ? 0 : by));
  }

  back(): Promise<void> {
    return this.go(this.at);
  }

  // --- the analysis ---

  get judgements(): Judgement[] {
    return this.progress?.analysis.judgements ?? [];
  }

  /** The costliest decisions, in the order of play. */
  get turning(): Judgement[] {
    const found = this.progress?.analysis.turning_points.map((index) => this.judgements[index]!) ?? [];
    return found.toSorted((one, other) => one.ply - other.ply);
  }

  /** The judgement of what was played here in the game. */
  get judgement(): Judgement | null {
    return this.isExploring ? null : this.#judgementAt(this.at);
  }

  #judgementAt(at: number): Judgement | null {
    return this.judgements.find(({ ply }) => ply === at) ?? null;
  }

  get nextTurning(): Judgement | null {
    return this.turning.find(({ ply }) => ply > this.at) ?? null;
  }

  get previousTurning(): Judgement | null {
    return this.turning.findLast(({ ply }) => ply < this.at) ?? null;
  }

  /** Each seat's chances after so many decisions of the game, or the latest known before. */
  expected(ply: number): number[] | null {
    const course = this.progress?.analysis.course ?? [];
    return course.findLast(([at]) => at <= ply)?.[1] ?? course[0]?.[1] ?? null;
  }

  /** The turn that a decision of the game belongs to. */
  turnOf({ ply }: Pick<Judgement, "ply">): LogLine | null {
    return this.lines.find((line) => line.ply > ply) ?? null;
  }

  played(judgement: Judgement): Played {
    const turn = this.turnOf(judgement);
    const rest = turn ? turn.does.slice(judgement.ply - turn.ply) : []; // counted from its end
    return { ...judgement.played, deeds: rest.length ? rest : [judgement.played.does] };
  }

  /** Fetches the analysis, again and again until it is complete. */
  async follow(): Promise<void> {
    this.failed = "";
    try {
      this.progress = await api.analyse({ ...this.source, ply: null });
      while (!this.progress.is_over && !this.#isLeft) {
        await new Promise((done) => setTimeout(done, POLL));
        if (!this.#isLeft) this.progress = await api.analysis(this.progress.id);
      }
    } catch (error) {
      this.failed = error instanceof Refusal && error.reason === "playing" ? "playing" : "other";
    }
  }

  leave(): void {
    this.#isLeft = true;
  }

  // --- the position shown ---

  /** Identifies the position shown. */
  get key(): string {
    return `${this.at}:${this.table.decisions.join()}`;
  }

  get told(): Told | null {
    const asked = this.#asked.get(this.key);
    const { judgement } = this;
    if (asked) return { ...asked, played: judgement && this.played(judgement) };
    if (!judgement) return null;
    const { seat, before, choices } = judgement;
    return { seat, values: before, choices, played: this.played(judgement) };
  }

  /** On a phone: the index of the choice that the board shows. */
  get pinned(): number | null {
    const pinned = this.#pinned;
    const at = pinned?.key === this.key ? this.told?.choices.findIndex(({ decision }) => decision === pinned.decision) : null;
    return at == null || at < 0 ? null : at;
  }

  pin(choice: Choice | null): void {
    this.#pinned = choice && { key: this.key, decision: choice.decision };
  }

  /** There is something to decide here, and nothing known about it yet. */
  get isUntold(): boolean {
    const { state, isAnswering } = this.table;
    return this.#isShown && state?.to_move != null && !isAnswering && !this.told;
  }

  get isThinking(): boolean {
    return this.#searches > 0;
  }

  /** The table has reached the wanted position. */
  get #isShown(): boolean {
    const { source } = this.table;
    return source.kind !== "position" && source.ply === this.at;
  }

  /** Searches the position shown, briefly or `well`. A brief result is ignored if the analysis has come
   * meanwhile: nothing should change unasked under the pointer. */
  async think(well = false): Promise<void> {
    const { key, at, isExploring } = this;
    if (!this.#isShown) return; // the table isn't there yet
    this.#searches += 1;
    try {
      const found = await this.table.advice(well ? LOOK_WELL : LOOK);
      const isJudged = !isExploring && this.#judgementAt(at) !== null;
      if (well || !isJudged) this.#asked.set(key, found);
    } catch (error) {
      if (key === this.key) sayFailure(error);
    } finally {
      this.#searches -= 1;
    }
  }
}
