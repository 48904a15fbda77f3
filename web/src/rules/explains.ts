/** Which rules tell what a turn of the log was about. */

import type { GameFace } from "../games/face";
import type { Account } from "../protocol";

/** The ids of these rules, in the order in which the turn came to them. */
export function rulesOfTurn({ ruleOf }: Pick<GameFace, "ruleOf">, does: readonly Account[]): string[] {
  return [...new Set(does.map((one) => ruleOf?.(one) ?? []).flat())];
}

/** Where a page tells how points are counted, and who wins if they are equal. */
export const SCORING = "scoring";
