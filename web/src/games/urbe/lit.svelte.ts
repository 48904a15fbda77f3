/** The half of a coin that somebody looks at: the market shows what it pays for. */

import type { Part } from "./reading";

export interface Half {
  seat: number;
  card: number;
  by: Part;
}

class Lit {
  pointed: Half | null = $state.raw(null); // by the pointer or by keys
  held: Half | null = $state.raw(null); // pressed, until it is pressed again
  /** Seat and id of a decree whose cells the city shows: pointed at, or pressed until pressed again. */
  decreePointed: string | null = $state(null);
  decreeHeld: string | null = $state(null);

  get half(): Half | null {
    return this.pointed ?? this.held;
  }

  get decree(): string | null {
    return this.decreePointed ?? this.decreeHeld;
  }

  toggle(half: Half): void {
    this.held = isSame(this.held, half) ? null : half;
  }

  forget(): void {
    this.held = null;
    this.pointed = null;
  }
}

export function isSame(one: Half | null, other: Half): boolean {
  return one !== null && one.seat === other.seat && one.card === other.card && one.by === other.by;
}

export const lit = new Lit();
