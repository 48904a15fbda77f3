/** A game that is looked at, at a table or in a replay: what the log and the lists need of it. */

import type { GameFace } from "../games/face";
import type { LogLine, View } from "../protocol";

export interface Watched {
  readonly face: GameFace;
  readonly game: string;
  readonly log: LogLine[];
  readonly names: string[]; // of the seats
  readonly view: View | null;
  readonly preview: { view: View } | null;
  readonly you: number | null;
  /** Squares that somebody points at in a list. */
  pointed: string[] | null;
  readonly lookback: {
    readonly at: number | null; // a line of the log; null: the latest
    go(line: number | null): void;
    step(by: number): void;
  };
}
