/** Your progress in lessons and puzzles, remembered by this browser. */

import { keep, recall } from "../shell/kept";
import type { Streak } from "../puzzles/daily";
import type { Rating } from "../puzzles/rating";

const KEPT = "contrada.learn";

export type Solved = "solved" | "shown" | "tried"; // by the player; the solution was shown; a first try was wrong
const FURTHER: Solved[] = ["tried", "shown", "solved"];

interface Kept {
  lessons: Record<string, boolean>; // first lessons, by game
  second: Record<string, boolean>; // second lessons, by game
  puzzles: Record<string, Solved>; // by game and id
  invited: boolean; // the invitation has been declined
  urged: boolean; // and the one to a second lesson
  ratings: Record<string, Rating>; // in the puzzles of each game
  streak: Streak; // of puzzles of the day
}

const NO_STREAK: Streak = { day: 0, days: 0, best: 0 };
const NOTHING: Kept = { lessons: {}, second: {}, puzzles: {}, invited: false, urged: false, ratings: {}, streak: NO_STREAK };

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
    const before = this.solved(game, id);
    if (before && FURTHER.indexOf(before) >= FURTHER.indexOf(how)) return;
    this.#keep({ puzzles: { ...this.#kept.puzzles, [`${game} ${id}`]: how } });
  }

  /** Null as long as no puzzle has been tried that counts. */
  rating(game: string): Rating | null {
    return this.#kept.ratings[game] ?? null;
  }

  rate(game: string, rating: Rating): void {
    this.#keep({ ratings: { ...this.#kept.ratings, [game]: rating } });
  }

  /** Days in a row with the puzzle of the day. */
  get streak(): Streak {
    return this.#kept.streak;
  }

  goOn(streak: Streak): void {
    this.#keep({ streak });
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
