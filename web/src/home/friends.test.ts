import { describe, expect, test } from "vitest";
import { tableOf } from "../newtable/wishes";
import type { GameFacts } from "../protocol";
import { invitation, isUsual, onSide, remembered, sideOf } from "./friends";

const FACTS = {
  name: "somewhere",
  seats: [2, 4],
  options: [{ name: "monuments", about: "", values: [false, true], needs: null }],
} as unknown as GameFacts;
const FIRST = remembered(null);

describe("a table for friends", () => {
  test("is at one sitting, by link, with the sides by lot", () => {
    expect(tableOf(FACTS, invitation(FACTS, FIRST))).toEqual({
      game: "somewhere",
      options: { monuments: false },
      seats: [{ kind: "me" }, { kind: "open" }],
      listed: false,
      hints: false,
      clock: { kind: "game", minutes: 10, increment: 5 },
      random_seats: true,
    });
  });

  test("has as many players as the last time, if the game has room for them", () => {
    const seats = (players: number) => invitation(FACTS, { ...FIRST, players: { somewhere: players } }).seats.length;
    expect([1, 2, 3, 4, 9].map(seats)).toEqual([2, 2, 3, 4, 4]);
  });

  test("seats its host on a side, or lets the lot decide again", () => {
    const second = onSide(invitation(FACTS, FIRST), 1);
    expect(second.seats).toEqual([{ kind: "open" }, { kind: "me" }]);
    expect([sideOf(second), tableOf(FACTS, second).random_seats]).toEqual([1, false]);
    expect(onSide(second, 0).seats).toEqual([{ kind: "me" }, { kind: "open" }]);
    expect(sideOf(onSide(second, "either"))).toBe("either");
  });

  test("says whether its rules are the usual ones", () => {
    const wishes = invitation(FACTS, FIRST);
    expect(isUsual(FACTS, wishes)).toBe(true);
    expect(isUsual(FACTS, { ...wishes, options: { monuments: true } })).toBe(false);
  });

  test("forgets a clock that there is no longer", () => {
    expect(remembered('{"clock": "blitz", "game": "somewhere"}')).toEqual({ ...FIRST, game: "somewhere" });
  });
});
