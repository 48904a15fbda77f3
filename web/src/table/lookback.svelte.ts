/** Looking back in a game: the turn shown, and the film of the game, fetched when it is needed. */

import { Film } from "../replay/film";
import { api } from "../net";
import type { LogLine, Snapshot, View } from "../protocol";

/** The start comes before the first line of the log. */
export const START = -1;

/** A film, the seat whose view it shows, and the turns in it. */
interface Taken {
  film: Film;
  seat: number | null;
  turns: number;
  told: string; // to notice turns that were taken back
}

export class Lookback {
  readonly #now: () => Snapshot | null;
  readonly #fetch: (id: string, seat: number | null) => Promise<Film>;
  #taken: Taken | null = $state.raw(null);
  #asking = false;
  #looker: number | null = null; // the seat that began to look back

  /** The line looked at; null: the present. */
  at: number | null = $state(null);
  failed: boolean = $state(false);

  constructor(now: () => Snapshot | null, fetch = fetchFilm) {
    this.#now = now;
    this.#fetch = fetch;
  }

  get #log(): LogLine[] {
    return this.#now()?.log ?? [];
  }

  get #seat(): number | null {
    return this.#now()?.you ?? null;
  }

  /** The film shows its seat's hand, so others at the same screen don't get to see it. */
  get #film(): Film | null {
    return this.#taken && this.#taken.seat === this.#seat ? this.#taken.film : null;
  }

  /** How many decisions had been made by then; null for the present. */
  get ply(): number | null {
    if (this.at === null) return null;
    return this.at === START ? 0 : (this.#log[this.at]?.ply ?? null);
  }

  /** The position looked at; null for the present, or until it has loaded. */
  get view(): View | null {
    const { ply } = this;
    return ply === null || !this.#film || ply > this.#film.length ? null : this.#film.view(ply);
  }

  get line(): LogLine | null {
    return this.at === null ? null : (this.#log[this.at] ?? null);
  }

  /** The last line is the present. */
  go(line: number | null): void {
    const latest = this.#log.length - 1;
    if (line === null || line >= latest) this.at = null;
    else this.at = Math.max(START, line);
    this.#looker = this.#seat;
    if (this.at !== null) void this.#need();
  }

  /** Gets what is needed to show the line and those before it. */
  async fetch(line: number): Promise<boolean> {
    const wanted = this.#log[line]?.ply ?? 0;
    await this.#need(wanted);
    return this.#film !== null && wanted <= this.#film.length;
  }

  step(by: number): void {
    this.go((this.at ?? this.#log.length - 1) + by);
  }

  /** Call it when the game has moved on or back, or the screen has been passed to another player. */
  follow(): void {
    if (this.at === null) return;
    if (this.at >= this.#log.length - 1 || this.#looker !== this.#seat) this.at = null;
    else void this.#need();
  }

  async #need(wanted = this.ply ?? 0): Promise<void> {
    const snapshot = this.#now();
    if (!snapshot || this.#asking) return;
    if (!this.#isKnown()) this.#taken = null;
    if (this.#film && wanted <= this.#film.length) return;
    const { table, you } = snapshot;
    this.#asking = true;
    this.failed = false;
    try {
      this.#taken = taken(await this.#fetch(table, you), you);
    } catch {
      this.failed = true;
    } finally {
      this.#asking = false;
    }
    if (this.at !== null && you !== this.#seat) await this.#need(); // the screen was passed on meanwhile
  }

  /** A film is valid as long as none of its turns has been taken back. */
  #isKnown(): boolean {
    return this.#film !== null && told(this.#log.slice(0, this.#taken!.turns)) === this.#taken!.told;
  }
}

function taken(film: Film, seat: number | null): Taken {
  const lines = film.lines();
  return { film, seat, turns: lines.length, told: told(lines) };
}

function told(lines: LogLine[]): string {
  return JSON.stringify(lines.map(({ seat, ply, does }) => [seat, ply, does]));
}

async function fetchFilm(id: string, seat: number | null): Promise<Film> {
  return new Film(await api.replay(id, seat));
}
