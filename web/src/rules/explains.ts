/** Which rules explain a turn of the log. */

import type { GameFace } from "../games/face";
import type { Account } from "../protocol";

/** The ids of the rules, in the order in which the turn used them. */
export function rulesOfTurn({ ruleOf }: Pick<GameFace, "ruleOf">, does: readonly Account[]): string[] {
  return [...new Set(does.map((one) => ruleOf?.(one) ?? []).flat())];
}

/** The section of a rules page about scoring and ties. */
export const SCORING = "scoring";
