/** The address of a study: its place in the game, the line tried there, and the marks on the board. */

import { t } from "../i18n";
import type { Linked } from "../linking.svelte";
import { sayFailure } from "../shell/failure";
import { toast } from "../shell/toast.svelte";
import { readPlace, writePlace } from "./address";
import type { Marking } from "./marking.svelte";
import { readMarks, writeMarks } from "./marks";
import type { Studying } from "./studying.svelte";

export class StudyAddress implements Linked {
  readonly #studying: Studying;

  readonly #marking: Marking;

  constructor(studying: Studying, marking: Marking) {
    this.#studying = studying;
    this.#marking = marking;
  }

  get written(): string | null {
    const { place } = this.#studying;
    const marks = writeMarks(this.#marking.shown);
    return place && writePlace(place) + (marks && `?marks=${marks}`);
  }

  get isJump(): boolean {
    return this.#studying.isJump;
  }

  /** Goes there, or to the nearest place there is, and says so. */
  async open(text: string): Promise<void> {
    try {
      await this.show(text);
    } catch (error) {
      sayFailure(error);
    }
  }

  /** The same, but failures are the caller's. */
  async show(text: string): Promise<void> {
    const [path = "", search = ""] = text.split("?");
    const { place, isWhole } = readPlace(path);
    if (!(await this.#studying.open(place)) || !isWhole) toast(t("table.wrong_place"));
    this.#marking.shown = readMarks(new URLSearchParams(search).get("marks") ?? "");
  }
}
