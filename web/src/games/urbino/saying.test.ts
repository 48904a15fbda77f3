/** What Urbino says, in all languages: refusals by what the server sends, and turns for the log. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { choose, language, ready, t, type Language } from "../../i18n";
import type { Account, Refused } from "../../protocol";
import { line, refusal, sentence } from "./saying";
import "./words";

const LANGUAGES: Language[] = ["en", "it", "ru"];

beforeAll(async () => {
  for (const name of LANGUAGES) await ready(name);
});
beforeEach(() => choose("en"));

/** In English, Italian and Russian. */
async function everywhere(say: () => string): Promise<string[]> {
  const said: string[] = [];
  for (const name of LANGUAGES) {
    await choose(name);
    said.push(say());
  }
  return said;
}

function refused(key: string, values: Refused["values"] = {}): Refused {
  const [rule, which = ""] = key.split(".");
  return {
    type: "refused", id: 1, table: "", reason: "rule", sentence: "As the server says.", rule: rule!, case: which, values, squares: [],
  }; // prettier-ignore
}

const REFUSALS: [string, Refused["values"], string[]][] = [
  [
    "URBINO-LOT-3.unseen",
    { square: "a9", architects: ["c2"] },
    [
      "a9 is not a building lot: the architect on c2 can’t see it.",
      "a9 non è un lotto edificabile: l’architetto in c2 non la vede.",
      "a9 — не участок: архитектор на c2 не видит эту клетку.",
    ],
  ],
  [
    "URBINO-LOT-3.unseen",
    { square: "a9", architects: ["c2", "d5"] },
    [
      "a9 is not a building lot: the architects on c2 and d5 can’t see it.",
      "a9 non è un lotto edificabile: gli architetti in c2 e d5 non la vedono.",
      "a9 — не участок: архитекторы на c2 и d5 не видят эту клетку.",
    ],
  ],
  [
    "URBINO-DISTRICT-3",
    { square: "e6", seats: ["white"] },
    [
      "You can’t build on e6: White would have separate blocks in one district.",
      "Non puoi costruire in e6: il Bianco avrebbe blocchi separati nello stesso quartiere.",
      "На e6 строить нельзя: у белых оказались бы отдельные блоки в одном квартале.",
    ],
  ],
  [
    "URBINO-DISTRICT-3",
    { square: "e6", seats: ["black", "white"] },
    [
      "You can’t build on e6: Black and White would have separate blocks in one district.",
      "Non puoi costruire in e6: il Nero e il Bianco avrebbero blocchi separati nello stesso quartiere.",
      "На e6 строить нельзя: у чёрных и белых оказались бы отдельные блоки в одном квартале.",
    ],
  ],
  [
    "URBINO-TWIN-1",
    { square: "d3", twins: ["d2"] },
    [
      "You can’t build a tower on d3: there is a tower next to it, on d2.",
      "Non puoi costruire una torre in d3: ce n’è già una accanto, in d2.",
      "Башню на d3 строить нельзя: рядом, на d2, уже стоит башня.",
    ],
  ],
  [
    "URBINO-SUPPLY-1",
    { seat: "black", kind: "tower" },
    ["Black has no towers left.", "Il Nero non ha più torri.", "У чёрных не осталось башен."],
  ],
  ["URBINO-NEW-9.some", {}, LANGUAGES.map(() => "As the server says.")],
];

test.each(REFUSALS)("%s %o", async (key, values, said) => {
  expect(await everywhere(() => refusal(refused(key, values)))).toEqual(said);
});

const REPOSITION = { does: "reposition", architect: 0, square: "d5", from: "h6", to: "d5" };
const PALACE = { does: "erect", kind: "palace", square: "d2" };

const TURNS: [Account[], string, string[]][] = [
  [
    [REPOSITION, PALACE],
    "palace d2 h6→d5",
    [
      "Ada repositioned an architect from h6 to d5 and built a palace on d2",
      "Ada ha riposizionato un architetto da h6 a d5 e ha costruito un palazzo in d2",
      "Ada: архитектор с h6 на d5, дворец на d2",
    ],
  ],
  [
    [{ does: "stay" }, { ...PALACE, kind: "tower" }],
    "tower d2",
    ["Ada built a tower on d2", "Ada ha costruito una torre in d2", "Ada: башня на d2"],
  ],
  [
    [REPOSITION],
    "architect … h6→d5",
    [
      "Ada repositioned an architect from h6 to d5",
      "Ada ha riposizionato un architetto da h6 a d5",
      "Ada: архитектор с h6 на d5",
    ],
  ],
  [
    [{ does: "name", seat: 1 }],
    "White builds first",
    ["Ada let White build first", "Ada ha fatto cominciare il Bianco", "Ada: первыми строят белые"],
  ],
  [[{ does: "skip" }], "skipped", ["Ada skipped a turn", "Ada ha saltato il turno", "Ada: пропуск хода"]],
];

test.each(TURNS)("the log tells %o", async (does, short, said) => {
  expect(line(does)).toBe(short);
  expect(await everywhere(() => sentence(does, "Ada"))).toEqual(said);
  expect(language.current).toBe("ru");
});

test("buildings agree with the number above them", async () => {
  const supply = () => [1, 3, 13].map((n) => t("urbino.kinds.palace", { n })).join(" ");
  expect(await everywhere(supply)).toEqual(["palace palaces palaces", "palazzo palazzi palazzi", "дворец дворца дворцов"]);
});
