import { describe, expect, it } from "vitest";
import type { Decisions } from "../protocol";
import { Choosing } from "./choosing.svelte";

/** Two architects, three squares and two kinds: enough for every way of choosing. */
const TOWN: Decisions = {
  game: "town",
  parts: [
    { does: "stay" }, // 0
    { does: "skip" }, // 1
    { does: "reposition", architect: 0, square: "a1" }, // 2
    { does: "reposition", architect: 1, square: "a1" }, // 3
    { does: "reposition", architect: 1, square: "b1" }, // 4
    { does: "erect", kind: "house", square: "a1" }, // 5
    { does: "erect", kind: "house", square: "b1" }, // 6
    { does: "erect", kind: "palace", square: "b1" }, // 7
    { does: "erect", kind: "palace", square: "c1" }, // 8
    { does: "place_architect", square: "a1" }, // 9
  ],
  implied: [0],
};

function beginning(): Choosing {
  const choosing = new Choosing(TOWN);
  choosing.update(4, [0, 2, 3], { "0": [5, 6, 7] });
  return choosing;
}

describe("candidates", () => {
  it("join an implied decision with what follows it", () => {
    const found = beginning().candidates.map((one) => one.decisions);
    expect(found).toEqual([[0, 5], [0, 6], [0, 7], [2], [3]]);
  });

  it("are none when it is not one's turn", () => {
    const choosing = new Choosing(TOWN);
    choosing.update(4, null, null);
    expect(choosing.candidates).toEqual([]);
    expect(choosing.complete).toBeNull();
    expect(choosing.illegal({ kind: "palace", square: "c1" })).toBeNull();
  });

  it("keep an implied decision of which nothing is known to follow", () => {
    const choosing = new Choosing(TOWN);
    choosing.update(1, [0], null);
    expect(choosing.candidates.map((one) => one.decisions)).toEqual([[0]]);
  });
});

describe("picking", () => {
  it("narrows the candidates until one is complete", () => {
    const choosing = beginning();
    choosing.pick({ kind: "house" });
    expect(choosing.complete).toBeNull();
    expect(choosing.values("square")).toEqual(new Set(["a1", "b1"]));
    choosing.pick({ square: "b1" });
    expect(choosing.complete?.decisions).toEqual([0, 6]);
  });

  it("lets one change one's mind about a part", () => {
    const choosing = beginning();
    choosing.pick({ kind: "house", square: "b1" });
    expect(choosing.values("kind")).toEqual(new Set(["house", "palace"]));
    choosing.pick({ kind: "palace" });
    expect(choosing.complete?.decisions).toEqual([0, 7]);
  });

  it("drops earlier picks that nothing combines with", () => {
    const choosing = beginning();
    choosing.pick({ kind: "palace", square: "b1" });
    choosing.pick({ square: "a1" });
    expect(choosing.picked).toEqual({ square: "a1" });
    choosing.pick({ architect: 1 });
    expect(choosing.complete?.decisions).toEqual([3]);
  });

  it("refuses what nothing legal has", () => {
    const choosing = beginning();
    choosing.pick({ kind: "house" });
    expect(choosing.pick({ square: "c1" })).toBe(false);
    expect(choosing.picked).toEqual({ kind: "house" });
  });

  it("of a square alone never completes a candidate with further parts", () => {
    const choosing = beginning();
    choosing.pick({ square: "b1" });
    expect(choosing.complete).toBeNull();
  });

  it("of `does` completes what has no further part", () => {
    const choosing = new Choosing(TOWN);
    choosing.update(7, [1], null);
    expect(choosing.complete).toBeNull();
    choosing.pick({ does: "skip" });
    expect(choosing.complete?.decisions).toEqual([1]);
  });

  it("tells what would be complete without picking it", () => {
    const choosing = beginning();
    choosing.pick({ kind: "house" });
    expect(choosing.after({ square: "b1" })?.decisions).toEqual([0, 6]);
    expect(choosing.after({ architect: 1, square: "a1" })?.decisions).toEqual([3]);
    expect(choosing.after({ square: "c1" })).toBeNull();
    expect(choosing.picked).toEqual({ kind: "house" });
  });

  it("the same again once it is complete is insisting", () => {
    const choosing = beginning();
    choosing.pick({ kind: "house" });
    choosing.pick({ kind: "house" });
    expect(choosing.insisted).toBe(0);
    choosing.pick({ kind: "house", square: "b1" });
    choosing.pick({ kind: "house" }); // only a part: nothing to confirm
    expect(choosing.insisted).toBe(0);
    choosing.pick({ kind: "house", square: "b1" });
    expect(choosing.insisted).toBe(1);
    expect(choosing.picked).toEqual({ kind: "house", square: "b1" });
  });

  it("is undone one by one or altogether", () => {
    const choosing = beginning();
    choosing.pick({ kind: "house", square: "b1" });
    choosing.unpick("square");
    expect(choosing.picked).toEqual({ kind: "house" });
    choosing.unpick();
    expect(choosing.picked).toEqual({});
    choosing.pick({ does: "erect", kind: "house" });
    choosing.unpick("kind");
    expect(choosing.picked).toEqual({});
  });

  it("outlasts news of the same position and ends with the next", () => {
    const choosing = beginning();
    choosing.pick({ kind: "palace" });
    choosing.update(4, [0, 2, 3], { "0": [5, 6, 7] });
    expect(choosing.picked).toEqual({ kind: "palace" });
    choosing.update(5, [6, 7], null);
    expect(choosing.picked).toEqual({});
    expect(choosing.can({ kind: "palace" })).toBe(true);
  });
});

describe("what is not legal", () => {
  it("is found by its parts, behind what is implied where others like it are", () => {
    const choosing = beginning();
    expect(choosing.illegal({ kind: "palace", square: "c1" })).toEqual([0, 8]);
    expect(choosing.illegal({ architect: 1, square: "b1" })).toEqual([4]);
  });

  it("is behind what is implied when nothing like it is legal at all", () => {
    const choosing = new Choosing(TOWN);
    choosing.update(4, [0, 2], { "0": [1] });
    expect(choosing.illegal({ kind: "house", square: "a1" })).toEqual([0, 5]);
  });

  it("is nothing when it is legal, unknown or only begun", () => {
    const choosing = beginning();
    expect(choosing.illegal({ kind: "house", square: "a1" })).toBeNull();
    expect(choosing.illegal({ kind: "tower", square: "a1" })).toBeNull();
    expect(choosing.illegal({ kind: "house" })).toBeNull();
  });
});

describe("gathering", () => {
  const houseA = { does: "erect", kind: "house", square: "a1" };
  const houseB = { does: "erect", kind: "house", square: "b1" };
  const palace = { does: "erect", kind: "palace", square: "b1" };

  /** Rows of decisions: a house and a palace, or two houses alike. */
  function gathering(): Choosing {
    const choosing = new Choosing(TOWN);
    choosing.update(4, [5], null, [[houseA, palace], [houseB, houseB]]);
    return choosing;
  }

  it("goes in any order, and is complete in the order of the row", () => {
    const choosing = gathering();
    choosing.gather(palace);
    expect(choosing.complete).toBeNull();
    expect(choosing.joins(houseA)).toBe(true);
    expect(choosing.joins(houseB)).toBe(false);
    choosing.gather(houseA);
    expect(choosing.complete?.decisions).toEqual([5, 7]);
  });

  it("counts what is alike", () => {
    const choosing = gathering();
    choosing.gather(houseB);
    expect(choosing.complete).toBeNull();
    choosing.gather(houseB);
    expect([choosing.count(houseB), choosing.complete?.decisions]).toEqual([2, [6, 6]]);
    choosing.ungather();
    expect(choosing.count(houseB)).toBe(1);
  });

  it("drops what no row has beside the latest, and refuses what no row has", () => {
    const choosing = gathering();
    choosing.gather(palace);
    choosing.gather(houseB);
    expect(choosing.gatheredParts).toEqual([houseB]);
    expect(choosing.gather({ does: "skip" })).toBe(false);
    expect(choosing.gatheredParts).toEqual([houseB]);
  });

  it("begins anew with another position, and is nobody's when it is not one's turn", () => {
    const choosing = gathering();
    choosing.gather(palace);
    choosing.update(4, [5], null, [[houseA, palace]]); // news, no move
    expect(choosing.gatheredParts).toEqual([palace]);
    choosing.update(5, [5], null, [[houseA, palace]]);
    expect(choosing.gatheredParts).toEqual([]);
    choosing.update(6, null, null, [[houseA, palace]]);
    expect(choosing.gather(palace)).toBe(false);
  });
});
