/** Which rule tells what a turn of the log was about. Only names of rules: what they say is text. */

import type { Account } from "../protocol";

type Explained = Record<string, string>;

const RULES: Record<string, Explained> = {
  urbino: {
    place_architect: "URBINO-SETUP-2",
    name: "URBINO-SETUP-4",
    reposition: "URBINO-TURN-1",
    erect: "URBINO-TURN-2",
    skip: "URBINO-TURN-5",
  },
  urtown: { place: "URTOWN-PLACE-1", capture: "URTOWN-CAPTURE-1", skip: "URTOWN-SKIP-1" },
  urbania: {
    draw: "URBANIA-DRAW-1",
    sweep: "URBANIA-DRAW-2",
    renew: "URBANIA-RENEW-1",
    hire: "URBANIA-HIRE-1",
    submit: "URBANIA-SUBMIT-1",
  },
  urbe: {
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
  },
};

/** What a decision is about; taking somebody's tile is another matter than laying one's own. */
function matter(one: Account): string {
  return one.does === "place" && one.takes ? "capture" : one.does;
}

/** The rules of a turn, in the order in which it came to them. */
export function rulesOfTurn(game: string, does: readonly Account[]): string[] {
  const known = RULES[game] ?? {};
  return [...new Set(does.map((one) => known[matter(one)] ?? []).flat())];
}

/** All that is ever pointed at, for the test that it exists. */
export function everyRule(): [game: string, id: string][] {
  return Object.entries(RULES).flatMap(([game, rules]) => Object.values(rules).map((id): [string, string] => [game, id]));
}

/** Where a page tells how points are counted, and who wins if they are equal. */
export const SCORING = "scoring";
