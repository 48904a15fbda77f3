/** What a press means, with a real choosing and a few decisions. */
import { expect, test } from "vitest";
import { Choosing } from "../../table/choosing.svelte";
import { carryOut, onCoin, onLocation, onPlace, onSlot, openAround, openLocations, slotInHand } from "./pressing";
import { inCity, inMarket } from "./reading";
import { PARTS, view } from "./testing";

function choosing(...does: string[]): Choosing {
  const found = new Choosing({ game: "urbe", parts: PARTS, implied: [] });
  found.update(1, PARTS.map((_, i) => i).filter((i) => does.includes(PARTS[i]!.does)), null);
  return found;
}

test.each([
  ["mark", "mark"],
  ["archbishop", "send_archbishop"],
  ["meeple", "choose_meeple"],
  ["second", "take_second"],
  ["treasurer", "use_treasurer"],
])("while %s is due a place of the market means %s", (due, does) => {
  const chooser = choosing(does);
  const place = does === "take_second" || does === "use_treasurer" ? 2 : 1;
  expect(onPlace(chooser, view({ due }), place)).toEqual({ does: "pick", parts: { does, place } });
});

test("a place that may not be chosen is asked about, and none means anything while tiles are laid", () => {
  const chooser = choosing("take_second");
  expect(onPlace(choosing("choose_meeple"), view({ due: "mark" }), 1)).toEqual({ does: "refuse", parts: { does: "mark", place: 1 } });
  expect(onPlace(chooser, view({ due: "place" }), 2)).toEqual({ does: "nothing" });
});

test("half a coin pays; where any coin is due either half spends it", () => {
  const pay = view({ due: "pay", target: 1 });
  expect(onCoin(choosing("pay"), pay, 1, "guilds")).toEqual({ does: "pick", parts: { does: "pay", by: "guilds", card: 1 } });
  expect(onCoin(choosing("spend"), pay, 1, "flags")).toEqual({ does: "pick", parts: { does: "spend", card: 1 } });
  expect(onCoin(choosing("mark"), view({ due: "mark" }), 1, "flags")).toEqual({ does: "nothing" });
});

test("a tile, then a cell, and the other way round", () => {
  const here = view({ due: "place" });
  for (const order of [["slot", "cell"], ["cell", "slot"]]) {
    const chooser = choosing("place");
    for (const each of order)
      carryOut(each === "slot" ? onSlot(chooser, 1) : onLocation(chooser, here, "A1"), chooser);
    expect(chooser.complete?.parts).toEqual({ does: "place", slot: 1, location: "A1" });
  }
});

test("the only tile that can be laid is in hand at once", () => {
  const chooser = choosing("nothing");
  chooser.update(2, [15, 16], null);
  expect(slotInHand(chooser)).toBe(0);
  expect([...openLocations(chooser)]).toEqual(["A1", "B2"]);
  expect(onLocation(chooser, view({ due: "place" }), "B2")).toEqual({ does: "pick", parts: { does: "place", slot: 0, location: "B2" } });
  expect(onLocation(chooser, view({ due: "place" }), "C3")).toEqual({ does: "nothing" }); // no such decision here
});

test("borders and places outside can be pressed while something can lie there", () => {
  expect(openAround(choosing("place"))).toEqual(["A1-A2", "above A1"]);
  const chooser = choosing("place");
  carryOut(onSlot(chooser, 0), chooser);
  expect(openAround(chooser)).toEqual([]);
});

test("two cells are swapped in whatever order they are pressed", () => {
  const here = view({ due: "swap" });
  for (const [one, other] of [["A1", "D4"], ["D4", "A1"]] as const) {
    const chooser = choosing("swap");
    carryOut(onLocation(chooser, here, one), chooser);
    expect(chooser.complete).toBeNull();
    carryOut(onLocation(chooser, here, other), chooser);
    expect(chooser.complete?.parts).toEqual({ does: "swap", cell: "A1", other: "D4" });
  }
});

test("a cell pressed twice is put down again", () => {
  const chooser = choosing("swap");
  const here = view({ due: "swap" });
  carryOut(onLocation(chooser, here, "A1"), chooser);
  expect(onLocation(chooser, here, "A1")).toEqual({ does: "drop" });
});

test("squares of a log are told apart by city, each once", () => {
  const squares = ["market 3", "0:A1", "1:B2", "0:A1", "0:above B1", "market 3"];
  expect(inCity(squares, 0)).toEqual(["A1", "above B1"]);
  expect(inCity(squares, 1)).toEqual(["B2"]);
  expect(inMarket(squares)).toEqual([3]);
});
