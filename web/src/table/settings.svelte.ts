/** What this browser remembers of how one likes to play. */

import type { Toggle } from "../games/face";

const KEPT = "contrada.table";

interface Kept {
  confirm: boolean;
  sound: boolean;
  chat: boolean;
  words: boolean;
  show: Record<string, Record<string, boolean>>; // by game and toggle
}

const FIRST: Kept = { confirm: true, sound: true, chat: true, words: false, show: {} };

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return { ...FIRST, ...(kept as Partial<Kept>) };
  } catch {
    return { ...FIRST }; // a browser that keeps nothing, or something else under our name
  }
}

class Settings {
  #kept: Kept = $state(read());

  /** A decision that ends the turn waits for a second press. */
  get confirm(): boolean {
    return this.#kept.confirm;
  }
  set confirm(on: boolean) {
    this.#keep({ confirm: on });
  }
  get sound(): boolean {
    return this.#kept.sound;
  }
  set sound(on: boolean) {
    this.#keep({ sound: on });
  }
  /** Chat is shown; one may hide it, for oneself only. */
  get chat(): boolean {
    return this.#kept.chat;
  }
  set chat(on: boolean) {
    this.#keep({ chat: on });
  }

  /** The log tells turns in words rather than in signs. */
  get words(): boolean {
    return this.#kept.words;
  }
  set words(on: boolean) {
    this.#keep({ words: on });
  }

  /** What is shown on the board of a game. */
  shown(game: string, toggles: Toggle[]): Record<string, boolean> {
    const chosen = this.#kept.show[game] ?? {};
    return Object.fromEntries(toggles.map(({ key, initially }) => [key, chosen[key] ?? initially]));
  }

  show(game: string, key: string, on: boolean): void {
    const { show } = this.#kept;
    this.#keep({ show: { ...show, [game]: { ...show[game], [key]: on } } });
  }

  #keep(changed: Partial<Kept>): void {
    Object.assign(this.#kept, changed);
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.#kept));
    } catch {
      // Then it holds until the page is closed.
    }
  }
}

export const settings = new Settings();
