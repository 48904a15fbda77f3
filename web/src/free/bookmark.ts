/** The address of a free board: where it began, the line played, and the marks. */

import { t } from "../i18n";
import { toast } from "../shell/toast.svelte";
import type { Decision } from "../protocol";
import type { Marking } from "../study/marking.svelte";
import { readMarks, writeMarks } from "../study/marks";
import type { Studying } from "../study/studying.svelte";
import { freeAddress, type FreeSource } from "./address";

export class FreeAddress {
  readonly #studying: Studying;
  readonly #marking: Marking;

  constructor(studying: Studying, marking: Marking) {
    this.#studying = studying;
    this.#marking = marking;
  }

  /** The whole address. */
  get link(): string {
    const { source, table } = this.#studying;
    const address = freeAddress(source as FreeSource, table.decisions);
    const marks = writeMarks(this.#marking.shown);
    return marks ? `${address}${address.includes("?") ? "&" : "?"}marks=${marks}` : address;
  }

  /** What follows the name of the game. */
  get written(): string | null {
    const { source, isShown } = this.#studying;
    return isShown ? this.link.slice(`/study/${(source as FreeSource).game}`.length).replace(/^\//, "") : null;
  }

  /** Shows a line from the start of this board, as far as it is legal, with the marks of an address. */
  async open(line: Decision[], text: string): Promise<void> {
    if (!(await this.#studying.open({ turn: 0, within: 0, line }))) toast(t("table.wrong_place"));
    this.#marking.shown = readMarks(new URLSearchParams(text.split("?")[1]).get("marks") ?? "");
  }
}
