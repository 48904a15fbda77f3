/** Every step and puzzle of the server's lessons has its texts in every language. */
import { expect, test } from "vitest";
import { GAMES } from "../games/manifest";
import { registered, type Language } from "../i18n";
import "../puzzles/words";

import.meta.glob("../games/*/lessons/words.ts", { eager: true });
const files = import.meta.glob<string>("../../../src/contrada/games/*/lessons.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});
const found = import.meta.glob<string>("../../../src/contrada/games/*/puzzles.jsonl", {
  query: "?raw",
  import: "default",
  eager: true,
});
const LANGUAGES: Language[] = ["en", "it", "ru"];

interface Entry {
  what: "step" | "idea" | "puzzle";
  id: string;
  kind: string | null;
}

/** The entries of a lessons file: just enough of TOML to find their ids. */
function entries(text: string): Entry[] {
  return text.split(/^\[\[/m).slice(1).map((block) => ({
    what: (["idea", "puzzle"] as const).find((what) => block.startsWith(what)) ?? ("step" as const),
    id: /^id = "(\w+)"/m.exec(block)![1]!,
    kind: /^kind = "(\w+)"/m.exec(block)?.[1] ?? null,
  }));
}

function needed({ what, id, kind }: Entry): string[] {
  if (what === "idea") return [`${id}.title`, `${id}.ask`, `${id}.hint`, `${id}.why`];
  if (what === "puzzle") return [`${id}.title`, `${id}.ask`, `${id}.why`];
  const always = [`${id}.title`, `${id}.text`];
  return kind === "look" ? always : [...always, `${id}.hint`, `${id}.after`];
}

const games = Object.entries(files).map(([path, text]) => [/(\w+)\/lessons\.toml$/.exec(path)![1]!, text] as const);

test("there is a file for each game", () => {
  expect(games.map(([game]) => game).sort()).toEqual(GAMES.toSorted());
});

test.each(games)("%s has words for every step and puzzle", (game, text) => {
  const area = registered().get(`lesson_${game}`)!;
  const keys = [...entries(text).flatMap(needed), "end"];
  expect(keys).not.toEqual(["end"]);
  for (const name of LANGUAGES) expect(keys.filter((key) => !(key in area[name]))).toEqual([]);
});

test.each(games)("%s has no words that nobody says", (game, text) => {
  const known = new Set([...entries(text).map(({ id }) => id), "theme"]);
  const area = registered().get(`lesson_${game}`)!;
  const idle = Object.keys(area.en).filter((key) => key !== "end" && !known.has(key.split(".")[0]!));
  expect(idle).toEqual([]);
});

test.each(Object.entries(found))("%s has words for every theme", (path, text) => {
  const area = registered().get(`lesson_${/(\w+)\/puzzles\.jsonl$/.exec(path)![1]!}`)!;
  const themes = text.trim().split("\n").filter(Boolean).map((line) => (JSON.parse(line) as { themes: string[] }).themes);
  const own = [...new Set(themes.map(([kind]) => `theme.${kind}`))];
  const common = [...new Set(themes.flatMap(([, ...others]) => others.map((theme) => `theme.${theme}`)))];
  for (const name of LANGUAGES) {
    expect(own.filter((key) => !(key in area[name]))).toEqual([]);
    expect(common.filter((key) => !(key in registered().get("puzzles")![name]))).toEqual([]);
  }
});
