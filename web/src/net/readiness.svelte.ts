/** Which games can be played yet: the server says so at its hello, and whenever that changes. */
import type { GameName, GameState } from "../protocol";

const SOON = 1_000;
const AGAIN = 5_000; // then we ask again, should the news not have come

class Readiness {
  /** A game that an answer to this page waits for. */
  awaited: GameName | null = $state(null);
  #states = $state.raw<Record<GameName, GameState>>({});
  readonly #waiting = new Set<() => void>();

  /** The server said so. */
  hear(states: Record<GameName, GameState>): void {
    this.#states = { ...this.#states, ...states };
    for (const look of this.#waiting) look();
  }

  /** It stood so in an answer; what was heard meanwhile is newer. */
  suppose(states: Record<GameName, GameState>): void {
    this.hear({ ...states, ...this.#states });
  }

  /** Null as long as nobody has said anything. */
  of(game: GameName): GameState | null {
    return this.#states[game] ?? null;
  }

  /** The game has yet to be compiled. What is only being loaded keeps nobody waiting. */
  isComing(game: GameName): boolean {
    const state = this.of(game);
    return state === "waiting" || state === "compiling";
  }

  isPlayable(game: GameName): boolean {
    return !this.isComing(game) && this.of(game) !== "failed";
  }

  /** Waits until a game is no longer coming. Throws if the wait is given up. */
  async until(game: GameName, signal: AbortSignal): Promise<void> {
    while (this.isComing(game)) {
      await this.#news(signal);
      signal.throwIfAborted();
    }
  }

  /** The server refused something because of a game: waits until asking again may help. */
  async outlast(game: GameName): Promise<void> {
    const patience = new AbortController();
    // We may not have heard of it yet, or know already that it is ready.
    const timer = setTimeout(() => patience.abort(), this.isComing(game) ? AGAIN : SOON);
    try {
      await (this.isComing(game) ? this.until(game, patience.signal) : this.#news(patience.signal));
    } catch {
      // Asking again tells.
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
