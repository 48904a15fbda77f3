/** A game is one folder: nothing outside it names it. */
import { expect, test } from "vitest";
import { seatFill } from "../catalogue";
import "../catalogue/words";
import { LANGUAGES, ready, registered, type Language } from "../i18n";
import { GAMES, MANIFESTS } from "./manifest";
import { PIECES } from "./pieces";

const SPOKEN = Object.keys(LANGUAGES) as Language[];
for (const language of SPOKEN) await ready(language);
const words = (game: string) => registered().get(`game_${game}`)!;

const registry = import.meta.glob<string>("../../../src/contrada/games/__init__.py", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("the games are those of the program, in its order", () => {
  const [python = ""] = Object.values(registry);
  const names = /^NAMES = \((.*)\)$/m.exec(python)![1]!;
  expect(names.split(",").map((name) => name.trim().slice(1, -1))).toEqual(GAMES);
});

test.each([...MANIFESTS])("%s says what it is", (game, { icon }) => {
  expect(PIECES).toContain(`id="${icon}"`);
  for (const language of SPOKEN)
    for (const key of ["title", "about", "summary", "credit"]) expect(words(game)[language], game).toHaveProperty(key);
});

const sources = import.meta.glob<string>(["../**/*.{ts,svelte,css,js,svg}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const COMMENTS = /\/\*[^]*?\*\/|(?<!:)\/\/.*$|<!--[^]*?-->/gm;

const titles = GAMES.flatMap((game) => SPOKEN.map((language) => words(game)[language].title as string));
const inflected = titles.map((title) => (/[а-яё]$/.test(title) ? `${title.slice(0, -1)}[а-яё]*` : title));
/** Names as a text may have them: "Urbino", "URBINO-LOT-3", "«Урбании»". */
const NAME = new RegExp(`(?<!\\p{L})(?:${[...GAMES, ...inflected].join("|")})(?!\\p{L})`, "iu");

/** The first name of a game in a text, comments aside. */
const named = (text: string) => NAME.exec(text.replace(COMMENTS, ""))?.[0] ?? null;

test("the check sees what it looks for", () => {
  expect(named('const EXAMPLE = "URBINO-LOT-3"; // an id')).toBe("URBINO");
  expect(named("карты «Урбании» — наши")).toBe("Урбании");
  expect(named("load = { urbe: () => import() }")).toBe("urbe");
  expect(named("/* Urbe */ urban // of Urbino")).toBeNull();
});

test("generic code names no game", () => {
  const folders = GAMES.map((game) => `./${game}/`);
  const generic = Object.entries(sources).filter(([path]) => !folders.some((folder) => path.startsWith(folder)));
  expect(generic.length).toBeGreaterThan(200);
  expect(generic.flatMap(([path, text]) => (named(text) ? [`${path}: ${named(text)}`] : []))).toEqual([]);
});

test("lists show the seats of a game in its own colours", () => {
  expect([0, 1].map((seat) => seatFill(GAMES[0]!, seat))).toEqual(["var(--dark-wall)", "var(--light-wall)"]);
  expect(seatFill("nothing", 6)).toBe("url(#pat-seat-2)");
});
