/** What Urbania says in each language: names, refusals, the score sheet, the tabs of a phone. */
import { beforeEach, expect, test } from "vitest";
import { choose, t, textOr, type Language } from "../../i18n";
import type { Refused, ScoreLine } from "../../protocol";
import { cardName, cardTitle, projectName, typeName } from "./naming";
import { card } from "./sample";
import { refusal, scoreName } from "./saying";
import "./lessons/words";
import "./words";

beforeEach(() => choose("en"));

function refused(rule: string, which: string, values: Refused["values"]): Refused {
  return { type: "refused", id: 1, table: "", reason: "rule", sentence: "As the server says.", rule, case: which, values };
}

const COIN = refused("URBANIA-HIRE-3", "coins", { specialist: "Small Business Owner", colour: "pink", need: 1, have: 0 });
const WORKERS = refused("URBANIA-RENEW-2", "workers", { type: "hospital", space: "D2", colour: "red", need: 3, have: 2 });
const CARD = refused("URBANIA-RENEW-2", "card", { suit: "gray", face: "2+$1", colour: "red" });

test.each<[Language, string[]]>([
  ["en", [
    "You need 1 pink coin to hire the Small Business Owner, and you have 0. Rainbow coins count too.",
    "You need 3 red workers to renew the hospital on D2, and you have 2. Rainbow workers count too.",
    "The grey card (2 workers and 1 coin) gives no red workers.",
  ]],
  ["it", [
    "Per assumere il Negoziante ti serve 1 moneta di colore rosa, e ne hai 0. Contano anche quelle arcobaleno.",
    "Per rinnovare l’ospedale in D2 ti servono 3 lavoratori di colore rosso, e ne hai 2. Contano anche quelli arcobaleno.",
    "La carta di colore grigio (2 lavoratori e 1 moneta) non dà lavoratori di colore rosso.",
  ]],
  ["ru", [
    "Чтобы нанять Лавочника, нужна 1 монета розового цвета, а у вас 0. Радужные тоже считаются.",
    "Чтобы обновить больницу на D2, нужны 3 рабочих красного цвета, а у вас 2. Радужные тоже считаются.",
    "Карта серого цвета (2 рабочих и 1 монета) не даёт рабочих красного цвета.",
  ]],
])("refusals in %s", async (name, said) => {
  await choose(name);
  expect([COIN, WORKERS, CARD].map(refusal)).toEqual(said);
}); // prettier-ignore

test("a rule that the page does not know is said as the server says it", () => {
  expect(refusal(refused("URBANIA-NEW-9", "", {}))).toBe("As the server says.");
});

test.each<[Language, string[]]>([
  ["en", ["Renewed buildings", "Project: Parks", "Project: Banker and Doctor", "Project: North-west", "Project: CEO"]],
  ["it", ["Edifici rinnovati", "Progetto: Parchi", "Progetto: Banchiere e Medico", "Progetto: Nord-ovest", "Progetto: Amministratore delegato"]],
  ["ru", ["Обновлённые здания", "Проект: Парки", "Проект: Банкир и Врач", "Проект: Северо-запад", "Проект: Директор завода"]],
])("the score sheet in %s goes by ids", async (name, said) => {
  await choose(name);
  const line = (what: string, id: string): ScoreLine => ({ what, id, name: "as in English", points: 0, squares: [], goal: false });
  const lines = [line("buildings", ""), ...["park", "Banker + Doctor", "NW", "CEO"].map((id) => line("project", id))];
  expect(lines.map(scoreName)).toEqual(said);
}); // prettier-ignore

test("what another components file names is called as it says", () => {
  expect(typeName("casino")).toBe("casino");
  expect(projectName("Mayor")).toBe("Mayor");
  expect(projectName("Mayor + Doctor")).toBe("Mayor and Doctor");
  expect(cardName("teal 2+$1")).toBe("teal card (2 workers and 1 coin)");
});

test("a card, read out", async () => {
  expect(cardTitle(card("gray R+$1"))).toBe("grey card: 1 rainbow worker and 1 coin");
  expect(cardTitle(card("gray R+$1"), true)).toBe("grey card: 1 coin");
  await choose("ru");
  expect(cardTitle(card("red 2+$1"))).toBe("карта красного цвета: 2 рабочих и 1 монета");
});

test.each<Language>(["en", "it", "ru"])("the lesson calls the tabs of a phone as they are called: %s", async (name) => {
  await choose(name);
  for (const step of ["draw", "hire", "own", "icon", "rainbow"])
    expect(textOr(`lesson_urbania.${step}.phone`, "")).toMatch(new RegExp(`[“«]${t("urbania.market")}[”»]`));
  expect(textOr("lesson_urbania.submit.phone", "")).toMatch(new RegExp(`[“«]${t("urbania.projects")}[”»]`));
});
