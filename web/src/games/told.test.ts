import { beforeAll, expect, it } from "vitest";
import { choose } from "../i18n";
import type { View } from "../protocol";
import { announcement as urbania } from "./urbania/announcing";
import { flights } from "./urbania/flights";
import { touched } from "./urbania/telling";
import { announcement as urbe, when } from "./urbe/announcing";
import { flights as inUrbe } from "./urbe/flights";
import { pointsEarned } from "../table/motion/points";
import { announcement as urbino } from "./urbino/announcing";
import { announcement as urtown } from "./urtown/announcing";
import { flights as inUrtown } from "./urtown/flights";
import "./urbania/words";
import "./urbe/words";
import "./urbino/words";
import "./urtown/words";

beforeAll(() => choose("en"));

const asView = (fields: object) => fields as unknown as View;

it("Urbania: the last turns, why they have begun, and whose they are", () => {
  const track = [5, 2, 6].map((value) => ({ value }));
  const city = { seats: 3, to_move: 2, undeveloped: { centre: 0, NW: 2, NE: 9 }, track };
  expect(urbania(asView({ ...city, end_turns: 0 }))).toBeNull();
  const made = urbania(asView({ ...city, end_turns: 4 }))!;
  expect(made.turns).toEqual([2, 0, 1, 2]);
  expect([made.detail, made.brief]).toEqual(["2 run-down buildings in the north-west.", "4 turns left"]);
  const dear = { ...city, undeveloped: { NW: 5 }, track: [5, 5, 6].map((value) => ({ value })) };
  expect(urbania(asView({ ...dear, end_turns: 1 }))!.detail).toBe("3 specialists cost 5 coins or more.");
});

it("Urbe: the last round, and the round and phase on a phone", () => {
  const round = { rounds: 8, phase: "mark" };
  expect(urbe(asView({ ...round, round: 7 }))).toBeNull();
  expect(urbe(asView({ ...round, round: 8 }))?.title).toBe("Last round");
  expect(urbe(asView({ ...round, round: 8, phase: "over" }))).toBeNull();
  expect(when(asView({ ...round, round: 7 }))).toMatch(/^7\/8 · /);
});

it("Urbino: one has skipped, so that another skip ends the game", () => {
  expect(urbino(asView({ skips: 0, phase: "turn" }))).toBeNull();
  const told = { brief: "If you skip too, the game ends.", seat: 1 }; // not who has skipped
  expect(urbino(asView({ skips: 1, phase: "turn", to_move: 1 }))).toMatchObject(told);
});

it("Urtown: the last tiles, and the last one", () => {
  const colours = (...left: number[]) => left.map((n, owner) => ({ owner, finished: n === 0, pile_size: Math.max(0, n - 1) }));
  const town = (to_move: number, ...left: number[]) => asView({ seats: left.length, to_move, colours: colours(...left) });
  expect(urtown(town(0, 2, 1, 1))).toBeNull();
  expect(urtown(town(1, 0, 1, 1))).toMatchObject({ title: "2 last tiles", turns: [1, 2] });
  expect(urtown(town(2, 0, 0, 1))).toMatchObject({ title: "The last tile", turns: [2] });
});

it("Urbania: cards fly from the pool open and from the pile face down, and specialists change tables", () => {
  const card = (suit: string, text: string) => ({ suit, text });
  const player = (hand_size: number) => ({ hand_size, submitted_size: 0 });
  const before = {
    to_move: 1, types: ["bank"], pool: [card("bank", "gray 3"), card("bank", "gray 2")], project_pile_size: 9,
    players: [player(3), player(3)], spaces: [], track: [{ type: "bank", specialist: "Banker", value: 2, holder: 0 }],
  }; // prettier-ignore
  const after = { ...before, pool: [card("bank", "gray 1"), before.pool[1]], players: [player(3), player(5)] };
  const drawn = flights(asView(before), asView(after));
  expect(drawn.map(({ from }) => from[0])).toEqual(["pool 1", "resource pile"]);
  expect(drawn.every(({ to }) => to.includes("seat 1"))).toBe(true);
  expect(drawn[1]).not.toHaveProperty("text");
  const hired = { ...before, track: [{ ...before.track[0], value: 3, holder: 1 }], players: [player(3), player(2)] };
  expect(flights(asView(before), asView(hired)).map(({ from, to }) => [from[0], to[0]])).toEqual([
    ["hand 1", "track Banker"],
    ["seat 0", "seat 1"],
  ]);
});

it("points fly from what earned them, to the seats that have more", () => {
  const [before, after] = [asView({ scores: [3, 4] }), asView({ scores: [3, 9] })];
  expect(pointsEarned(before, after, ["c3"])).toEqual([{ from: ["c3"], to: ["points 1", "seat 1"], text: "+5" }]);
  expect(pointsEarned(before, after, ["1:C4"])[0]!.from).toEqual(["city 1"]);
  expect(pointsEarned(after, before, ["c3"])).toEqual([]);
});

it("Urbania: a turn changes the columns of the track of those hired and of what was renewed", () => {
  expect(touched([{ does: "renew", type: "park" }, { does: "pay", complete: true }, { does: "hire", specialist: "Banker" }, { does: "pay", complete: true }])).toEqual([
    "track park",
    "track Banker",
  ]);
  expect(touched([{ does: "renew", type: "park" }, { does: "pay", complete: false }])).toEqual([]);
}); // prettier-ignore

it("Urtown: what refills a rack comes from the pile, for those who may see the rack", () => {
  const colour = (rack: string[] | null, pile_size: number) => ({ rack, pile_size, owner: 0 });
  const town = (...colours: object[]) => asView({ captured: [], tiles: [], colours });
  const before = town(colour(["A", "B"], 3), colour(null, 3));
  const after = town(colour(["B", "7"], 2), colour(null, 2));
  expect(inUrtown(before, after)).toMatchObject([{ from: ["pile 0", "seat 0"], to: ["rack 7"], text: "7" }]);
});

it("Urbe: the coin that pays turns on its way to its tile", () => {
  const seat = (seat: number, ...cards: number[]) => ({ seat, cards: cards.map((card) => ({ card })), city: [], waiting: [] });
  const table = (target: number | null, ...players: object[]) => asView({ target, market: [], players });
  const paid = inUrbe(table(4, seat(0, 2, 5), seat(1, 7)), table(4, seat(0, 5), seat(1, 7)));
  expect(paid).toMatchObject([{ from: ["coin 2 flags", "waiting 0", "seat 0"], to: ["4"], turns: true }]);
});
