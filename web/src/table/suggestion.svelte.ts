/** A decision that the board shows though nobody has chosen it: a hint, an alternative. */

import type { Decision, Decisions, Parts, Picks, Snapshot } from "../protocol";
import { Choosing, type Candidate } from "./choosing.svelte";

/** To the board it is what is being chosen; a press on the board goes on with one's own choice. */
export class Suggestion extends Choosing {
  /** What a preview is wanted of. */
  readonly whole: Candidate;
  readonly #own: Choosing;
  readonly #drop: () => void;

  constructor(
    table: Decisions,
    shown: Snapshot,
    decisions: Decision[],
    own: Choosing,
    drop: () => void,
    rows: Partial<Parts>[][] = [],
  ) {
    super(table);
    this.update(shown.ply, shown.legal, shown.then, rows);
    this.#own = own; // from now on: updating unpicks
    this.#drop = drop;
    this.whole = { decisions, parts: table.parts[decisions.at(-1)!]! };
    // A later payment of the same turn is none of the present one.
    for (const decision of decisions) if (!super.gather(table.parts[decision]!)) break;
    if (this.gathered.length === 0) this.picked = picksOf(table.parts[this.#told(table, shown, decisions)]!);
  }

  /** What is implied goes without saying: what follows it is the choice. */
  #told(table: Decisions, shown: Snapshot, [first, second]: Decision[]): Decision {
    const following = table.implied.includes(first!) ? shown.then?.[first!] : undefined;
    return second !== undefined && following?.includes(second) ? second : first!;
  }

  override pick(parts: Picks): boolean {
    this.#drop();
    return this.#own.pick(parts);
  }

  override unpick(key?: string): void {
    this.#drop?.();
    this.#own?.unpick(key);
  }

  override gather(parts: Partial<Parts>): boolean {
    this.#drop();
    return this.#own.gather(parts);
  }

  override ungather(parts?: Partial<Parts>): void {
    this.#drop();
    this.#own.ungather(parts);
  }
}

function picksOf(parts: object): Picks {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value != null)) as Picks;
}
