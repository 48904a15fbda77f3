/** Keeps the address and the place within a page together: steps are written into the address, and
 * going back or forward in the browser leads to the place. */

import { untrack } from "svelte";
import { moveTo, placeIn } from "./router";

export interface Linked {
  readonly written: string | null; // the place shown; null while another one is on its way
  readonly isJump: boolean; // Back should return to where it was before
  open(place: string): unknown;
}

/** Call it while a component is being created. `base` is the address of the page. */
export function linkPlace(base: string, page: Linked): void {
  $effect(() => {
    const { written } = page;
    untrack(() => {
      if (written !== null && written !== placeIn(base)) moveTo(base, written, { replace: !page.isJump });
    });
  });
  $effect(() => {
    const wanted = placeIn(base);
    untrack(() => {
      if (wanted !== null && page.written !== null && wanted !== page.written) void page.open(wanted);
    });
  });
}
