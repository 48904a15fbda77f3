/** How a decision grows part by part among the legal ones. It knows parts, and no game. */

import type { Decision, Decisions, Parts, Picks } from "../protocol";

/** Something that may be done now: one decision, or an implied one and what follows it. */
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
  /** Decisions that come together only, each row in the order of taking them: ways to pay. */
  #rows: Decision[][] = $state.raw([]);

  /** What is gathered towards one of the rows, the latest last. */
  gathered: Decision[] = $state.raw([]);

  /** The parts picked so far, in the order in which they were picked. */
  picked: Picks = $state.raw({});

  /** All that may be done now, whatever is picked. */
  readonly all: Candidate[] = $derived(this.#everything());
  /** What may be done now and agrees with `picked`. */
  readonly candidates: Candidate[] = $derived(this.all.filter((one) => agrees(one, this.picked)));
  /** The one candidate of which every part has been picked, or the row that has been gathered. */
  readonly complete: Candidate | null = $derived(this.#row() ?? this.#whole(this.picked));
  /** How often something complete has been picked again with all its parts: the second press on a
   * square says yes to the first. */
  insisted: number = $state(0);

  constructor(decisions: Decisions) {
    this.#table = decisions;
    this.#implied = new Set(decisions.implied);
  }

  /** The position has changed, or only the news of it: picks outlast the latter. */
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
  }

  /** The values of this part that go with the other picks; what is picked of `key` itself does not
   * count, so that one can change one's mind. */
  values(key: string): Set<string | number> {
    const others = without(this.picked, key);
    const found = new Set<string | number>();
    for (const one of this.all) {
      const value = one.parts[key];
      if (value !== null && value !== undefined && agrees(one, others)) found.add(value);
    }
    return found;
  }

  /** Whether something legal has these parts, whatever is picked. */
  can(parts: Partial<Parts>): boolean {
    return this.all.some((one) => agrees(one, parts));
  }

  /** Adds these parts and drops earlier picks that nothing legal combines with them, the oldest
   * first. Parts that nothing legal has change nothing: false. */
  pick(parts: Picks): boolean {
    if (!this.can(parts)) return false;
    if (this.complete && agrees({ parts: this.picked }, parts)) this.#insist(parts);
    else this.picked = this.#combined(parts, this.picked);
    return true;
  }

  /** What would be complete if these parts were picked now: to preview it. */
  after(parts: Picks): Candidate | null {
    return this.can(parts) ? this.#whole(this.#combined(parts, this.picked)) : null;
  }

  /** Forgets one pick, or all. */
  unpick(key?: string): void {
    const rest = key === undefined ? {} : without(this.picked, key);
    // What is done, with nothing it is done to, is no choice any more.
    this.picked = Object.keys(rest).join() === "does" ? {} : rest;
  }

  get gatheredParts(): Parts[] {
    return this.gathered.map((decision) => this.#table.parts[decision]!);
  }

  /** Whether it belongs to some row, whatever is gathered. */
  gathers(parts: Partial<Parts>): boolean {
    const decision = this.#decision(parts);
    return this.#rows.some((row) => row.includes(decision));
  }

  /** Whether it belongs to a row with all that is gathered. */
  joins(parts: Partial<Parts>): boolean {
    return this.#inSomeRow([...this.gathered, this.#decision(parts)]);
  }

  /** How often it is gathered. */
  count(parts: Partial<Parts>): number {
    const decision = this.#decision(parts);
    return this.gathered.filter((one) => one === decision).length;
  }

  /** Adds it to what is gathered and drops what no row has beside it, the oldest first. */
  gather(parts: Partial<Parts>): boolean {
    if (!this.gathers(parts)) return false;
    this.gathered = this.#together([this.#decision(parts)], this.gathered);
    return true;
  }

  /** Forgets one of what is gathered: this, or the latest. */
  ungather(parts?: Partial<Parts>): void {
    const at = parts ? this.gathered.lastIndexOf(this.#decision(parts)) : this.gathered.length - 1;
    this.gathered = this.gathered.filter((_, i) => i !== at);
  }

  /** The decisions with exactly these parts (`does` may be left out) if they are not legal now: to
   * ask the server why. Null if there are none, if they are legal, or if nothing may be done. */
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

  /** The decision with what is implied before it, by where others that do the same stand. */
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

  #decision(parts: Partial<Parts>): Decision {
    return this.#table.parts.findIndex((one) => isExactly(one, parts));
  }

  #inSomeRow(decisions: Decision[]): boolean {
    return this.#rows.some((row) => isWithin(decisions, row));
  }

  #together(decisions: Decision[], earlier: Decision[]): Decision[] {
    return earlier.reduceRight((kept, one) => (this.#inSomeRow([one, ...kept]) ? [one, ...kept] : kept), decisions);
  }

  /** The row that has been gathered as a whole. */
  #row(): Candidate | null {
    const { gathered } = this;
    const row = this.#rows.find((one) => one.length === gathered.length && isWithin(gathered, one));
    return row?.length ? { decisions: row, parts: this.#table.parts[row.at(-1)!]! } : null;
  }

  /** Only a press that says all of it says yes; one on a part, say the supply, does not. */
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

  /** A candidate without parts (skipping) is whole only when `does` itself has been picked. */
  #whole(picked: Picks): Candidate | null {
    const whole = this.all.filter((one) => {
      const parts = partsOf(one.parts);
      const named = "does" in picked || parts.length > 0;
      return named && agrees(one, picked) && parts.every(([key]) => key in picked);
    });
    return whole.length === 1 ? whole[0]! : null;
  }
}

function agrees(one: { parts: Partial<Parts> }, parts: Partial<Parts>): boolean {
  return Object.entries(parts).every(([key, value]) => one.parts[key] === value);
}

/** Whether the second has all that the first has, as often. */
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

/** What is to be picked of a decision: everything but `does` and what does not apply. */
function partsOf(parts: Partial<Parts>): [string, string | number | null | undefined][] {
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
