/** One table as the page knows it: a snapshot that messages of the socket keep up to date. */
import type { ClockChange, Delta, Presence, Replay, Snapshot } from "../protocol";
import type { PreparedAnswers } from "../table/answers/prepared.svelte";
import { applyDelta, applyPresence } from "./apply";
import { connection } from "./connection.svelte";
import { send } from "./socket.svelte";

type Send = typeof send;

/** Answers that are prepared while others think: see `table/answers`. */
export interface Ahead {
  readonly prepared: PreparedAnswers;
  open(): void;
  /** Begins a move for the next turn with a press on a square; false if that can't be done here. */
  begin(square: string): boolean;
}

/** What is tried on the same board as the game. */
export interface Trial {
  readonly says: string;
  readonly why: string; // it is not your turn yet
  leave(): void;
}

/** What a session needs of a table: a live one, or one for study. */
export interface SomeTable {
  readonly state: Snapshot | null; // replaced, never changed in place
  readonly connection: typeof connection.link;
  readonly offset: number; // the table's clock minus ours, in milliseconds
  readonly stopped?: number | null; // the table's time at which clocks stand still, if they do
  send: Send; // rejects with `Refusal`
  readonly seated?: number | null; // the seat on your side of the screen, if that isn't always `you`
  readonly ahead?: Ahead | null; // what you have prepared, and the way to prepare more
  readonly mover?: number | null; // whose turn it is in the game, while turns of it are only thought of
  readonly earlier?: number; // turns before those of its log
  readonly trial?: Trial | null;
  readonly isIdle?: boolean; // there is nothing to do now, whatever the rules allow
  readonly idle?: string; // what is said meanwhile; left out: that one reads on
  readonly isTentative?: boolean; // the turn being shown can be taken back: what ends it needs no confirmation
  readonly keeping?: string | null; // what the button says that ends your turn, if it does not play it
  readonly isLine?: boolean; // turns of both sides that are only thought of: the board numbers them
  readonly standsIn?: boolean; // for a table where a game goes on: people can talk, and it is not your turn
  readChat?: number | null; // lines of the chat that have been read, while one room takes the place of another
  readonly replay?: () => Promise<Replay>; // for looking back at a table the server doesn't keep
}

export class TableStore implements SomeTable {
  readonly id: string;
  /** Null until the first snapshot. Replaced, never changed in place. */
  state = $state.raw<Snapshot | null>(null);
  /** There is no such table. */
  missing = $state(false);
  /** The game that has to be ready before the table can be shown. */
  awaits: string | null = $state(null);
  /** Set by the page of the table. */
  ahead: Ahead | null = $state.raw(null);
  readChat: number | null = null;
  readonly #leave: () => void;
  readonly #resync: () => void;
  /** Since when it isn't known whether the clock runs: the game may have to be prepared first. */
  #unsure = $state<number | null>(null);
  /** A snapshot has been requested; deltas are ignored until it comes. */
  #waiting = true;

  constructor(id: string, resync: () => void, leave: () => void = () => {}) {
    this.id = id;
    this.#resync = resync;
    this.#leave = leave;
  }

  get connection() {
    return connection.link;
  }

  /** The server's clock minus ours, in milliseconds. */
  get offset(): number {
    return connection.offset;
  }

  get stopped(): number | null {
    return connection.stoppedAt ?? this.#unsure;
  }

  readonly send: Send = send;

  /** Stops following the table. */
  close(): void {
    this.#leave();
  }

  get isWaiting(): boolean {
    return this.#waiting;
  }

  /** After a new connection or a gap, only a snapshot helps. */
  awaitSnapshot(): void {
    this.#waiting = true;
    this.#unsure = connection.now();
  }

  take(message: Snapshot | Delta | Presence | ClockChange): void {
    if (message.type === "snapshot") {
      this.state = message;
      this.missing = false;
      this.awaits = null;
      this.#waiting = false;
      this.#unsure = null;
      if (message.clock?.now) connection.clock(message.clock.now);
    } else if (this.#waiting || !this.state) {
      return;
    } else if (message.type === "presence") {
      this.state = applyPresence(this.state, message);
    } else if (message.type === "clock") {
      this.state = { ...this.state, clock: message.clock };
      if (message.clock.now) connection.clock(message.clock.now, true);
    } else {
      this.#advance(this.state, message);
    }
  }

  #advance(now: Snapshot, delta: Delta): void {
    const next = applyDelta(now, delta);
    if (next) {
      this.state = next;
    } else {
      this.#waiting = true;
      this.#resync();
    }
  }
}
