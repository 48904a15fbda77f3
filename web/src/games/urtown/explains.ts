/** Which rule tells what a decision was about. Only its id: what it says is text. */

import type { Account } from "../../protocol";

export const RULES: Record<string, string> = {
  place: "URTOWN-PLACE-1",
  capture: "URTOWN-CAPTURE-1",
  skip: "URTOWN-SKIP-1",
};

/** Taking somebody's tile is another matter than laying your own. */
export const ruleOf = ({ does, takes }: Account) => RULES[does === "place" && takes ? "capture" : does];
