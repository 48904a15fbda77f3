/** All moves of a studied game for the log; pressing one goes there. */

import type { LogLine, View } from "../protocol";
import type { Session } from "../table/session.svelte";
import type { Watched } from "../table/watched";
import type { Studying } from "./studying.svelte";
import type { Verdict } from "./verdict";

export class GameLog implements Watched {
  readonly preview = null;
  pointed: string[] | null = null;
  readonly #studying: Studying;
  readonly #session: Session;
  readonly lookback: Watched["lookback"];

  constructor(studying: Studying, session: Session) {
    this.#studying = studying;
    this.#session = session;
    this.lookback = {
      get at(): number {
        return studying.line;
      },
      go: (line) => void studying.goLine(line ?? studying.lines.length - 1),
      step: (by) => void studying.goLine(studying.line + by, false),
    };
  }

  get face() {
    return this.#session.face;
  }
  get game(): string {
    return this.#session.game;
  }
  get log(): LogLine[] {
    return this.#studying.lines;
  }
  verdict(line: number): Verdict | null {
    return this.#studying.verdict(line);
  }
  get names(): string[] {
    return this.#session.names;
  }
  get view(): View | null {
    return this.#session.view;
  }
  get you(): number | null {
    return this.#session.you;
  }
}
