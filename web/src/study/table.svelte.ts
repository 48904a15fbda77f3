/** A study table: positions of a finished game, a record, a lesson or a free board, and moves tried from there. It
 * has no other players. The server works out each step and stores nothing. */

import { api, connection, Disconnected, Refusal, type SomeTable } from "../net";
import { sayFailure } from "../shell/failure";
import type {
  Advice, Decision, PreviewAnswer, PreviewRequest, Replay, Seat, Snapshot, Source, Step, StudyRequest, ToServer,
} from "../protocol";

/** Called before a play is applied; false, or a promise of false, rejects it. */
export type OnPlay = (played: Decision[], before: Snapshot) => boolean | void | Promise<boolean | void>;

/** Answers for when there is no connection; null for questions that nobody has expected. */
export interface Known {
  readonly isThere: boolean;
  load(): Promise<void>;
  position(at: StudyRequest): Snapshot | null;
  /** Throws Refusal if the rules refuse it. */
  preview(at: PreviewRequest): PreviewAnswer | null;
}

export interface StudyOptions {
  reply?: number | null; // the level that answers for the other seats
  seated?: number | null; // the seat on your side of the screen; by default `seat`
  onplay?: OnPlay | null;
  known?: Known | null;
}

type Send = SomeTable["send"];

export class StudyTable implements SomeTable {
  /** Null until the first answer. Here `ply` counts the snapshots shown, so that each has its own; `seq`
   * is the number of decisions in the game. */
  state = $state.raw<Snapshot | null>(null);
  source: Source = $state.raw(null!);
  /** Decisions tried since the source. */
  decisions: Decision[] = $state.raw([]);
  /** Whose view is shown; null: that of the seat to move. */
  readonly seat: number | null;
  readonly seated: number | null;
  /** The level that answers for all seats but your own, or but the one that has just played. */
  reply: number | null = $state(null);
  onplay: OnPlay | null;
  readonly #known: Known | null;
  /** A bot is thinking. */
  isAnswering: boolean = $state(false);

  /** How many decisions there were before each play of the user. */
  #plays: number[] = [];
  /** Snapshots by the number of decisions since the source, for looking back. */
  #seen = new Map<number, Snapshot>();
  #shown = 0;
  #wanted = 0; // number of the latest request; earlier answers are ignored

  constructor(source: Source, seat: number | null = null, options: StudyOptions = {}) {
    this.source = source;
    this.seat = seat;
    this.seated = options.seated === undefined ? seat : options.seated;
    this.reply = options.reply ?? null;
    this.onplay = options.onplay ?? null;
    this.#known = options.known ?? null;
  }

  get connection() {
    return this.#known?.isThere ? "open" : connection.link;
  }

  get offset(): number {
    return connection.offset;
  }

  /** Shows another position: a source and decisions since. The latest call counts. */
  async go(source: Source = this.source, decisions: Decision[] = []): Promise<void> {
    const wish = ++this.#wanted;
    const found = await this.#position({ source, decisions, seat: this.seat });
    if (wish !== this.#wanted) return;
    this.source = source;
    this.#seen.clear();
    this.#plays = decisions.map((_, taken) => taken);
    this.#show(found, decisions);
  }

  /** What a search finds in the position shown. */
  advice(seconds: number): Promise<Advice> {
    return api.studyAdvice({ source: this.source, decisions: this.decisions, seconds });
  }

  /** Undoes the latest play and the answers to it. */
  async undo(): Promise<void> {
    const left = this.#plays.at(-1);
    if (left === undefined) throw new Refusal({ reason: "now" });
    const rest = this.decisions.slice(0, left);
    const [found] = await this.#ask(rest);
    if (!found) return;
    this.#plays.pop();
    for (const taken of [...this.#seen.keys()]) if (taken > left) this.#seen.delete(taken);
    this.#show(found, rest);
  }

  /** Plays decisions of the seat to move, all or none, and lets bots answer if they should. */
  async play(decisions: Decision[]): Promise<void> {
    const before = this.state!;
    if ((await this.onplay?.(decisions, before)) === false) return this.#showAgain(before);
    if (before !== this.state) throw new Refusal({ reason: "stale" });
    const taken = this.decisions.length;
    const whole = [...this.decisions, ...decisions];
    const [found, wish] = await this.#ask(whole);
    if (!found) return;
    this.#plays.push(taken);
    this.#show(found, whole);
    void this.#answer(wish, this.seat ?? before.to_move);
  }

  /** Lets a bot play once for the seat to move. */
  async letPlay(level: number): Promise<void> {
    const wish = ++this.#wanted;
    const taken = this.decisions.length;
    if ((await this.#botPlays(level, wish)) && !this.#plays.includes(taken)) this.#plays.push(taken);
  }

  readonly send: Send = (async (message: ToServer) => {
    if (message.type !== "play" && message.type !== "preview" && message.type !== "undo")
      throw new Refusal({ reason: "now" });
    if (message.ply !== this.state?.ply) throw new Refusal({ reason: "stale" });
    if (message.type === "preview") return this.#preview(message.ply, message.decisions);
    await (message.type === "play" ? this.play(message.decisions) : this.undo());
    return { type: "done", id: null };
  }) as Send;

  /** The replay up to the position shown, for looking back: the game, then what was tried. */
  readonly replay = async (): Promise<Replay> => {
    const { source, state } = this;
    const game = await this.#game(state!);
    const from = state!.seq - this.decisions.length;
    const whole = "ply" in source ? from : 0;
    return { ...game, steps: [...game.steps.slice(0, whole + 1), ...this.#tried()] };
  };

  async #game(now: Snapshot): Promise<Replay> {
    const { source, seat } = this;
    if (source.kind === "table") return api.replay(source.table, seat ?? now.you);
    if (source.kind === "record") return api.replayOf(source.record);
    const first = this.#seen.get(0) ?? (await this.#position({ source, decisions: [], seat }));
    return {
      contrada_replay: 1, game: now.game, options: now.options, title: "", seats: now.seats.map(({ name }) => name),
      seat, result: null, steps: [step(first)],
    };
  }

  /** A step for each decision; positions within a turn aren't needed. */
  #tried(): Step[] {
    return this.decisions.map((_, taken) => step(this.#seen.get(taken + 1) ?? null));
  }

  async #preview(ply: number, wanted: Decision[]): Promise<PreviewAnswer> {
    const { source, decisions, seat } = this;
    const asked = { source, decisions, seat, try: wanted };
    const found = await this.#answered(() => api.studyPreview(asked), (known) => known.preview(asked));
    return { ...found, ply };
  }

  #position(at: StudyRequest): Promise<Snapshot> {
    return this.#answered(() => api.study(at), (known) => known.position(at));
  }

  /** The server's answer; without a connection, the one that is known. */
  async #answered<T>(ask: () => Promise<T>, recall: (known: Known) => T | null): Promise<T> {
    const known = this.#known;
    if (!known) return ask();
    try {
      if (!known.isThere || connection.link === "open") return await ask();
    } catch (error) {
      if (!(error instanceof Disconnected)) throw error;
      await known.load();
    }
    const found = recall(known);
    if (found === null) throw new Disconnected();
    return found;
  }

  /** Asks for a position; null if a later request has been made since. */
  async #ask(decisions: Decision[]): Promise<[Snapshot | null, number]> {
    const wish = ++this.#wanted;
    const found = await this.#position({ source: this.source, decisions, seat: this.seat });
    return [wish === this.#wanted ? found : null, wish];
  }

  #show(found: Snapshot, decisions: Decision[]): void {
    this.decisions = decisions;
    this.#seen.set(decisions.length, found);
    this.state = { ...found, seats: found.seats.map((seat) => this.#named(seat)), ply: ++this.#shown };
  }

  /** A position by itself has no players. Records name bots by level; the page names them in the current language. */
  #named(seat: Seat): Seat {
    if (!("ply" in this.source)) return { ...seat, name: "" };
    const level = /^Bot (\d+)$/.exec(seat.name)?.[1];
    return level === undefined ? seat : { ...seat, kind: "bot", name: "", level: Number(level) };
  }

  /** Drops the picks; nothing else changes. */
  #showAgain(before: Snapshot): void {
    if (before === this.state) this.state = { ...before, ply: ++this.#shown };
  }

  async #answer(wish: number, own: number | null): Promise<void> {
    try {
      while (this.reply !== null && wish === this.#wanted && this.state?.to_move !== own)
        if (!(await this.#botPlays(this.reply, wish))) return;
    } catch (error) {
      if (wish === this.#wanted) sayFailure(error); // the user's own play stands
    }
  }

  /** False if there was nothing to decide, or a later request has been made meanwhile. */
  async #botPlays(level: number, wish: number): Promise<boolean> {
    if (this.state?.to_move == null) return false;
    this.isAnswering = true;
    try {
      const { source, seat } = this;
      const answer = await api.studyBot({ source, decisions: this.decisions, level });
      const whole = [...this.decisions, ...answer.decisions];
      const found = await api.study({ source, decisions: whole, seat });
      if (wish !== this.#wanted) return false;
      this.#show(found, whole);
      return true;
    } finally {
      this.isAnswering = false;
    }
  }
}

function step(seen: Snapshot | null): Step {
  const view = seen?.view ?? {};
  return {
    seat: null, turn: 0, does: null, text: "", squares: [], to_move: seen?.to_move ?? null,
    scores: seen?.view?.scores ?? [], view,
  };
}
