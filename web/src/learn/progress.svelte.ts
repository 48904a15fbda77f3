/** Your progress in lessons and puzzles, remembered by this browser. */

import { keep, recall } from "../shell/kept";

const KEPT = "contrada.learn";

export type Solved = "solved" | "shown"; // by the player, or by showing the solution

interface Kept {
  lessons: Record<string, boolean>; // first lessons, by game
  second: Record<string, boolean>; // second lessons, by game
  puzzles: Record<string, Solved>; // by game and id
  invited: boolean; // the invitation has been declined
  urged: boolean; // and the one to a second lesson
}

const NOTHING: Kept = { lessons: {}, second: {}, puzzles: {}, invited: false, urged: false };

export const read = (text?: string | null): Kept => recall(KEPT, NOTHING, text);

class Progress {
  #kept: Kept = $state(read());

  hasLearned(game: string): boolean {
    return this.#kept.lessons[game] === true;
  }

  learned(game: string): void {
    this.#keep({ lessons: { ...this.#kept.lessons, [game]: true } });
  }

  hasLearnedMore(game: string): boolean {
    return this.#kept.second[game] === true;
  }

  learnedMore(game: string): void {
    this.#keep({ second: { ...this.#kept.second, [game]: true } });
  }

  /** The second lesson is for those who know the game and have not taken it. */
  hasMoreToLearn(game: string): boolean {
    return this.hasLearned(game) && !this.hasLearnedMore(game);
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
    const { invited, lessons, second, puzzles } = this.#kept;
    return !invited && [lessons, second, puzzles].every((kept) => Object.keys(kept).length === 0);
  }

  /** The game of the latest first lesson that was not followed by the second; null if there is none. */
  get next(): string | null {
    const { urged, lessons } = this.#kept;
    return urged ? null : (Object.keys(lessons).findLast((game) => this.hasMoreToLearn(game)) ?? null);
  }

  decline(): void {
    this.#keep(this.next ? { urged: true } : { invited: true });
  }

  #keep(changed: Partial<Kept>): void {
    Object.assign(this.#kept, changed);
    keep(KEPT, this.#kept);
  }
}

export const progress = new Progress();
