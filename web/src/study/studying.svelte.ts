/** A finished game being studied: the place in it, its analysis, and what is tried out. */

import { SvelteMap } from "svelte/reactivity";
import { api, Refusal } from "../net";
import type { Account, Advice, Choice, Decision, Judgement, LogLine, Progress, Replay, Source } from "../protocol";
import { Film } from "../replay/film";
import { sayFailure } from "../shell/failure";
import { START } from "../table/lookback.svelte";
import { longestLine, placeOf, plyOf, type Place } from "./address";
import { Lines, turnEnd, type Line } from "./lines.svelte";
import { StudyTable } from "./table.svelte";
import { worst, type Verdict } from "./verdict";

const LOOK = 0.5; // seconds for a search that nobody asked for
const LOOK_WELL = 3;
const WRONG_LINE: readonly string[] = ["rule", "now", "message"]; // why a decision can't be part of a line
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
  readonly source: Source;
  readonly table: StudyTable;
  readonly film: Film;
  /** The turns of the game. */
  readonly lines: LogLine[];
  readonly variations = new Lines();
  /** Whether the latest change of place was more than a step, so that the browser's Back should undo it. */
  isJump = false;
  /** How many decisions of the game come before the position shown, or before what is tried. */
  at: number = $state(0);
  progress: Progress | null = $state.raw(null);
  /** Why there is no analysis: people are playing this game, or something else. */
  failed = $state<"" | "playing" | "other">("");
  #searches: number = $state(0);
  #pinned: { key: string; decision: number } | null = $state.raw(null);
  readonly #asked = new SvelteMap<string, Advice>();
  #isLeft = false;

  constructor(source: Source, replay: Replay, seated: number | null) {
    this.source = source;
    this.film = new Film(replay);
    this.lines = this.film.lines();
    this.table = new StudyTable(source, null, { seated, onplay: () => void (this.isJump = true) });
  }

  /** A free board: there is no game that moves could leave. */
  get isFree(): boolean {
    return !("ply" in this.source);
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

  /** No step forward is left, in the game or in the line. */
  get atEnd(): boolean {
    if (this.isExploring || this.at >= this.film.length) return this.#ahead === null;
    return this.line >= this.lines.length - 1;
  }

  /** The variation that leads through the position shown. */
  get variation(): Line | null {
    return this.variations.through(this.at, this.table.decisions);
  }

  get #ahead(): number | null {
    return this.variation && turnEnd(this.variation, this.table.decisions.length, 1);
  }

  // --- going somewhere ---

  /** Shows the game after so many decisions; a line that was tried is left. */
  async go(ply: number, isJump = true): Promise<void> {
    const wanted = Math.max(0, Math.min(ply, this.film.length));
    await this.#show(wanted, [], isJump);
  }

  /** Shows decisions tried from a place in the game. */
  async #show(at: number, line: Decision[], isJump: boolean): Promise<void> {
    const before = this.at;
    this.at = at;
    this.isJump = isJump;
    try {
      await this.table.go(this.#from(at), line);
    } catch (error) {
      if (this.at === at && this.table.state) this.at = before;
      sayFailure(error);
    }
  }

  /** The source after so many decisions of its game. A free board has no game. */
  #from(ply: number): Source {
    return "ply" in this.source ? { ...this.source, ply } : this.source;
  }

  goLine(line: number, isJump = true): Promise<void> {
    const last = Math.min(line, this.lines.length - 1);
    return this.go(last <= START ? 0 : this.lines[last]!.ply, isJump);
  }

  /** One turn back or forward, in the game or in the line that is tried. */
  async step(by: 1 | -1): Promise<void> {
    if (this.isExploring || (by > 0 && this.at >= this.film.length)) return this.#stepInLine(by);
    await this.goLine(this.line + (by < 0 && this.isWithin ? 0 : by), false);
  }

  async #stepInLine(by: 1 | -1): Promise<void> {
    const { variation, at } = this;
    const end = variation && turnEnd(variation, this.table.decisions.length, by);
    if (end !== null) await this.#show(at, variation!.decisions.slice(0, end), false);
    else if (by < 0) await this.back();
  }

  /** To the end of the line that is tried, or of the game. */
  async goToEnd(): Promise<void> {
    const line = this.isExploring || this.film.length === 0 ? this.variation : null;
    if (line) await this.goVariation(line);
    else await this.go(this.film.length);
  }

  goVariation({ from, decisions }: Line): Promise<void> {
    return this.#show(from, decisions, true);
  }

  back(): Promise<void> {
    return this.go(this.at);
  }

  /** Keeps the line that is shown, so that a step back doesn't lose it. */
  note(): void {
    const { state, decisions } = this.table;
    if (!state || !this.isShown) return;
    this.variations.note({ from: this.at, decisions, turns: state.log.filter(({ ply }) => ply > this.at) });
  }

  // --- the address ---

  /** The place shown; null while another one is on its way. */
  get place(): Place | null {
    return this.isShown ? placeOf(this.at, this.table.decisions, this.lines) : null;
  }

  /** Shows a place as an address names it, or the nearest one there is; then it returns false. */
  async open(place: Place): Promise<boolean> {
    const at = plyOf(place, this.lines);
    this.at = at;
    this.isJump = false;
    const found = await longestLine(place.line, (line) => this.#canShow(at, line));
    if (found.length === 0) await this.table.go(this.#from(at));
    const { turn, within } = placeOf(at, [], this.lines);
    return found.length === place.line.length && turn === place.turn && within === place.within;
  }

  async #canShow(at: number, line: Decision[]): Promise<boolean> {
    try {
      await this.table.go(this.#from(at), line);
      return true;
    } catch (error) {
      if (error instanceof Refusal && WRONG_LINE.includes(error.reason)) return false;
      throw error;
    }
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
    return this.isExploring ? null : this.#judgementAt(this.#shownAt);
  }

  #judgementAt(at: number): Judgement | null {
    return this.judgements.find(({ ply }) => ply === at) ?? null;
  }

  /** What the worst decision of a turn was, if it cost something. */
  verdict(line: number): Verdict | null {
    const [from, to] = [this.lines[line - 1]?.ply ?? 0, this.lines[line]?.ply ?? 0];
    return worst(this.judgements.filter(({ ply }) => ply >= from && ply < to).map(({ loss }) => loss));
  }

  /** The number of the turn that a judgement belongs to, as the log counts. */
  turnNumber({ ply }: Pick<Judgement, "ply">): number {
    return this.lines.findIndex((line) => line.ply > ply) + 1;
  }

  /** Shows the position before a decision of the game, and on the board what was better. */
  async showBetter({ ply, choices: [best] }: Judgement): Promise<void> {
    if (best) this.#pinned = { key: `${ply}:`, decision: best.decision };
    await this.go(ply);
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
      if (!("ply" in this.source)) return; // nothing to analyse
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

  /** Where the table is, while the wanted place may still be on its way: what is told, pinned and marked belongs
   * to the board that people see. */
  get #shownAt(): number {
    const { source } = this.table;
    return ("ply" in source ? source.ply : null) ?? this.at;
  }

  /** Identifies the position shown. */
  get key(): string {
    return `${this.#shownAt}:${this.table.decisions.join()}`;
  }

  get told(): Told | null {
    const asked = this.#asked.get(this.key);
    const { judgement } = this;
    if (asked) return { ...asked, played: judgement && this.played(judgement) };
    if (!judgement) return null;
    const { seat, before, choices } = judgement;
    return { seat, values: before, choices, played: this.played(judgement) };
  }

  /** The index of the choice that the board shows as the better one. */
  get pinned(): number | null {
    const pinned = this.#pinned;
    const at = pinned?.key === this.key ? this.told?.choices.findIndex(({ decision }) => decision === pinned.decision) : null;
    return at == null || at < 0 ? null : at;
  }

  get pinnedChoice(): Choice | null {
    return this.pinned === null ? null : (this.told?.choices[this.pinned] ?? null);
  }

  pin(choice: Choice | null): void {
    this.#pinned = choice && { key: this.key, decision: choice.decision };
  }

  /** There is something to decide here, and nothing known about it yet. */
  get isUntold(): boolean {
    const { state, isAnswering } = this.table;
    return this.isShown && state?.to_move != null && !isAnswering && !this.told;
  }

  get isThinking(): boolean {
    return this.#searches > 0;
  }

  /** The table has reached the wanted position. */
  get isShown(): boolean {
    return this.table.state !== null && this.#shownAt === this.at;
  }

  /** Searches the position shown, briefly or `well`. A brief result is ignored if the analysis has come
   * meanwhile: nothing should change unasked under the pointer. */
  async think(well = false): Promise<void> {
    const { key, at, isExploring } = this;
    if (!this.isShown) return; // the table isn't there yet
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
