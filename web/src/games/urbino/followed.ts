/** Which architect is which from position to position: the view lists them by their squares. */

import type { View } from "../../protocol";
import { follow, read, type Architect } from "./reading";

export interface Followed {
  now: Architect[];
  walked: boolean; // one of them has just been repositioned
}

/** Remembers where they stood; ask once per position. */
export class Architects {
  #view: View | null = null;
  #followed: Followed = { now: [], walked: false };

  of(view: View): Followed {
    if (view === this.#view) return this.#followed;
    const former = this.#followed.now;
    const now = follow(former, read(view).architects);
    const stood = (one: Architect) => former.find(({ number }) => number === one.number)?.square;
    this.#followed = { now, walked: now.some((one) => ![undefined, one.square].includes(stood(one))) };
    this.#view = view;
    return this.#followed;
  }
}
