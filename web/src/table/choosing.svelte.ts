/** Narrows the legal decisions down part by part until one is left. It knows parts, but no game. */

import type { Decision, Decisions, Parts, Picks } from "../protocol";

/** A possible choice: one decision, or an implied one and the decision that follows it. */
export interface Candidate {
  decisions: Decision[];
  parts: Parts;
}

export class Choosing {
  readonly #table: Decisions;
  readonly #implied: Set<Decision>;
  #ply = -1;
  #legal: Decision[] | null = $state.raw(null);
  #then: Record<string, Decision[]> | null = $state.raw(null);
  /** Decisions that only come together, each row in order: ways to pay. */
  #rows: Decision[][] = $state.raw([]);

  /** The decisions gathered towards one of the rows, the latest last. */
  gathered: Decision[] = $state.raw([]);

  /** What is gathered is a proposal that nobody has changed yet. */
  isProposed: boolean = $state(false);

  /** The parts picked so far, in the order in which they were picked. */
  picked: Picks = $state.raw({});

  /** Every candidate now, whatever is picked. */
  readonly all: Candidate[] = $derived(this.#everything());
  readonly #index: Index = $derived(indexOf(this.all));
  /** The candidates that agree with `picked`. */
  readonly candidates: Candidate[] = $derived(this.#having(this.picked));
  /** The one candidate whose parts have all been picked, or the row that has been gathered. */
  readonly complete: Candidate | null = $derived(this.#row() ?? this.#whole(this.picked));
  /** How often a complete choice has been picked again with all its parts: a second press on a square
   * confirms the first. */
  insisted: number = $state(0);

  constructor(decisions: Decisions) {
    this.#table = decisions;
    this.#implied = new Set(decisions.implied);
  }

  /** Takes over a new position, or news about the present one. Picks survive mere news. */
  update(
    ply: number,
    legal: Decision[] | null,
    then: Record<string, Decision[]> | null,
    rows: Partial<Parts>[][] = [],
  ): void {
    const moved = ply !== this.#ply;
    this.#ply = ply;
    this.#legal = legal;
    this.#then = then;
    this.#rows = legal === null ? [] : rows.map((row) => row.map((parts) => this.#decision(parts)));
    if (moved) this.unpick();
    else this.picked = this.#combined({}, this.picked);
    this.gathered = moved ? [] : this.#together([], this.gathered);
    this.isProposed &&= !moved;
  }

  /** The values of this part that go with the other picks. A pick of `key` itself is ignored, so that
   * players can change their mind. */
  values(key: string): Set<string | number> {
    const found = new Set<string | number>();
    for (const one of this.#having(without(this.picked, key))) {
      const value = one.parts[key];
      if (value !== null && value !== undefined) found.add(value);
    }
    return found;
  }

  /** Whether any candidate has these parts, whatever is picked. */
  can(parts: Partial<Parts>): boolean {
    const wanted = Object.entries(parts);
    return this.#nearest(wanted).some((one) => agrees(one, wanted));
  }

  /** Adds these parts, and drops earlier picks that no candidate has beside them, the oldest first.
   * Returns false, and changes nothing, if no candidate has these parts. */
  pick(parts: Picks): boolean {
    if (!this.can(parts)) return false;
    this.isProposed = false;
    if (this.complete && agrees({ parts: this.picked }, Object.entries(parts))) this.#insist(parts);
    else this.picked = this.#combined(parts, this.picked);
    return true;
  }

  /** What would be complete if these parts were picked now, for a preview. */
  after(parts: Picks): Candidate | null {
    return this.can(parts) ? this.#whole(this.#combined(parts, this.picked)) : null;
  }

  /** Forgets one pick, or all. */
  unpick(key?: string): void {
    const rest = key === undefined ? {} : without(this.picked, key);
    // `does` alone is no choice.
    this.picked = Object.keys(rest).join() === "does" ? {} : rest;
  }

  get gatheredParts(): Parts[] {
    return this.gathered.map((decision) => this.#table.parts[decision]!);
  }

  /** Whether the decision belongs to any row, whatever is gathered. */
  gathers(parts: Partial<Parts>): boolean {
    const decision = this.#decision(parts);
    return this.#rows.some((row) => row.includes(decision));
  }

  /** Whether the decision belongs to a row together with everything gathered. */
  joins(parts: Partial<Parts>): boolean {
    return this.#inSomeRow([...this.gathered, this.#decision(parts)]);
  }

  /** How often the decision has been gathered. */
  count(parts: Partial<Parts>): number {
    const decision = this.#decision(parts);
    return this.gathered.filter((one) => one === decision).length;
  }

  /** Gathers the decision, and drops those that no row has beside it, the oldest first. */
  gather(parts: Partial<Parts>): boolean {
    if (!this.gathers(parts)) return false;
    this.isProposed = false;
    this.#add(parts);
    return true;
  }

  /** Gathers a row, or picks a decision, that somebody has not asked for: only their own press confirms it. */
  propose(row: Partial<Parts>[]): void {
    for (const parts of row) {
      if (this.gathers(parts)) this.#add(parts);
      else if (this.can(parts)) this.picked = parts as Picks;
    }
    this.isProposed = this.complete !== null;
  }

  #add(parts: Partial<Parts>): void {
    this.gathered = this.#together([this.#decision(parts)], this.gathered);
  }

  /** Drops one gathered decision: this one, or the latest. */
  ungather(parts?: Partial<Parts>): void {
    this.isProposed = false;
    const at = parts ? this.gathered.lastIndexOf(this.#decision(parts)) : this.gathered.length - 1;
    this.gathered = this.gathered.filter((_, i) => i !== at);
  }

  /** The decisions with exactly these parts (`does` may be left out) if they are illegal now, to ask the
   * server why. Null if there are none, if they are legal, or if it is not the player's turn. */
  illegal(parts: Partial<Parts>): Decision[] | null {
    const legal = this.#legal;
    if (legal === null || legal.length === 0) return null;
    const same = this.#table.parts
      .map((_, decision) => decision)
      .filter((decision) => isExactly(this.#table.parts[decision]!, parts));
    const present = new Set(this.all.map((one) => one.parts.does));
    const decision = same.find((one) => present.has(this.#does(one))) ?? same[0];
    if (decision === undefined) return null;
    const whole = this.#after(decision);
    const known = (one: Candidate) => one.decisions.join() === whole.join();
    return this.all.some(known) ? null : whole;
  }

  /** The decision, after the implied one that precedes legal decisions of its kind. */
  #after(decision: Decision): Decision[] {
    const does = this.#does(decision);
    const alike = (one: Decision) => this.#does(one) === does;
    if (this.#legal!.some(alike)) return [decision];
    const implied = this.#legal!.filter((one) => this.#implied.has(one));
    const before = implied.find((one) => this.#then?.[one]?.some(alike)) ?? implied[0];
    return before === undefined ? [decision] : [before, decision];
  }

  #does(decision: Decision): string {
    return this.#table.parts[decision]!.does;
  }

  #everything(): Candidate[] {
    const candidate = (...decisions: Decision[]): Candidate => ({
      decisions,
      parts: this.#table.parts[decisions[decisions.length - 1]!]!,
    });
    return (this.#legal ?? []).flatMap((decision) => {
      const following = this.#implied.has(decision) ? this.#then?.[decision] : undefined;
      if (following === undefined || following.length === 0) return [candidate(decision)];
      return following.map((next) => candidate(decision, next));
    });
  }

  #having(parts: Partial<Parts>): Candidate[] {
    const wanted = Object.entries(parts);
    return this.#nearest(wanted).filter((one) => agrees(one, wanted));
  }

  /** The fewest candidates among which are all that have these parts. A board asks for every square, and
   * there can be thousands of candidates. */
  #nearest(wanted: Part[]): Candidate[] {
    let nearest = this.all;
    for (const [key, value] of wanted) {
      if (value === null || value === undefined) continue;
      const having = this.#index.get(key)?.get(value) ?? [];
      if (having.length < nearest.length) nearest = having;
    }
    return nearest;
  }

  #decision(parts: Partial<Parts>): Decision {
    return this.#table.parts.findIndex((one) => isExactly(one, parts));
  }

  #inSomeRow(decisions: Decision[]): boolean {
    return this.#rows.some((row) => isWithin(decisions, row));
  }

  #together(decisions: Decision[], earlier: Decision[]): Decision[] {
    return earlier.reduceRight((kept, one) => (this.#inSomeRow([one, ...kept]) ? [one, ...kept] : kept), decisions);
  }

  /** The row that has been gathered completely. */
  #row(): Candidate | null {
    const { gathered } = this;
    const row = this.#rows.find((one) => one.length === gathered.length && isWithin(gathered, one));
    return row?.length ? { decisions: row, parts: this.#table.parts[row.at(-1)!]! } : null;
  }

  /** Only a press that names every part confirms; one on a part, such as the supply, does not. */
  #insist(parts: Picks): void {
    const { complete } = this;
    if (complete && partsOf(complete.parts).every(([key]) => key in parts)) this.insisted += 1;
  }

  #combined(parts: Picks, earlier: Picks): Picks {
    let kept = { ...parts };
    for (const [key, value] of Object.entries(earlier).reverse()) {
      if (key in kept) continue;
      const more = { [key]: value, ...kept };
      if (this.can(more)) kept = more;
    }
    return kept;
  }

  /** A candidate without parts (skipping) is complete only when `does` itself has been picked. */
  #whole(picked: Picks): Candidate | null {
    const whole = this.#having(picked).filter((one) => {
      const parts = partsOf(one.parts);
      const named = "does" in picked || parts.length > 0;
      return named && parts.every(([key]) => key in picked);
    });
    return whole.length === 1 ? whole[0]! : null;
  }
}

type Part = [key: string, value: string | number | null | undefined];

/** The candidates with each value of each part. */
type Index = Map<string, Map<string | number, Candidate[]>>;

function indexOf(candidates: Candidate[]): Index {
  const index: Index = new Map();
  for (const one of candidates)
    for (const [key, value] of Object.entries(one.parts)) {
      if (value === null || value === undefined) continue;
      const values = index.get(key) ?? new Map<string | number, Candidate[]>();
      index.set(key, values);
      const having = values.get(value);
      if (having) having.push(one);
      else values.set(value, [one]);
    }
  return index;
}

function agrees(one: { parts: Partial<Parts> }, wanted: Part[]): boolean {
  return wanted.every(([key, value]) => one.parts[key] === value);
}

/** Whether `all` contains `some`, each as often. */
function isWithin(some: Decision[], all: Decision[]): boolean {
  const rest = [...all];
  return some.every((one) => {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

function without(picks: Picks, key: string): Picks {
  return Object.fromEntries(Object.entries(picks).filter(([other]) => other !== key));
}

/** The parts of a decision that are picked: all but `does` and those that don't apply. */
function partsOf(parts: Partial<Parts>): Part[] {
  return Object.entries(parts).filter(([key, value]) => key !== "does" && value != null);
}

function isExactly(decision: Parts, parts: Partial<Parts>): boolean {
  if (parts.does !== undefined && parts.does !== decision.does) return false;
  const wanted = partsOf(parts);
  return (
    wanted.length === partsOf(decision).length &&
    wanted.every(([key, value]) => decision[key] === value)
  );
}
