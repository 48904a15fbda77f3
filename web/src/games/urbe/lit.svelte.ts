/** What somebody looks at: half a coin, and the market shows what it pays for; a decree, and the city
 * shows its cells. */

import type { Part } from "./view";

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

  forgetHalf(): void {
    this.held = null;
    this.pointed = null;
  }

  /** Whoever leaves the table leaves nothing lit on the next one. */
  forget(): void {
    this.forgetHalf();
    this.decreeHeld = null;
    this.decreePointed = null;
  }
}

export function isSame(one: Half | null, other: Half): boolean {
  return one !== null && one.seat === other.seat && one.card === other.card && one.by === other.by;
}

export const lit = new Lit();
