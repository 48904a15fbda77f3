/** The marks somebody has drawn in a study: each position has its own. */

import { SvelteMap } from "svelte/reactivity";
import { toggled, type DrawnMark } from "./marks";

export class Marking {
  readonly #key: () => string; // identifies the position shown
  readonly #drawn = new SvelteMap<string, DrawnMark[]>();

  constructor(key: () => string) {
    this.#key = key;
  }

  get shown(): DrawnMark[] {
    return this.#drawn.get(this.#key()) ?? [];
  }

  set shown(marks: DrawnMark[]) {
    this.#drawn.set(this.#key(), marks);
  }

  toggle(mark: DrawnMark): void {
    this.shown = toggled(this.shown, mark);
  }

  clear(): void {
    if (this.shown.length) this.shown = [];
  }
}
