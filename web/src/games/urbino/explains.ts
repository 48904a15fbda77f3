/** Which rule tells what a decision was about. Only its id: what it says is text. */

import type { Account } from "../../protocol";

export const RULES: Record<string, string> = {
  place_architect: "URBINO-SETUP-2",
  name: "URBINO-SETUP-4",
  reposition: "URBINO-TURN-1",
  erect: "URBINO-TURN-2",
  skip: "URBINO-TURN-5",
};

export const ruleOf = ({ does }: Account) => RULES[does];
