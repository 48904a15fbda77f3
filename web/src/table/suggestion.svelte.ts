/** A decision that the board shows though nobody has chosen it: a hint, an alternative. */

import type { Decision, Decisions, Snapshot } from "../protocol";
import { Choosing, type Candidate, type Picks } from "./choosing.svelte";

/** To the board it is what is being chosen; a press on the board goes on with one's own choice. */
export class Suggestion extends Choosing {
  /** What a preview is wanted of. */
  readonly whole: Candidate;
  readonly #own: Choosing;
  readonly #drop: () => void;

  constructor(table: Decisions, shown: Snapshot, decisions: Decision[], own: Choosing, drop: () => void) {
    super(table);
    this.update(shown.ply, shown.legal, shown.then);
    this.#own = own; // from now on: updating unpicks
    this.#drop = drop;
    this.whole = { decisions, parts: table.parts[decisions.at(-1)!]! };
    // What is implied goes without saying: what follows it is the choice.
    const [first, second] = decisions;
    const following = table.implied.includes(first!) ? shown.then?.[first!] : undefined;
    const told = second !== undefined && following?.includes(second) ? second : first!;
    this.picked = picksOf(table.parts[told]!);
  }

  override pick(parts: Picks): boolean {
    this.#drop();
    return this.#own.pick(parts);
  }

  override unpick(key?: string): void {
    this.#drop?.();
    this.#own?.unpick(key);
  }
}

function picksOf(parts: object): Picks {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value != null)) as Picks;
}
