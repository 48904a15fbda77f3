/** Which rule tells what a decision was about. Only its id: what it says is text. */

import type { Account } from "../../protocol";

export const RULES: Record<string, string> = {
  choose_side: "URBE-CHAR-2",
  keep_useful: "URBE-EIGHT-1",
  mark: "URBE-MARKET-1",
  send_archbishop: "URBE-GREY-CATHEDRAL",
  pay: "URBE-TAKE-1",
  take_second: "URBE-TAKE-3",
  spend: "URBE-TAKE-4",
  place: "URBE-PLACE-1",
  keep: "URBE-GREY-WAREHOUSE",
  use_treasurer: "URBE-EIGHT-2",
  swap: "URBE-EIGHT-2",
};

export const ruleOf = ({ does }: Account) => RULES[does];
