/** The player's settings, remembered by this browser. */

import type { GameFace, Toggle } from "../games/face";
import { keep, recall } from "../shell/kept";

const KEPT = "contrada.table";
/** How fast moves of others are shown one by one; "once": not at all, only their marks. */
export const PACES = ["slow", "normal", "once"] as const;
export type Pace = (typeof PACES)[number];

const WORDS = "words"; // among the toggles of a game

interface Kept {
  confirm: boolean;
  sound: boolean;
  chat: boolean;
  pace: Pace;
  show: Record<string, Record<string, boolean>>; // by game and toggle
}

const FIRST: Kept = { confirm: true, sound: true, chat: true, pace: "normal", show: {} };

class Settings {
  #kept: Kept = $state(recall(KEPT, FIRST));

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
  /** Whether the chat is shown; hiding it affects nobody else. */
  get chat(): boolean {
    return this.#kept.chat;
  }
  set chat(on: boolean) {
    this.#keep({ chat: on });
  }

  get pace(): Pace {
    return PACES.includes(this.#kept.pace) ? this.#kept.pace : FIRST.pace;
  }
  set pace(pace: Pace) {
    this.#keep({ pace });
  }

  /** Whether the log shows turns in words rather than in signs. */
  inWords(game: string, face: GameFace): boolean {
    return this.#kept.show[game]?.[WORDS] ?? face.tellsInWords ?? false;
  }
  setInWords(game: string, on: boolean): void {
    this.show(game, WORDS, on);
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
    keep(KEPT, this.#kept);
  }
}

export const settings = new Settings();
