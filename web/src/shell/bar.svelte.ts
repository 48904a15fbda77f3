/** On a phone a table has its own bar: title, turn, menu. The table puts its snippet here while it is shown. */
import type { Snippet } from "svelte";

class BarState {
  /** Replaces brand and menus below 700 px. Set it in an effect, and back to null in the cleanup. */
  phone = $state.raw<Snippet | null>(null);
  /** On a phone a lesson takes the place of the bar, so that the board keeps its size. */
  isGone = $state(false);
}

export const bar = new BarState();
