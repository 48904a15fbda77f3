/** What a move was, by what it cost: the signs of chess players, and their words. */

export type Verdict = "inaccuracy" | "mistake" | "blunder";

/** The least loss of each, in chances of winning; the least of all is the server's for a turning point. */
const COSTS: [Verdict, number][] = [["blunder", 0.25], ["mistake", 0.12], ["inaccuracy", 0.05]]; // prettier-ignore

export const SIGNS: Record<Verdict, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export function verdictOf(loss: number): Verdict | null {
  return COSTS.find(([, least]) => loss >= least)?.[0] ?? null;
}

/** A turn is judged by its worst decision. */
export function worst(losses: number[]): Verdict | null {
  return verdictOf(Math.max(0, ...losses));
}
