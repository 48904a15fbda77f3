/** Every rule that Urbino and Urtown can refuse by has a sentence in every language, and the right one
 * is chosen. What a rule says is on its page, docs/rules. */
import { beforeEach, expect, test } from "vitest";
import { language, registered, type Language } from "../i18n";
import type { Refused, View } from "../protocol";
import { refusal as urbino } from "./urbino/saying";
import { refusal as urtown, unfit } from "./urtown/saying";
import "./urbino/words";
import "./urtown/words";

const rules = import.meta.glob<string>("../../../src/contrada/games/{urbino,urtown}/{rules,rules/refusals}.py", {
  query: "?raw",
  import: "default",
  eager: true,
});
const pages = import.meta.glob<string>("../../../docs/rules/{urbino,urtown}.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const LANGUAGES: Language[] = ["en", "it", "ru"];

/** The ids in `RULE_IDS`, which `refusal` answers with. */
function refusing(game: string): string[] {
  const source = Object.entries(rules).find(([path]) => path.includes(`/${game}/`))![1];
  return [...source.matchAll(/"(UR[A-Z]+-[A-Z0-9-]+)"/g)].map(([, id]) => id!);
}

beforeEach(() => {
  language.current = "en";
});

test.each(["urbino", "urtown"])("%s has a sentence for each rule it refuses by", (game) => {
  const ids = refusing(game);
  const page = Object.entries(pages).find(([path]) => path.endsWith(`${game}.md`))![1];
  expect(ids.length).toBeGreaterThan(5);
  for (const id of ids) {
    expect(page).toContain(id);
    for (const name of LANGUAGES)
      expect(registered().get(game)![name][id], `${id} in ${name}`).toBeTypeOf(
        id === "URBINO-LOT-3" ? "object" : "string",
      );
  }
});

function refused(rule: string, squares: string[] = []): Refused {
  return { type: "refused", id: 1, table: "", reason: "rule", sentence: "As the server says.", rule, squares };
}

const town = {
  game: "urbino",
  scores: [0, 0],
  phase: "turn",
  architects: ["c2", "d5"],
  buildings: [
    { square: "d2", seat: 1, kind: "palace" },
    { square: "e7", seat: 1, kind: "house" },
    { square: "c8", seat: 0, kind: "house" },
  ],
  districts: [],
} as View;

test.each([
  ["URBINO-TWIN-2", { does: "erect", kind: "palace", square: "d3" }, ["d2"], "No palace on d3: a palace already stands next to it, on d2."],
  ["URBINO-LOT-3", { does: "erect", kind: "house", square: "a9" }, ["c2"], "a9 is no lot: the architect on c2 does not see it."],
  ["URBINO-LOT-3", { does: "erect", kind: "house", square: "a9" }, ["c2", "d5"], "a9 is no lot: the architects on c2 and d5 do not see it."],
  ["URBINO-LOT-3", { does: "erect", kind: "house", square: "d5" }, ["d5"], "d5 is no lot: an architect stands there."],
  ["URBINO-LOT-3", { does: "erect", kind: "house", square: "d2" }, ["d2"], "d2 is no lot: a building stands there."],
  ["URBINO-DISTRICT-3", { does: "erect", kind: "house", square: "e6" }, ["e7"], "No building on e6: White would be left in separate blocks of one district."],
  ["URBINO-DISTRICT-3", { does: "erect", kind: "house", square: "e6" }, ["e7", "c8"], "No building on e6: Black and White would both be left in separate blocks of one district."],
  ["URBINO-TURN-1", { does: "reposition", architect: 0, square: "c2" }, ["c2"], "The architect already stands on c2."],
  ["URBINO-TURN-1", { does: "reposition", architect: 0, square: "d2" }, ["d2"], "An architect cannot go to d2: it is occupied."],
  ["URBINO-TURN-2", { does: "stay" }, ["c2", "d5"], "With the architects on c2 and d5 no building is possible."],
  ["URBINO-TURN-3", { does: "reposition", architect: 0, square: "a9" }, ["a9", "d5"], "With architects on a9 and d5 no building would be possible."],
  ["URBINO-SUPPLY-1", { does: "erect", kind: "tower", square: "a9" }, [], "No tower is left in the supply."],
  ["URBINO-NEW-9", { does: "skip" }, [], "As the server says."],
] as const)("%s %o", (rule, parts, squares, said) => {
  expect(urbino(refused(rule, [...squares]), { ...parts }, town)).toBe(said);
});

const quarter = {
  game: "urtown",
  scores: [1, 1, 1],
  colours: [],
  tiles: [{ square: "F3", colour: 2, tile: "$" }],
} as View;

test.each([
  ["URTOWN-CAPTURE-1", { does: "place", which: 0, tile: "3", square: "F3" }, ["E3"], "F3 stays: taking it would split the yellow group it belongs to."],
  ["URTOWN-CAPTURE-3", { does: "place", which: 0, tile: "3", square: "F3" }, ["E3", "G3"], "F3 stays: the tile touches several of its colour, on E3 and G3."],
  ["URTOWN-PLACE-4", { does: "place", which: 0, tile: "ring", square: "B5" }, [], "This tile is not on the rack: ring."],
] as const)("%s %o", (rule, parts, squares, said) => {
  expect(urtown(refused(rule, [...squares]), { ...parts }, quarter)).toBe(said);
});

test("without a view or parts a refusal still says something whole", () => {
  for (const name of LANGUAGES) {
    language.current = name;
    for (const id of refusing("urbino")) expect(urbino(refused(id), null)).not.toMatch(/[{}]/);
    for (const id of refusing("urtown")) expect(urtown(refused(id), null)).not.toMatch(/[{}]|: \.|^ /);
  }
});

test("a tile that belongs elsewhere is told where it goes, without asking anybody", () => {
  const parts = { does: "place", which: 0, tile: "3", square: "E4" };
  const rule = unfit(parts)!;
  const refused: Refused = { type: "refused", id: null, table: null, reason: "rule", sentence: "", rule, squares: ["E4"] };
  expect(urtown(refused, parts)).toMatch(/^Not on E4: 3\. A number goes into its column/);
  expect(unfit({ does: "skip" })).toBeNull();
});
