/** Which rule tells what a decision was about. Only its id: what it says is text. */

import type { Account } from "../../protocol";

export const RULES: Record<string, string> = {
  place: "URTOWN-PLACE-1",
  capture: "URTOWN-CAPTURE-1",
  skip: "URTOWN-SKIP-1",
};

/** A capture has a rule of its own. */
export const ruleOf = ({ does, captures }: Account) => RULES[does === "place" && captures ? "capture" : does];
