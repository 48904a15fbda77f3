/** The log of Urbania: lines a person can follow, in each language. */
import { beforeEach, expect, test } from "vitest";
import { choose, type Language } from "../../i18n";
import type { Account } from "../../protocol";
import { city } from "./sample";
import { forYou, line, sentence, turnOf } from "./telling";
import "./words";

beforeEach(() => choose("en"));

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

const drawn: Account = { does: "draw", from: "pile" };
const project: Account = { does: "draw", from: "project" };
const fromPool = (card: string): Account => ({ does: "draw", from: "pool", place: 1, card });

test.each<[string, Account[], string]>([
  ["a renewal", RENEWED, "Ada renewed the hospital on C4 for 4 points, kept 1 red coin and drew a project"],
  ["a whole turn", [...RENEWED, ...HIRED], "Ada renewed the hospital on C4 for 4 points, kept 1 red coin, drew a project and hired the Banker away from Bruno for 3 coins; specialists scored 8"],
  ["two cards", [fromPool("green 1+$2"), drawn], "Ada took a green card (1 worker and 2 coins) from the pool and drew a card"],
  ["two open cards", [fromPool("green 1+$2"), fromPool("red 3")], "Ada took a green card (1 worker and 2 coins) and a red card (3 workers) from the pool"],
  ["two unseen cards", [drawn, drawn, project, drawn], "Ada drew 3 cards and drew a project"],
  ["one’s own cards of two draws", [{ ...drawn, card: "gray 3" }, fromPool("red 3"), { ...drawn, card: "pink $3" }, drawn], "Ada took a red card (3 workers) from the pool, drew a grey card (3 workers) and a pink card (3 coins) and drew a card"],
  ["two unseen projects", [project, project], "Ada drew 2 projects"],
  ["one’s own cards", [{ ...drawn, card: "gray 3" }, { ...project, project: "Banker + Doctor" }], "Ada drew the project “Banker and Doctor” and drew a grey card (3 workers)"],
  ["a sweep", [{ does: "sweep" }, fromPool("pink $3")], "Ada swept the pool and took a pink card (3 coins) from the pool"],
  ["a project", [{ does: "submit", fee: 2 }], "Ada submitted a project and paid 2 points"],
  ["one’s own project, free", [{ does: "submit", fee: 0, project: "NW" }], "Ada submitted the project “North-west”"],
  ["no card for the icon", [RENEWED[0]!, { does: "decline" }], "Ada renewed the hospital on C4 for 4 points and declined the free card"],
  ["the contract", [{ does: "hire", specialist: "CEO", value: 2, former: null }, { does: "pay", from: "contract", complete: true }], "Ada hired the CEO for 2 coins and used the contract"],
  ["a rainbow coin", [RENEWED[0]!, { does: "pay", from: "hand", card: "red 1+R$1", complete: true, kept: true }], "Ada renewed the hospital on C4 for 4 points and kept 1 rainbow coin"],
  ["one point", [{ ...RENEWED[0]!, points: 1 }], "Ada renewed the hospital on C4 for 1 point"],
  ["nothing", [], "Ada did nothing"],
])("%s", (_, does, said) => {
  expect(sentence(does, "Ada", null, ["Ada", "Bruno"])).toBe(said);
}); // prettier-ignore

test("a draw is two cards, and another draw is another action", () => {
  const { actions } = turnOf([drawn, drawn, { does: "sweep" }, drawn, drawn]);
  expect(actions.map((action) => action.does === "draw" && action.steps.length)).toEqual([2, 3]);
});

test("a card for an icon belongs to what brought it", () => {
  const { actions } = turnOf([...RENEWED, { does: "draw", from: "pile" }]);
  expect(actions.map(({ does }) => does)).toEqual(["renew", "draw"]);
});

test("in a few signs, which tell choices apart", () => {
  expect(line([...RENEWED, ...HIRED])).toBe("hospital C4 +4: red card (2 workers and 1 coin) + grey card (1 worker) · draw a project · Banker, 3 coins · +8");
  const [first] = RENEWED.filter(({ does }) => does === "pay");
  expect(line([first!, { does: "draw", from: "pool", card: "red 3" }])).toBe("pay the red card (2 workers and 1 coin) · take the red card (3 workers)");
  expect(line([{ does: "submit", project: "Doctor", fee: 2 }])).toBe("submit Doctor −2");
});

test.each<[Language, string]>([
  ["it", "Ada ha rinnovato l’ospedale in C4 (+4 punti), ha tenuto sul tavolo 1 moneta di colore rosso e ha pescato un progetto"],
  ["ru", "Ada обновляет больницу на C4 (+4 очка), оставляет на столе 1 монету красного цвета и берёт проект"],
])("a renewal in %s", async (name, said) => {
  await choose(name);
  expect(sentence(RENEWED, "Ada")).toBe(said);
});

test.each<[string, Account[], Record<string, unknown>, number, string]>([
  ["hired away from you", HIRED, {}, 1, "You get 1 point a turn less."],
  ["hired away from somebody else", HIRED, {}, 0, ""],
  ["of the type of your specialist", [{ does: "renew", space: "D4", type: "bank", workers: 2, points: 2 }], {}, 1, "You get 1 point a turn more."],
  ["near the end", RENEWED, { undeveloped: { NW: 4 } }, 0, "4 run-down left in the north-west: at 2, the last turns begin."],
  ["far from it", RENEWED, {}, 0, ""],
])("what a turn of another means for you: %s", (_, does, more, you, said) => {
  expect(forYou(does, city(more), you)).toBe(said);
});
