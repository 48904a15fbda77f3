/** What somebody looks at: half a coin, and the market shows what it pays for; a decree, and the city
 * shows its cells. */

import type { Half } from "./view";

export interface LitHalf {
  seat: number;
  card: number;
  by: Half;
}

class Lit {
  pointed: LitHalf | null = $state.raw(null); // by the pointer or by keys
  held: LitHalf | null = $state.raw(null); // pressed, until it is pressed again
  /** A place of the market that somebody wants to know more about: pointed at, or pressed. */
  placePointed: number | null = $state(null);
  placeHeld: number | null = $state(null);
  /** Seat and id of a decree whose cells the city shows: pointed at, or pressed until pressed again. */
  decreePointed: string | null = $state(null);
  decreeHeld: string | null = $state(null);

  get half(): LitHalf | null {
    return this.pointed ?? this.held;
  }

  get place(): number | null {
    return this.placePointed ?? this.placeHeld;
  }

  get decree(): string | null {
    return this.decreePointed ?? this.decreeHeld;
  }

  toggle(half: LitHalf): void {
    this.held = isSame(this.held, half) ? null : half;
  }

  forgetHalf(): void {
    this.held = null;
    this.pointed = null;
  }

  /** Nothing stays lit when you leave the table. */
  forget(): void {
    this.forgetHalf();
    this.placePointed = this.placeHeld = null;
    this.decreeHeld = null;
    this.decreePointed = null;
  }
}

export function isSame(one: LitHalf | null, other: LitHalf): boolean {
  return one !== null && one.seat === other.seat && one.card === other.card && one.by === other.by;
}

export const lit = new Lit();
