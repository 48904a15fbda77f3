/** The log of Urbania: lines a person can follow, in each language. */
import { beforeEach, expect, test } from "vitest";
import { language, type Language } from "../../i18n";
import type { Account } from "../../protocol";
import { scoreName } from "./saying";
import { line, sentence, turnOf } from "./telling";
import "./words";

beforeEach(() => {
  language.current = "en";
});

const RENEWED: Account[] = [
  { does: "renew", space: "C4", type: "hospital", workers: 3, points: 4 },
  { does: "pay", from: "hand", card: "red 2+$1", complete: false, kept: true },
  { does: "pay", from: "hand", card: "gray 1", complete: true, kept: false },
  { does: "draw", from: "project", icon: true },
];
const HIRED: Account[] = [
  { does: "hire", specialist: "Banker", value: 3, former: 1 },
  { does: "pay", from: "table", card: "gray $3", complete: true, kept: false, specialists: 8 },
];

test.each<[string, Account[], string]>([
  ["a renewal", RENEWED, "Ada renews the hospital at C4 for 4, keeps $1 red, draws a project"],
  ["a whole turn", [...RENEWED, ...HIRED], "Ada renews the hospital at C4 for 4, keeps $1 red, draws a project; hires the Banker away from Bruno for $3; specialists bring 8"],
  ["two cards", [{ does: "draw", from: "pool", place: 4, card: "green 1+$2" }, { does: "draw", from: "pile" }], "Ada takes green 1+$2 from the pool, draws a card"],
  ["one’s own cards", [{ does: "draw", from: "pile", card: "red 3" }, { does: "draw", from: "project", project: "Banker + Doctor" }], "Ada draws red 3, draws the project Banker + Doctor"],
  ["a sweep", [{ does: "sweep" }, { does: "draw", from: "pool", place: 1, card: "pink $3" }], "Ada sweeps the pool, takes pink $3 from the pool"],
  ["a project", [{ does: "submit", fee: 2 }], "Ada submits a project, pays 2 points"],
  ["one’s own project, free", [{ does: "submit", fee: 0, project: "NW" }], "Ada submits the project North-west"],
  ["no card for the icon", [RENEWED[0]!, { does: "decline" }], "Ada renews the hospital at C4 for 4, draws no card"],
  ["the contract", [{ does: "hire", specialist: "CEO", value: 2, former: null }, { does: "pay", from: "contract", complete: true }], "Ada hires the CEO for $2, uses the contract"],
  ["a rainbow coin", [RENEWED[0]!, { does: "pay", from: "hand", card: "red 1+R$1", complete: true, kept: true }], "Ada renews the hospital at C4 for 4, keeps R$1"],
])("%s", (_, does, said) => {
  expect(sentence(does, "Ada", null, ["Ada", "Bruno"])).toBe(said);
}); // prettier-ignore

test("a draw is two cards, and another draw is another action", () => {
  const drawn: Account = { does: "draw", from: "pile" };
  const { actions } = turnOf([drawn, drawn, { does: "sweep" }, drawn, drawn]);
  expect(actions.map((action) => action.does === "draw" && action.steps.length)).toEqual([2, 3]);
});

test("a card for an icon belongs to what brought it", () => {
  const { actions } = turnOf([...RENEWED, { does: "draw", from: "pile" }]);
  expect(actions.map(({ does }) => does)).toEqual(["renew", "draw"]);
});

test("in a few words, which tell choices apart", () => {
  expect(line([...RENEWED, ...HIRED])).toBe("hospital C4 +4 (red 2+$1 + gray 1), draw a project · Banker $3 · +8");
  const [first] = RENEWED.filter(({ does }) => does === "pay");
  expect(line([first!, { does: "draw", from: "pool", card: "red 3" }])).toBe("pay red 2+$1 · take red 3");
  expect(line([{ does: "submit", project: "Doctor", fee: 2 }])).toBe("submit Doctor −2");
});

test.each<[Language, string]>([
  ["it", "Ada rinnova l’ospedale in C4 per 4, tiene $1 rosso, pesca un progetto"],
  ["ru", "Ada обновляет больницу на C4 за 4, оставляет $1 красный, берёт проект"],
])("a renewal in %s", (name, said) => {
  language.current = name;
  expect(sentence(RENEWED, "Ada")).toBe(said);
});

test.each<[Language, string[]]>([
  ["en", ["Renewed buildings", "Project: Parks", "Project: Banker + Doctor", "Project: North-west"]],
  ["it", ["Edifici rinnovati", "Progetto: Parchi", "Progetto: Banchiere + Medico", "Progetto: Nord-ovest"]],
  ["ru", ["Обновлённые здания", "Проект: Парки", "Проект: Банкир + Врач", "Проект: Северо-запад"]],
])("the score sheet in %s", (name, said) => {
  language.current = name;
  const line = (what: string, name: string) => scoreName({ what, name, points: 0, squares: [], goal: false });
  expect([line("buildings", "renewed buildings"), line("project", "park"), line("project", "Banker + Doctor"), line("project", "NW")]).toEqual(said);
});
