/** Your rating in the puzzles of a game: a match against each puzzle, rated as openskill does it (Weng and Lin 2011,
 * Plackett-Luce with two). A puzzle's own rating comes from the lowest level of the computer that finds it. */

export interface Rating {
  mu: number; // strength
  sigma: number; // how uncertain that is
}

export const FIRST: Rating = { mu: 25, sigma: 25 / 3 };
const BETA = 25 / 6; // how much chance there is in a result
const SIGMA_OF_PUZZLE = 2;
const LEAST = 0.0001; // part of the uncertainty that is left whatever happens
const [EASIEST, STEP] = [14.5, 3]; // level 1, and from one level to the next: 25 is in the middle
const POINTS = 60; // a first rating of 1500 is a number that people know
const HARDER = 1; // you should solve a few more than half of them

export function ratingOf(level: number): Rating {
  return { mu: EASIEST + STEP * (level - 1), sigma: SIGMA_OF_PUZZLE };
}

/** A rating as people see it. */
export const points = ({ mu }: Rating): number => Math.round(POINTS * mu);

/** How likely it is that you solve a puzzle. */
export function chance(you: Rating, puzzle: Rating): number {
  return 1 / (1 + Math.exp((puzzle.mu - you.mu) / spread(you, puzzle)));
}

const spread = (one: Rating, other: Rating) => Math.sqrt(one.sigma ** 2 + other.sigma ** 2 + 2 * BETA ** 2);

/** Your rating after a puzzle; the puzzle's stays as it is. */
export function rated(you: Rating, puzzle: Rating, solved: boolean): Rating {
  const expected = chance(you, puzzle);
  const c = spread(you, puzzle);
  const share = you.sigma ** 2 / c;
  const less = (you.sigma / c) * (you.sigma / c) ** 2 * expected * (1 - expected);
  return {
    mu: you.mu + share * ((solved ? 1 : 0) - expected),
    sigma: you.sigma * Math.sqrt(Math.max(1 - less, LEAST)),
  };
}

/** The puzzle that fits a rating best, among those that are left; of several, one from anywhere in the list. */
export function fitting<Graded extends { level: number; number: number }>(you: Rating, left: readonly Graded[]): Graded | null {
  const far = ({ level }: Graded) => Math.abs(ratingOf(level).mu + HARDER - you.mu);
  const mixed = ({ number }: Graded) => (number * 0.618034) % 1;
  return left.toSorted((one, other) => far(one) - far(other) || mixed(one) - mixed(other))[0] ?? null;
}
