/** Which rule tells what a decision was about. Only its id: what it says is text. */

import type { Account } from "../../protocol";

export const RULES: Record<string, string> = {
  draw: "URBANIA-DRAW-1",
  sweep: "URBANIA-DRAW-2",
  renew: "URBANIA-RENEW-1",
  hire: "URBANIA-HIRE-1",
  submit: "URBANIA-SUBMIT-1",
};

export const ruleOf = ({ does }: Account) => RULES[does];
