/** Your progress in lessons and puzzles, remembered by this browser. */

import { keep, recall } from "../shell/kept";

const KEPT = "contrada.learn";

export type Solved = "solved" | "shown"; // by the player, or by showing the solution

interface Kept {
  lessons: Record<string, boolean>; // by game
  puzzles: Record<string, Solved>; // by game and id
  invited: boolean; // the invitation has been declined
}

const NOTHING: Kept = { lessons: {}, puzzles: {}, invited: false };

export const read = (text?: string | null): Kept => recall(KEPT, NOTHING, text);

class Progress {
  #kept: Kept = $state(read());

  hasLearned(game: string): boolean {
    return this.#kept.lessons[game] === true;
  }

  learned(game: string): void {
    this.#keep({ lessons: { ...this.#kept.lessons, [game]: true } });
  }

  solved(game: string, id: string): Solved | null {
    return this.#kept.puzzles[`${game} ${id}`] ?? null;
  }

  /** A puzzle that was solved before stays solved when its solution is shown. */
  solve(game: string, id: string, how: Solved): void {
    if (how === "shown" && this.solved(game, id)) return;
    this.#keep({ puzzles: { ...this.#kept.puzzles, [`${game} ${id}`]: how } });
  }

  /** Players who have begun to learn need no invitation. */
  get isInvited(): boolean {
    const { invited, lessons, puzzles } = this.#kept;
    return !invited && Object.keys(lessons).length === 0 && Object.keys(puzzles).length === 0;
  }

  decline(): void {
    this.#keep({ invited: true });
  }

  #keep(changed: Partial<Kept>): void {
    Object.assign(this.#kept, changed);
    keep(KEPT, this.#kept);
  }
}

export const progress = new Progress();
