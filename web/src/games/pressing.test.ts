/** What a press means, with a real choosing and a few decisions. */
import { expect, test } from "vitest";
import type { Decisions, View } from "../protocol";
import { Choosing } from "../table/choosing.svelte";
import * as urbino from "./urbino/pressing";
import { follow } from "./urbino/reading";
import * as urtown from "./urtown/pressing";

const building: Decisions = {
  game: "urbino",
  parts: [
    { does: "stay" },
    { does: "reposition", architect: 0, square: "a1" },
    { does: "reposition", architect: 1, square: "e4" },
    { does: "erect", kind: "house", square: "e4" },
    { does: "erect", kind: "palace", square: "e4" },
    { does: "erect", kind: "palace", square: "b3" },
    { does: "erect", kind: "tower", square: "e4" },
  ],
  implied: [0],
};
const town = {
  game: "urbino", scores: [0, 0], phase: "turn", to_move: 0, architects: ["c2", "d5"], buildings: [],
  supply: [{ house: 1, palace: 1, tower: 0 }, { house: 1, palace: 1, tower: 1 }], lots: ["e4", "b3"], districts: [],
} as unknown as View; // prettier-ignore

function builder(): Choosing {
  const choosing = new Choosing(building);
  choosing.update(9, [0, 1, 2], { 0: [3, 4] });
  return choosing;
}

test("a building, then a lot: staying goes without saying", () => {
  const choosing = builder();
  urbino.carryOut(urbino.onKind(choosing, town, "palace"), choosing);
  urbino.carryOut(urbino.onSquare(choosing, town, "e4"), choosing);
  expect(choosing.complete?.decisions).toEqual([0, 4]);
});

test("a lot, then a building", () => {
  const choosing = builder();
  urbino.carryOut(urbino.onSquare(choosing, town, "e4"), choosing);
  expect(choosing.complete).toBeNull();
  urbino.carryOut(urbino.onKind(choosing, town, "house"), choosing);
  expect(choosing.complete?.decisions).toEqual([0, 3]);
});

test("an architect, then where it goes; pressed again it stays", () => {
  const choosing = builder();
  urbino.carryOut(urbino.onSquare(choosing, town, "d5"), choosing);
  expect(choosing.picked).toEqual({ does: "reposition", architect: 1 });
  expect(urbino.onSquare(choosing, town, "d5")).toEqual({ does: "drop" });
  urbino.carryOut(urbino.onSquare(choosing, town, "e4"), choosing);
  expect(choosing.complete?.decisions).toEqual([2]);
});

test("a lot picked before does not send an architect there", () => {
  const choosing = builder();
  urbino.carryOut(urbino.onSquare(choosing, town, "e4"), choosing);
  urbino.carryOut(urbino.onSquare(choosing, town, "d5"), choosing);
  expect(choosing.picked).toEqual({ does: "reposition", architect: 1 });
});

test("what is not possible is asked about", () => {
  const choosing = builder();
  urbino.carryOut(urbino.onKind(choosing, town, "palace"), choosing);
  const asked: unknown[] = [];
  urbino.carryOut(urbino.onSquare(choosing, town, "b3"), choosing, (parts) => asked.push(parts));
  urbino.carryOut(urbino.onKind(choosing, town, "tower"), choosing, (parts) => asked.push(parts));
  expect(asked).toEqual([
    { does: "erect", kind: "palace", square: "b3" },
    { does: "erect", kind: "tower", square: "e4" },
  ]);
});

test("where nothing can be built, staying is what is refused", () => {
  const choosing = new Choosing(building);
  choosing.update(9, [1, 2], null);
  expect(urbino.onSquare(choosing, town, "b3")).toEqual({ does: "refuse", parts: { does: "stay" } });
});

test("architects keep their numbers whatever order the view has them in", () => {
  const start = follow([], ["c2", "d5"]);
  const walked = follow(start, ["a9", "c2"]);
  expect(walked).toEqual([
    { number: 0, square: "c2", from: "c2" },
    { number: 1, square: "a9", from: "d5" },
  ]);
  expect(follow(walked, ["e1", "h8"]).every(({ square, from }) => square === from)).toBe(true);
});

const placing: Decisions = {
  game: "urtown",
  parts: [
    { does: "place", which: 0, tile: "3", square: "E3" },
    { does: "place", which: 0, tile: "3", square: "F3" },
    { does: "place", which: 0, tile: "E", square: "E3" },
    { does: "skip" },
  ],
  implied: [],
};
const quarter = {
  game: "urtown", scores: [1, 1, 1], seat: 0, to_move: 0,
  colours: [{ owner: 0, rack: ["3", "E"], groups: [] }, { owner: 1, rack: null, groups: [["F3"]] }],
  tiles: [{ square: "F3", colour: 1, tile: "$" }],
} as unknown as View; // prettier-ignore

test("a tile, then a square, and the other way round", () => {
  for (const order of [["tile", "square"], ["square", "tile"]]) {
    const choosing = new Choosing(placing);
    choosing.update(1, [0, 2], null);
    for (const each of order)
      urtown.carryOut(
        each === "tile" ? urtown.onTile(choosing, 0, "3") : urtown.onSquare(choosing, quarter, "E3"),
        choosing,
      );
    expect(choosing.complete?.decisions).toEqual([0]);
  }
});

test("a tile that stays is asked about, and so is a square that never fits", () => {
  const choosing = new Choosing(placing);
  choosing.update(1, [0, 2], null);
  const refuse = { does: "refuse", parts: { does: "place", which: 0, tile: "3", square: "F3" } };
  expect(urtown.onSquare(choosing, quarter, "F3")).toEqual(refuse);
  urtown.carryOut(urtown.onTile(choosing, 0, "3"), choosing);
  expect(urtown.onSquare(choosing, quarter, "F3")).toEqual(refuse);
  expect(urtown.onSquare(choosing, quarter, "A1")).toMatchObject({ does: "refuse", parts: { tile: "3", square: "A1" } });
});
