/** A person at a table: what is shown, what is being chosen, what was refused, and what is sent. */

import { tick, untrack } from "svelte";
import type { GameFace, Picks } from "../games/face";
import { Film } from "../replay/film";
import { Refusal, type SomeTable } from "../net";
import type { Can, Decision, Decisions, GameFacts, LogLine, Outlook, Parts, PreviewAnswer, Refused, Snapshot, View } from "../protocol";
import { sayFailure } from "../shell/failure";
import { Choosing, type Candidate } from "./choosing.svelte";
import { Hinting } from "./hinting.svelte";
import { Lookback } from "./lookback.svelte";
import { Offers } from "./offers.svelte";
import { Pacing } from "./pacing.svelte";
import { Presses } from "./presses.svelte";
import { Rematch } from "./rematch.svelte";
import { settings } from "./settings.svelte";
import { Recap, type Recapped } from "./recap/recap.svelte";
import { play as sound } from "./sounds";
import { Suggestion } from "./suggestion.svelte";
import { distinct, seatTitle } from "./turns";
import type { Watched } from "./watched";

const HOVER = 60; // milliseconds: a pointer that only passes by asks for nothing

export interface Refusing {
  refused: Refused;
  parts: Parts | null;
}

export class Session implements Watched {
  readonly store: SomeTable;
  readonly face: GameFace;
  readonly decisions: Decisions;
  readonly facts: GameFacts;
  readonly choosing: Choosing;
  readonly pacing = new Pacing();
  readonly lookback: Lookback;
  readonly hinting = new Hinting(this);
  readonly offers = new Offers(this);
  readonly rematch: Rematch;
  readonly recap: Recap;
  readonly presses: Presses;

  /** What could come of the position on the board, once somebody has looked at what the game tells of it. */
  outlook: Outlook | null = $state.raw(null);
  /** What the decision being chosen would lead to. */
  preview: PreviewAnswer | null = $state.raw(null);
  refusing: Refusing | null = $state.raw(null);
  #sent: number | null = $state(null); // the ply of a play being sent
  #unsettled: number = $state(0); // presses whose answer is pending
  /** The last press was by a finger, which hides what it presses and so never decides at once. */
  touch: boolean = $state(false);
  /** Squares pointed at in a list. */
  pointed: string[] | null = $state.raw(null);
  #hovered: Picks | null = $state.raw(null);
  /** Decisions that the board shows although nobody has chosen them. */
  #suggestion: Suggestion | null = $state.raw(null);
  #ply = -1;
  #eyes: number | null = null; // the seat it was shown to
  #cut: Snapshot | null = null; // the table as it was when the connection was lost
  readonly #previews = new Map<string, Promise<PreviewAnswer>>();

  readonly #proposes: boolean; // what is sensible, where only one thing is

  constructor(store: SomeTable, face: GameFace, decisions: Decisions, facts: GameFacts, proposes = true) {
    this.store = store;
    this.face = face;
    this.decisions = decisions;
    this.facts = facts;
    this.#proposes = proposes;
    this.choosing = new Choosing(decisions);
    const { replay } = store;
    this.lookback = new Lookback(() => this.shown, replay && (async () => new Film(await replay())));
    this.pacing.take(store.state!);
    this.#react();
    this.recap = new Recap(this.#recapped());
    this.presses = new Presses(this);
    this.rematch = new Rematch(this);
  }

  /** Each effect depends on one thing only, hence `untrack`. */
  #react(): void {
    $effect.pre(() => {
      const now = this.store.state!;
      untrack(() => this.pacing.take(now));
    });
    $effect.pre(() => {
      const { shown } = this;
      untrack(() => this.#turnTo(shown));
    });
    $effect(() => this.#showPreview(this.#target));
    $effect(() => {
      const { complete } = this.choosing;
      untrack(() => void this.#decideAtOnce(complete));
    });
    // Another choice has been made: what was refused before it need not lie on the board any longer.
    $effect(() => {
      void [this.choosing.picked, this.choosing.gathered];
      untrack(() => (this.refusing = null));
    });
    $effect(() => {
      if (this.choosing.insisted > 0) untrack(() => this.confirm());
    });
    $effect(() => () => {
      this.pacing.stop();
      this.recap.stop();
    });
    $effect(() => this.#watchPage());
    $effect(() => {
      const { isConnected, live } = this;
      untrack(() => this.#catchUp(isConnected, live));
    });
  }

  /** What has happened without a connection is played once the table is there again. */
  #catchUp(isConnected: boolean, live: Snapshot): void {
    if (!isConnected) this.#cut ??= live;
    else if (this.#cut !== null && this.#cut !== live) {
      const hasGone = live.log.length > this.#cut.log.length;
      this.#cut = null;
      if (hasGone && live.status === "playing") void this.recap.begin();
    }
  }

  /** What has happened while the page was not seen is played when it is seen again. */
  #watchPage(): () => void {
    let known = this.live.log.length;
    const turned = () => {
      if (document.hidden) known = this.live.log.length;
      else if (this.live.log.length > known && this.live.status === "playing") void this.recap.begin();
    };
    document.addEventListener("visibilitychange", turned);
    return () => document.removeEventListener("visibilitychange", turned);
  }

  #recapped(): Recapped {
    const session = this; // the getters below have a `this` of their own
    return {
      get log() {
        return session.log;
      },
      get isKept() {
        return session.hasRecap;
      },
      get isLooking() {
        return session.isLooking;
      },
      isOwn: (seat) => this.isAtThisScreen(seat),
      hurry: () => this.pacing.skip(),
      lookback: this.lookback,
    };
  }

  /** Whether this table has recaps: you sit at it, the game has begun, and it isn't one for study. */
  get hasRecap(): boolean {
    return this.you !== null && !this.isStudy && this.live.status !== "open";
  }

  /** The table as it is now: clocks, seats, chat, questions. */
  get live(): Snapshot {
    return this.store.state!;
  }

  /** The table as the board shows it: a moment behind if several moves come at once. */
  get shown(): Snapshot {
    return this.pacing.shown!;
  }

  get view(): View | null {
    return this.lookback.at === null ? this.shown.view : (this.lookback.view ?? this.shown.view);
  }

  get game(): string {
    return this.live.game;
  }

  get log(): LogLine[] {
    return this.shown.log;
  }

  get earlier(): number {
    return this.store.earlier ?? 0;
  }

  get names(): string[] {
    return distinct(this.titles, (seat) => this.face.seatName(seat, this.live.view));
  }

  /** The name of each seat. An empty one, as in a lesson, is named after its colour. */
  get titles(): string[] {
    const { seats, view } = this.live;
    return seats.map((who, seat) => (who.kind === "person" && !who.name && this.face.seatName(seat, view)) || seatTitle(who));
  }

  get you(): number | null {
    return this.live.you;
  }

  /** The seat on your side of the screen. A study table, where you play for everyone, may have none. */
  get seated(): number | null {
    return this.store.seated === undefined ? this.you : this.store.seated;
  }

  /** Whose turn it is, whatever is being prepared. */
  get mover(): number | null {
    const { status, to_move } = this.shown;
    if (status !== "playing") return null;
    return this.store.mover === undefined ? to_move : this.store.mover;
  }

  /** Whether this screen decides for the seat: it is yours, or its player sits beside you. */
  isAtThisScreen(seat: number): boolean {
    const { seats, you } = this.shown;
    const [who, mine] = [seats[seat], you === null ? undefined : seats[you]];
    return who?.kind === "person" && who.guest === mine?.guest;
  }

  /** A study table isn't stored: it has no link and no record. */
  get isStudy(): boolean {
    return this.live.table === "study";
  }

  /** People can talk here. */
  get hasChat(): boolean {
    return !this.isStudy || this.store.standsIn === true;
  }

  get isLooking(): boolean {
    return this.lookback.at !== null;
  }

  get isConnected(): boolean {
    return this.store.connection === "open";
  }

  /** It is your turn, and the board shows it. */
  get isYours(): boolean {
    return this.shown.can.includes("play") && this.shown.ply === this.live.ply;
  }

  /** The choosing, if you may choose now. */
  get chooser(): Choosing | null {
    return this.isYours && !this.isLooking && this.isConnected ? this.choosing : null;
  }

  /** The choosing that the board shows: a suggestion hides your own picks. */
  get shownChooser(): Choosing | null {
    return this.chooser && (this.#suggestion ?? this.chooser);
  }

  /** The last turn on the board. */
  get lastLine(): LogLine | null {
    if (this.recap.isAtStart) return null;
    return (this.isLooking ? this.lookback.line : this.shown.log.at(-1)) ?? null;
  }

  /** Squares of the last turn. */
  get last(): string[] {
    return this.lastLine?.squares ?? [];
  }

  /** The refusal, unless the board shows the past. */
  get refused(): Refused | null {
    return this.isLooking ? null : (this.refusing?.refused ?? null);
  }

  can(what: Can): boolean {
    return this.live.can.includes(what);
  }

  /** The outcome of the latest press is still open, so further presses have to wait. */
  get isSettling(): boolean {
    return this.#unsettled > 0;
  }

  async #settle<T>(work: () => Promise<T>): Promise<T> {
    this.#unsettled += 1;
    try {
      return await work();
    } finally {
      await tick(); // show the position that came with the answer first
      this.#unsettled -= 1;
    }
  }

  // --- choosing ---

  hover(parts: Picks | null): void {
    this.#hovered = parts;
  }

  /** What to preview: the choice under the pointer, or else the one picked. */
  get #target(): Candidate | null {
    if (!this.chooser) return null;
    if (this.#suggestion) return this.#suggestion.whole;
    return (this.#hovered && this.choosing.after(this.#hovered)) ?? this.choosing.complete;
  }

  /** Shows decisions on the board that nobody has chosen; null ends it. A press on the board ends it too,
   * and calls `ondrop`. */
  suggest(decisions: Decision[] | null, ondrop?: () => void): void {
    const { chooser, shown } = this;
    if (!decisions?.length || !chooser) this.#suggestion = null;
    else {
      const drop = () => {
        this.suggest(null);
        ondrop?.();
      };
      this.#suggestion = new Suggestion(this.decisions, shown, decisions, chooser, drop, this.#rows(shown));
    }
  }

  #rows(shown: Snapshot): Partial<Parts>[][] {
    return (shown.view && this.face.rows?.(shown.view)) ?? [];
  }

  /** Whether the choice on the board, picked or suggested, waits for confirmation. */
  get isWaiting(): boolean {
    return this.shownChooser?.complete != null && !this.sending;
  }

  confirm(): void {
    const complete = this.shownChooser?.complete;
    if (complete) void this.play(complete);
  }

  /** Undoes the latest pick, or else the latest decision of this turn. */
  stepBack(): void {
    const picked = Object.keys(this.choosing.picked);
    this.refusing = null;
    if (this.choosing.gathered.length > 0) this.choosing.ungather();
    else if (picked.length > 0) this.choosing.unpick(picked.findLast((key) => key !== "does"));
    else if (this.can("undo")) void this.#undo();
  }

  get canStepBack(): boolean {
    const { picked, gathered } = this.choosing;
    if (!this.chooser || this.sending) return false;
    return gathered.length > 0 || Object.keys(picked).length > 0 || this.can("undo");
  }

  /** Undoes the latest decision; repeated presses undo it only once. */
  async #undo(): Promise<boolean> {
    if (this.sending) return false;
    const { table, ply } = this.live;
    return this.#sending(ply, () => this.tell({ type: "undo", table, ply }));
  }

  async #sending<T>(ply: number, work: () => Promise<T>): Promise<T> {
    this.#sent = ply;
    try {
      return await this.#settle(work);
    } finally {
      if (this.#sent === ply) this.#sent = null;
    }
  }

  /** Whether a play or undo for the position shown has already been sent. */
  get sending(): boolean {
    return this.#sent === this.shown.ply;
  }

  async play(candidate: Candidate): Promise<void> {
    if (this.sending) return;
    const { table, ply } = this.shown;
    const { decisions, parts } = candidate;
    try {
      await this.#sending(ply, () => this.store.send({ type: "play", table, ply, decisions }));
    } catch (error) {
      this.presses.forget(); // they built upon it
      this.#failed(error, parts);
    }
  }

  /** Sends a message; a failure appears as a toast. */
  async tell(message: Parameters<SomeTable["send"]>[0]): Promise<boolean> {
    try {
      await this.store.send(message);
      return true;
    } catch (error) {
      sayFailure(error);
      return false;
    }
  }

  /** Undoes the latest decision, then acts as if `parts` had been pressed. */
  async instead(parts: Picks | null): Promise<void> {
    if (!this.can("undo")) return;
    await this.#settle(async () => {
      if (!(await this.#undo())) return;
      await tick(); // let the choosing follow the new position
      if (parts && !this.choosing.pick(parts)) await this.refuse(parts);
    });
  }

  /** Asks the server why something is illegal that was tried. */
  async refuse(parts: Picks): Promise<void> {
    const wanted = this.choosing.illegal(parts) ?? this.choosing.illegal({ ...this.choosing.picked, ...parts });
    if (!wanted) return this.#refuseUnfit({ ...this.choosing.picked, ...parts });
    const [last] = wanted.slice(-1);
    try {
      await this.#settle(() => this.#look(wanted));
    } catch (error) {
      this.#failed(error, this.decisions.parts[last!] ?? null);
    }
  }

  #refuseUnfit(parts: Picks): void {
    const unfit = this.face.unfit?.(parts);
    if (!unfit) return;
    const squares = parts.square === undefined ? [] : [String(parts.square)];
    const refused: Refused = { type: "refused", id: null, table: null, reason: "rule", sentence: "", ...unfit, squares };
    this.refusing = { refused, parts: { does: "", ...parts } };
  }

  /** Asks what could come of the position, also while others are to move. */
  async lookAhead(): Promise<void> {
    const { ply, you, status } = this.shown;
    if (you === null || status !== "playing" || this.isLooking || ply !== this.live.ply || !this.isConnected) return;
    const found = await this.#look([]).catch(() => null); // it is asked for again
    if (found?.ply === this.shown.ply) this.outlook = found.outlook;
  }

  // --- what follows a change ---

  #turnTo(shown: Snapshot): void {
    const yours = shown.can.includes("play");
    if (yours) this.choosing.update(shown.ply, shown.legal, shown.then, this.#rows(shown));
    else this.choosing.update(shown.ply, null, null);
    if (shown.ply === this.#ply && shown.you === this.#eyes) return; // only news: presence or chat
    const proposal = this.#proposes && yours && shown.view ? this.face.proposal?.(shown.view) : null;
    if (proposal) this.choosing.propose(proposal);
    this.#ply = shown.ply;
    this.#eyes = shown.you;
    this.refusing = null;
    this.#hovered = null;
    this.#suggestion = null;
    this.hinting.forget();
    this.#previews.clear();
    this.outlook = null;
    this.lookback.follow();
    this.recap?.follow();
  }

  #showPreview(target: Candidate | null): (() => void) | void {
    if (!target) {
      this.preview = null;
      return;
    }
    let wanted = true;
    const known = this.#previews.has(key(target.decisions));
    const look = () =>
      this.#look(target.decisions).then(
        (preview) => wanted && (this.preview = preview),
        () => wanted && (this.preview = null), // the refusal is shown when it is tried
      );
    const timer = setTimeout(look, known || target === this.choosing.complete ? 0 : HOVER);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }

  /** Sends what needs no confirmation: by the player's setting, or because it can be undone. */
  async #decideAtOnce(complete: Candidate | null): Promise<void> {
    if (!complete || !this.chooser || this.choosing.isProposed) return;
    this.refusing = null;
    const asks = settings.confirm || this.touch || (this.shown.view && this.face.asksFirst?.(complete.parts, this.shown.view));
    if (!asks) return this.play(complete);
    if (this.choosing.gathered.length > 0) return; // a payment is confirmed before it is made
    await this.#settle(async () => {
      const preview = await this.#look(complete.decisions).catch(() => null);
      if (!preview) return this.presses.forget(); // they built upon it
      if ((preview.ends_turn || preview.reveals) && !this.store.isTentative) return;
      if (this.choosing.complete === complete) await this.play(complete);
    });
  }

  #look(decisions: Decision[]): Promise<PreviewAnswer> {
    const { table, ply } = this.shown;
    let asked = this.#previews.get(key(decisions));
    if (!asked) {
      asked = this.store.send({ type: "preview", table, ply, decisions });
      this.#previews.set(key(decisions), asked);
      asked.catch(() => this.#previews.delete(key(decisions))); // perhaps only the connection failed
    }
    return asked;
  }

  #failed(error: unknown, parts: Parts | null): void {
    if (error instanceof Refusal && error.reason === "rule") {
      this.refusing = { refused: error, parts };
      sound("refused");
    } else sayFailure(error);
  }
}

function key(decisions: Decision[]): string {
  return decisions.join();
}
