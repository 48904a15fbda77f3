/** A game at a table or in a replay, as the log and the lists need it. */

import type { GameFace } from "../games/face";
import type { LogLine, View } from "../protocol";
import type { Verdict } from "../study/verdict";

export interface Watched {
  readonly face: GameFace;
  readonly game: string;
  readonly log: LogLine[];
  readonly earlier?: number; // turns before the first line of the log
  readonly names: string[]; // of the seats
  readonly view: View | null;
  readonly preview: { view: View } | null;
  readonly you: number | null;
  /** What an analysis says about a turn of the log. */
  verdict?(line: number): Verdict | null;
  /** Squares pointed at in a list. */
  pointed: string[] | null;
  readonly lookback: {
    readonly at: number | null; // a line of the log; null: the latest
    go(line: number | null): void;
    step(by: number): void;
  };
}
