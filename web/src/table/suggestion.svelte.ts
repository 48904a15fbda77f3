/** A decision that the board shows although nobody has chosen it: a hint or a best move. */

import type { Decision, Decisions, Parts, Picks, Snapshot } from "../protocol";
import { Choosing, type Candidate } from "./choosing.svelte";

/** The board treats it as the current choice; a press on the board returns to the player's own. */
export class Suggestion extends Choosing {
  /** What to preview. */
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
    this.#own = own; // only now, because `update` unpicks
    this.#drop = drop;
    this.whole = { decisions, parts: table.parts[decisions.at(-1)!]! };
    // A later payment of the same turn doesn't belong to this one.
    for (const decision of decisions) if (!super.gather(table.parts[decision]!)) break;
    if (this.gathered.length === 0) this.picked = picksOf(table.parts[this.#told(table, shown, decisions)]!);
  }

  /** The decision to show: the one after an implied one. */
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
