/** A line of the table: decisions tried from the current position, for all seats in turn. The server works
 * out each step, as far as you can know it, and nobody else hears of it. */

import { api, connection, Refusal, type SomeTable, type Trial } from "../../net";
import type { Clock, Decision, PreviewAnswer, Snapshot, ToServer } from "../../protocol";

type Send = SomeTable["send"];

export class LineTable implements SomeTable {
  /** Null until the first answer. `ply` counts the positions shown, so that each has its own. */
  state = $state.raw<Snapshot | null>(null);
  /** Decisions since the position of the game. */
  decisions: Decision[] = $state.raw([]);
  readonly seated: number;
  /** Only your own turn, whatever the others do before it. */
  readonly whatever: boolean;
  readonly earlier: number;
  readonly trial: Trial | null;
  /** Another “if” follows your turn. */
  goesOn: boolean = $state(false);
  readonly #table: string;
  readonly #ply: number;
  /** Goes on as usual, whatever is tried. */
  readonly #clock: Clock | null;
  #shown = 0;
  #wanted = 0; // number of the latest request; earlier answers are ignored

  constructor(game: Snapshot, whatever: boolean, trial: Trial | null = null) {
    this.trial = trial;
    this.#table = game.table;
    this.#ply = game.ply;
    this.#clock = game.clock;
    this.earlier = game.log.filter(({ done }) => done).length;
    this.seated = game.you!;
    this.whatever = whatever;
  }

  get connection() {
    return connection.link;
  }

  get offset(): number {
    return connection.offset;
  }

  get stopped(): number | null {
    return connection.stoppedAt;
  }

  /** Your turn is complete, so the line can be kept. */
  get isWhole(): boolean {
    const last = this.state?.log.at(-1);
    return last !== undefined && last.done && last.seat === this.seated;
  }

  /** After your turn the line may end, unless you go on with another “if”. */
  get isIdle(): boolean {
    return this.isWhole && !this.goesOn && this.trial === null;
  }

  async go(decisions: Decision[]): Promise<void> {
    const wish = ++this.#wanted;
    const found = await this.#ask(decisions);
    if (wish !== this.#wanted) return;
    this.decisions = decisions;
    this.goesOn = false;
    this.state = { ...found, clock: this.#clock, table: "study", ply: ++this.#shown };
  }

  #ask(decisions: Decision[]): Promise<Snapshot> {
    return api.line(this.#table, { ply: this.#ply, decisions, whatever: this.whatever });
  }

  readonly send: Send = (async (message: ToServer) => {
    if (message.type !== "play" && message.type !== "preview" && message.type !== "undo")
      throw new Refusal({ reason: "now" });
    if (message.ply !== this.state?.ply) throw new Refusal({ reason: "stale" });
    if (message.type === "preview") return this.#preview(message.ply, message.decisions);
    if (message.type === "play") await this.go([...this.decisions, ...message.decisions]);
    else await this.go(this.decisions.slice(0, -1));
    return { type: "done", id: null };
  }) as Send;

  async #preview(ply: number, tried: Decision[]): Promise<PreviewAnswer> {
    const { table, log, view, to_move, legal, then } = await this.#ask([...this.decisions, ...tried]);
    const ends_turn = log.at(-1)?.done ?? false;
    const goesOn = ends_turn ? { legal: null, then: null } : { legal, then };
    return { type: "preview", id: null, table, ply, decisions: tried, view: view!, to_move, ends_turn, reveals: false, outlook: null, ...goesOn };
  }
}
