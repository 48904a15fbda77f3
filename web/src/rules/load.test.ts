import { describe, expect, test } from "vitest";
import { rulesOf } from "../../rules.mjs";
import { loadFace } from "../games";
import { GAMES } from "../games/manifest";
import { LANGUAGES, type Language } from "../i18n";
import { rulesOfTurn } from "./explains";
import { choosingOf } from "./figure";
import { ruleHref } from "./href";
import { loadFigures, loadText, READABLE } from "./load";
import { loadPieces } from "./pieces";
import { rulesIn, type Part } from "./text";

const SPOKEN = Object.keys(LANGUAGES) as Language[];

describe("Markdown becomes parts", () => {
  const { title, top, sections } = rulesOf(`# Sticks

*Two players*

## A turn {#turn}

Take some.

- STICKS-TURN-1 Take *one* or two.
- STICKS-TURN-2* Never none.
  - not even at the end

![Four are **left**.](figure:four)
`);

  test("the title, and what comes before the first section", () => {
    expect(title).toBe("Sticks");
    expect(top).toEqual([{ kind: "html", html: "<p><em>Two players</em></p>\n" }]);
  });

  test("a section with its rules and figures", () => {
    const [turn] = sections;
    expect([turn!.id, turn!.title]).toEqual(["turn", "A turn"]);
    expect(turn!.parts.map(({ kind }) => kind)).toEqual(["html", "rules", "figure"]);
    const [one, two] = rulesIn({ title, top, sections });
    expect(one).toEqual({ id: "STICKS-TURN-1", ruling: false, html: "Take <em>one</em> or two." });
    expect(two).toMatchObject({ id: "STICKS-TURN-2", ruling: true });
    expect(two!.html).toContain("<li>not even at the end</li>");
    expect(turn!.parts[2]).toEqual({ kind: "figure", name: "four", caption: "Four are <strong>left</strong>." });
  });

  test("a heading without an anchor is refused", () => {
    expect(() => rulesOf("## A turn", "sticks.md")).toThrow("sticks.md: a heading needs an anchor");
  });

  test("tags are shown, not obeyed", () => {
    const { top: parts } = rulesOf("# Sticks\n\nTake <script>one</script>.\n\n<img src=x onerror=alert(1)>");
    expect(JSON.stringify(parts)).not.toMatch(/<(script|img)/);
  });
});

describe.each(GAMES.map(String))("%s", (game) => {
  test.each(SPOKEN)("can be read in %s", async (language) => {
    const text = await loadText(game, language);
    expect(rulesIn(text)).not.toEqual([]);
    for (const { html } of rulesIn(text)) expect(html.trim()).not.toBe("");
  });

  test("every figure is drawn with parts that its game has", async () => {
    const drawn = await loadFigures(game);
    const text = await loadText(game, "en");
    const wanted = text.sections.flatMap(({ parts }) => parts.flatMap((part: Part) => (part.kind === "figure" ? [part.name] : [])));
    expect(Object.keys(drawn).sort()).toEqual(wanted.sort());
    for (const figure of Object.values(drawn)) {
      const { face, pieces } = await loadPieces(game, figure);
      for (const { name, Part } of pieces) expect(Part, name).toBeTypeOf("function");
      const choosing = choosingOf(figure, face);
      expect(choosing?.picked ?? figure.picks).toEqual(figure.picks);
      expect(choosing?.gathered.length ?? 0).toBe(figure.gathers.length);
    }
  });
});

test("the rules of every game can be read", () => {
  expect(READABLE).toEqual(GAMES);
});

const explained = import.meta.glob<Record<string, string>>("../games/*/explains.ts", { import: "RULES" });

test.each(Object.entries(explained))("%s points at rules that there are", async (path, load) => {
  const known = rulesIn(await loadText(path.split("/")[2]!, "en")).map(({ id }) => id);
  const pointed = Object.values(await load());
  expect(pointed.length).toBeGreaterThan(0);
  for (const id of pointed) expect(known).toContain(id);
});

test("a turn has the rules of all it did, each once", async () => {
  const hires = [{ does: "hire" }, { does: "pay" }, { does: "hire" }, { does: "draw" }];
  expect(rulesOfTurn(await loadFace("urbania"), hires)).toEqual(["URBANIA-HIRE-1", "URBANIA-DRAW-1"]);
  const capture = [{ does: "place", captures: { colour: 1, tile: "5" } }];
  expect(rulesOfTurn(await loadFace("urtown"), capture)).toEqual(["URTOWN-CAPTURE-1"]);
  expect(rulesOfTurn(await loadFace("chess"), [{ does: "castle" }])).toEqual([]);
});

test("a rule has an address", () => {
  expect(ruleHref("urbino", "URBINO-LOT-3")).toBe("/rules/urbino#URBINO-LOT-3");
});
