/** What was tried on a board: a cross stands there as long as the refusal that answers it is shown. */

import type { Refused } from "../../protocol";

export class Attempt<Where = string> {
  #where: Where | null = $state.raw(null);
  #before: Refused | null = null;
  #answer: Refused | null = null;

  /** A press on the board while `shown` is still shown; null: it tries nothing that may be refused. */
  begin(where: Where | null, shown: Refused | null): void {
    this.#where = where;
    this.#before = shown;
    this.#answer = null;
  }

  /** Where it was tried, if `shown` is the answer: the first refusal after the press. A later one is
   * about something else, a card or a piece of the supply. */
  answeredBy(shown: Refused | null): Where | null {
    if (shown !== this.#before) this.#answer ??= shown;
    return shown !== null && shown === this.#answer ? this.#where : null;
  }
}
