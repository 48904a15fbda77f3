/** Playing in an element: what may be decided now, and what has been chosen of it.
 *
 * The page around the element knows the rules, or somebody who does. It is told by events and answers
 * by properties: `decide` by a new replay and turn, `look` by `preview`, `refuse` by `refused`. */

import type { GameFace, Picks } from "../games/face";
import type { Decision, Decisions, Parts, PreviewAnswer, Refused, View } from "../protocol";
import { Choosing, type Candidate } from "../table/choosing.svelte";

/** What may be decided after so many decisions. */
export interface Turn {
  ply: number;
  seat: number;
  legal: Decision[];
  then: Record<string, Decision[]>;
  undo: boolean; // the latest decision can be taken back
}

/** What a page needs to tell of a refusal; as in the protocol. */
export type Why = Pick<Refused, "sentence" | "rule" | "case" | "values" | "squares">;
export type Look = Pick<PreviewAnswer, "ply" | "decisions" | "view">;
export type Wish = "decide" | "look" | "refuse" | "undo";
export type Tell = (wish: Wish, ply: number, decisions: Decision[]) => void;

export class Playing {
  turn: Turn | null = $state.raw(null);
  /** Its choosing; null as long as nobody has said what decisions consist of. */
  choosing: Choosing | null = $state.raw(null);
  refusing: { refused: Refused; parts: Parts | null } | null = $state.raw(null);
  #parts: Parts[] = [];
  #looked: Look | null = $state.raw(null);
  #hovered: Picks | null = $state.raw(null);
  #tried: Decision[] = [];
  #sent: Turn | null = $state.raw(null);
  readonly #tell: Tell;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  set decisions(decisions: Decisions | null) {
    this.#parts = decisions?.parts ?? [];
    this.choosing = decisions && new Choosing(decisions);
  }

  /** Begins to choose in a turn, or stops. */
  begin(turn: Turn | null, face: GameFace, view: View): void {
    this.refusing = null;
    this.#looked = null;
    this.#hovered = null;
    this.choosing?.update(turn?.ply ?? -1, turn?.legal ?? null, turn?.then ?? null, turn ? (face.rows?.(view) ?? []) : []);
    const proposal = turn && face.proposal?.(view);
    if (proposal) this.choosing?.propose(proposal);
  }

  /** Somebody can choose now: the turn has not been answered yet. */
  get isOpen(): boolean {
    return this.turn !== null && this.choosing !== null && this.#sent !== this.turn;
  }

  /** What to preview: the choice under the pointer, or else the one picked. */
  get target(): Candidate | null {
    if (!this.isOpen) return null;
    return (this.#hovered && this.choosing!.after(this.#hovered)) ?? this.choosing!.complete;
  }

  /** The view after what is picked or hovered, once it is known. */
  get preview(): View | null {
    const { target, turn } = this;
    const isWanted = target && this.#looked?.ply === turn?.ply && this.#looked?.decisions.join() === target.decisions.join();
    return isWanted ? this.#looked!.view : null;
  }

  set looked(look: Look | null) {
    this.#looked = look;
  }

  set refused(why: Why | null) {
    this.#sent = null;
    const refused: Refused | null = why && { type: "refused", id: null, table: null, reason: "rule", ...why };
    this.refusing = refused && { refused, parts: this.#parts[this.#tried.at(-1) ?? -1] ?? null };
  }

  hover(parts: Picks | null): void {
    this.#hovered = parts;
  }

  look(decisions: Decision[]): void {
    if (this.turn) this.#tell("look", this.turn.ply, decisions);
  }

  decide({ decisions }: Candidate): void {
    const { turn } = this;
    if (!turn || !this.isOpen) return;
    this.#sent = turn;
    this.#tried = decisions;
    this.#tell("decide", turn.ply, decisions);
  }

  confirm(): void {
    const complete = this.choosing?.complete;
    if (complete) this.decide(complete);
  }

  /** Forgets the latest pick, or takes the latest decision back. */
  stepBack(): void {
    const { choosing, turn } = this;
    if (!turn || !choosing || !this.isOpen) return;
    const picked = Object.keys(choosing.picked);
    this.refusing = null;
    if (choosing.gathered.length > 0) choosing.ungather();
    else if (picked.length > 0) choosing.unpick(picked.findLast((key) => key !== "does"));
    else if (turn.undo) this.undo();
  }

  get canStepBack(): boolean {
    const { choosing, turn } = this;
    if (!turn || !choosing || !this.isOpen) return false;
    return turn.undo || choosing.gathered.length > 0 || Object.keys(choosing.picked).length > 0;
  }

  undo(): void {
    if (!this.turn?.undo || !this.isOpen) return;
    this.#sent = this.turn;
    this.#tell("undo", this.turn.ply, []);
  }

  /** Something not legal was tried: asks why, unless the game knows that nothing like it exists. */
  refuse(parts: Picks, face: GameFace): void {
    const { choosing, turn } = this;
    if (!choosing || !turn || !this.isOpen) return;
    const all = { ...choosing.picked, ...parts };
    const wanted = choosing.illegal(parts) ?? choosing.illegal(all);
    const unfit = wanted ? null : face.unfit?.(all);
    const squares = parts.square === undefined ? [] : [String(parts.square)];
    if (unfit) this.refused = { sentence: "", ...unfit, squares };
    if (!wanted) return;
    this.#tried = wanted;
    this.#tell("refuse", turn.ply, wanted);
  }
}
