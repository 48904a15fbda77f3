/** On a phone a table has its own bar: title, turn, menu. It lays a snippet here while it is shown. */
import type { Snippet } from "svelte";

class BarState {
  /** Replaces brand and menus below 700 px. Set it in an effect and set it back to null in its cleanup. */
  phone = $state.raw<Snippet | null>(null);
}

export const bar = new BarState();
