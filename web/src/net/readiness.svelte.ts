/** Which games are ready to play. The server says so in its hello and whenever it changes. */
import type { GameName, GameState } from "../protocol";

const SOON = 1_000;
const AGAIN = 5_000; // then ask again, in case the news got lost

class Readiness {
  /** The game that a request of this page is waiting for. */
  awaited: GameName | null = $state(null);
  #states = $state.raw<Record<GameName, GameState>>({});
  readonly #waiting = new Set<() => void>();

  /** Takes over what the server says. */
  hear(states: Record<GameName, GameState>): void {
    this.#states = { ...this.#states, ...states };
    for (const look of this.#waiting) look();
  }

  /** From an HTTP answer; anything heard on the socket is newer. */
  suppose(states: Record<GameName, GameState>): void {
    this.hear({ ...states, ...this.#states });
  }

  /** Null until the server has said anything. */
  of(game: GameName): GameState | null {
    return this.#states[game] ?? null;
  }

  /** The game still has to be compiled. Loading is quick and doesn't count. */
  isComing(game: GameName): boolean {
    const state = this.of(game);
    return state === "waiting" || state === "compiling";
  }

  isPlayable(game: GameName): boolean {
    return !this.isComing(game) && this.of(game) !== "failed";
  }

  /** Waits until a game is ready or has failed. Throws if `signal` aborts. */
  async until(game: GameName, signal: AbortSignal): Promise<void> {
    while (this.isComing(game)) {
      await this.#news(signal);
      signal.throwIfAborted();
    }
  }

  /** After a refusal because of this game: waits until asking again may help. */
  async outlast(game: GameName): Promise<void> {
    const patience = new AbortController();
    // The news may not have come yet, or the game may be ready already.
    const timer = setTimeout(() => patience.abort(), this.isComing(game) ? AGAIN : SOON);
    try {
      await (this.isComing(game) ? this.until(game, patience.signal) : this.#news(patience.signal));
    } catch {
      // Asking again will tell.
    } finally {
      clearTimeout(timer);
    }
  }

  #news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener("abort", done);
    });
  }
}

export const readiness = new Readiness();
