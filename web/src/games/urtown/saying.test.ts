/** What Urtown says in each language. */
import { beforeEach, expect, test } from "vitest";
import { choose, type Language } from "../../i18n";
import type { Account, Refused, ScoreLine, View } from "../../protocol";
import { line, refusal, scoreName, seatName, sentence, tileName, unfit } from "./saying";
import "./words";

beforeEach(() => choose("en"));

const capture: Account[] = [
  { does: "place", which: 0, tile: "5", square: "C5", colour: 0, captures: { colour: 1, tile: "ring" } },
];
const money: Account[] = [{ does: "place", which: 0, tile: "$", square: "E5", colour: 2, captures: null }];
const skip: Account[] = [{ does: "skip" }];

test.each([
  ["en", "Ada placed the red 5 on C5 and captured the blue ring", "5 C5, captures ring"],
  ["it", "Ada ha posato la tessera rossa «5» in C5 e ha catturato la tessera blu «anello»", "5 C5, cattura anello"],
  ["ru", "Ada выкладывает красную фишку «5» на C5 и захватывает синюю фишку «кольцо»", "5 C5, захват: кольцо"],
] as const)("a capture in the log: %s", async (name, whole, short) => {
  await choose(name);
  expect(sentence(capture, "Ada")).toBe(whole);
  expect(line(capture)).toBe(short);
});

test("other turns of the log", () => {
  expect(sentence(money, "Ada")).toBe("Ada placed the yellow money tile on E5");
  expect(line(money)).toBe("money tile E5");
  expect(sentence(skip, "Ada")).toBe("Ada skipped");
  expect(line(skip)).toBe("skipped");
});

test("tiles and seats have names", async () => {
  const view = { colours: [{ owner: 0 }, { owner: 0 }, { owner: 1 }, { owner: 1 }] } as unknown as View;
  expect(tileName({ colour: 4, tile: "B" })).toBe("violet B");
  expect(seatName(0, view)).toBe("Red and blue");
  await choose("ru");
  expect(tileName({ colour: 4, tile: "B" })).toBe("фиолетовая фишка «B»");
  expect(seatName(1, view)).toBe("Жёлтый и зелёный");
});

function refused(rule: string, which: string, values: Refused["values"]): Refused {
  return { type: "refused", id: 1, table: "", reason: "rule", sentence: "As the server says.", rule, case: which, values };
}

test.each([
  ["URTOWN-PLACE-4", "symbol", { colour: "red", symbol: "$" }, "You don’t have the red money tile on your rack."],
  ["URTOWN-CAPTURE-1", "", { square: "F3", colour: "yellow" }, "You can’t capture F3: that would split the yellow group."],
  ["URTOWN-CAPTURE-3", "", { square: "F3", beside: ["E3", "G3"], n: 2 }, "You can’t capture F3: it isn’t a singleton. It touches tiles of its colour on E3 and G3."],
  ["URTOWN-NEW-9", "", {}, "As the server says."],
] as const)("%s %s", (rule, which, values, said) => {
  expect(refusal(refused(rule, which, structuredClone(values) as Refused["values"]))).toBe(said);
});

test.each([
  ["it", "Non puoi catturare la tessera in F3: non è isolata. Ne tocca una del suo colore in E3."],
  ["ru", "Фишку на F3 захватить нельзя: она не одиночка и касается фишки своего цвета на E3."],
] as [Language, string][])("a refusal: %s", async (name, said) => {
  await choose(name);
  expect(refusal(refused("URTOWN-CAPTURE-3", "", { square: "F3", beside: ["E3"], n: 1 }))).toBe(said);
});

test("a tile that belongs elsewhere is told where it goes, without asking anybody", () => {
  const said = (tile: string) => {
    const { rule, case: which, values } = unfit({ does: "place", which: 0, tile, square: "E4" })!;
    return refusal(refused(rule, which, values));
  };
  expect(said("3")).toBe("The 3 goes in column 3, not on E4.");
  expect(said("A")).toBe("The A goes in row A, not on E4.");
  expect(said("ring")).toBe("The ring tile goes on a square with the same symbol, not on E4.");
  expect(unfit({ does: "skip" })).toBeNull();
});

test("the score sheet goes by ids", async () => {
  const group: ScoreLine = { what: "group", name: "never shown", id: "red", points: 1, squares: ["A1", "A2"], goal: false };
  expect(scoreName(group)).toBe("Red: group of 2 tiles");
  expect(scoreName({ ...group, squares: ["A1"] })).toBe("Red: singleton");
  expect(scoreName({ ...group, what: "captured", id: "" })).toBe("Captured tiles");
  await choose("ru");
  expect(scoreName(group)).toBe("Красный: группа из 2 фишек");
});
