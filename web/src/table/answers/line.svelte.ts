/** A line of the table: decisions tried from the current position, for all seats in turn. The server works
 * out each step, as far as you can know it, and nobody else hears of it. Clocks and chat go on meanwhile. */

import { api, connection, Refusal, type SomeTable, type TableStore, type Trial } from "../../net";
import type { Decision, PreviewAnswer, Snapshot, ToServer } from "../../protocol";

type Send = SomeTable["send"];

/** What the line is for, and what becomes of it. */
export interface Purpose {
  whatever: boolean; // only your own turn, whatever the others do before it
  onwhole: () => void; // your turn has been shown to its end
  keeping?: string; // what the button says that ends it
  idle?: string; // what is said after that
  trial?: Trial;
}

export class LineTable implements SomeTable {
  /** What the server says of the line; null until its first answer. */
  #found = $state.raw<Snapshot | null>(null);
  /** `ply` counts the positions shown, so that each has its own. */
  readonly state: Snapshot | null = $derived.by(() => {
    const { state } = this.#game;
    if (!this.#found || !state) return null;
    const { clock, chat, muted, online, watchers } = state;
    return { ...this.#found, clock, chat, muted, online, watchers };
  });
  /** Decisions since the position of the game. */
  decisions: Decision[] = $state.raw([]);
  readonly seated: number;
  readonly earlier: number;
  readonly standsIn = true;
  readonly isLine: boolean;
  /** Another “if” follows your turn. */
  goesOn: boolean = $state(false);
  readonly #game: TableStore; // that the line is about
  readonly #purpose: Purpose;
  readonly #ply: number; // where it begins
  #shown = 0;
  #wanted = 0; // number of the latest request; earlier answers are ignored

  constructor(game: TableStore, purpose: Purpose) {
    const now = game.state!;
    this.#game = game;
    this.#purpose = purpose;
    this.isLine = !purpose.whatever;
    this.#ply = now.ply;
    this.earlier = now.log.filter(({ done }) => done).length;
    this.seated = now.you!;
  }

  get trial(): Trial | null {
    return this.#purpose.trial ?? null;
  }

  get mover(): number | null {
    return this.#game.state?.to_move ?? null;
  }

  get keeping(): string | null {
    return this.isTentative ? null : (this.#purpose.keeping ?? null);
  }

  get idle(): string {
    return this.#purpose.idle ?? "";
  }

  /** What the others might do is only shown: the next step is a step back. */
  get isTentative(): boolean {
    return this.state?.to_move !== this.seated;
  }

  get readChat(): number | null {
    return this.#game.readChat;
  }

  set readChat(lines: number | null) {
    this.#game.readChat = lines;
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
    this.#found = { ...found, table: "study", ply: ++this.#shown };
  }

  #ask(decisions: Decision[]): Promise<Snapshot> {
    return api.line(this.#game.id, { ply: this.#ply, decisions, whatever: this.#purpose.whatever });
  }

  readonly send: Send = (async (message: ToServer) => {
    if (message.type === "chat" || message.type === "mute") return this.#game.send({ ...message, table: this.#game.id });
    if (message.type !== "play" && message.type !== "preview" && message.type !== "undo")
      throw new Refusal({ reason: "now" });
    if (message.ply !== this.state?.ply) throw new Refusal({ reason: "stale" });
    if (message.type === "preview") return this.#preview(message.ply, message.decisions);
    if (message.type === "play") await this.#play(message.decisions);
    else await this.go(this.decisions.slice(0, -1));
    return { type: "done", id: null };
  }) as Send;

  async #play(decisions: Decision[]): Promise<void> {
    await this.go([...this.decisions, ...decisions]);
    if (this.isWhole) this.#purpose.onwhole();
  }

  async #preview(ply: number, tried: Decision[]): Promise<PreviewAnswer> {
    const { table, log, view, to_move, legal, then } = await this.#ask([...this.decisions, ...tried]);
    const ends_turn = log.at(-1)?.done ?? false;
    const goesOn = ends_turn ? { legal: null, then: null } : { legal, then };
    return { type: "preview", id: null, table, ply, decisions: tried, view: view!, to_move, ends_turn, reveals: false, outlook: null, ...goesOn };
  }
}
