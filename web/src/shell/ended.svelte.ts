/** The game of yours that ended last: whoever wants a rematch finds you wherever you are on the page. */

import type { Snapshot, Summary } from "../protocol";

class Ended {
  table: string | null = $state(null);

  /** Follows a table from its end on, if you played there with others. */
  note({ table, status, you, seats, rematch }: Snapshot): void {
    if (status !== "over" || you === null || rematch) return;
    const mine = seats[you]?.guest;
    if (seats.some(({ kind, guest }) => kind === "person" && guest !== mine)) this.table = table;
  }

  /** Follows a table that is no longer among those that run: it may have ended while you were elsewhere. */
  compare(before: readonly Summary[], now: readonly Summary[]): void {
    const gone = before.find(({ id }) => now.every((each) => each.id !== id));
    if (gone) this.table = gone.id;
  }

  forget(table: string): void {
    if (this.table === table) this.table = null;
  }
}

export const ended = new Ended();
