import { describe, expect, it } from "vitest";
import type { LogLine, PreparedLine } from "../../protocol";
import { branches, without } from "./tree";

const turn = (seat: number, size: number): LogLine => ({
  seat, ply: 0, text: "", squares: [], done: true, does: Array.from({ length: size }, () => ({ does: "build" })),
});

/** Bruno (1) plays one decision, Ada (0) two, Bruno one, Ada one. */
const long: PreparedLine = { decisions: [1, 2, 3, 4, 5], turns: [turn(1, 1), turn(0, 2), turn(1, 1), turn(0, 1)] };
const short: PreparedLine = { decisions: [9, 8], turns: [turn(1, 1), turn(0, 1)] };
const fork: PreparedLine = { decisions: [1, 2, 3, 6, 7], turns: [turn(1, 1), turn(0, 2), turn(1, 1), turn(0, 1)] };

describe("the tree of prepared answers", () => {
  it("shows each turn once, as deep as it is", () => {
    const found = branches([long, fork, short]).map(({ depth, decisions }) => [depth, decisions.join("")]);
    expect(found).toEqual([
      [0, "1"], [1, "123"], [2, "1234"], [3, "12345"],
      [2, "1236"], [3, "12367"],
      [0, "9"], [1, "98"],
    ]);
  });

  it("loses what follows a deleted turn, and keeps what comes before", () => {
    expect(without([long, short], [1, 2, 3, 4], 0)).toEqual([[1, 2, 3], [9, 8]]);
    expect(without([long, short], [9], 0)).toEqual([[1, 2, 3, 4, 5]]);
    expect(without([long, short], [9, 8], 0)).toEqual([[1, 2, 3, 4, 5]]);
    expect(without([long], [1, 2, 3], 0)).toEqual([]);
    expect(without([long, fork], [1, 2, 3, 6, 7], 0)).toEqual([[1, 2, 3, 4, 5], [1, 2, 3]]);
  });
});
