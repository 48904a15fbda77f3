/** Fails on a missing key: the same keys in the three languages, and a text for every `t("…")`. */
import { expect, test } from "vitest";
import { GAMES } from "../games/manifest";
import { has, nounsOf, ready, registered, type Area, type Language, type Message, type Plural } from ".";
import { cases, isSelect, parts, PLACEHOLDER, sentences } from "./message";

const sources = import.meta.glob<string>(["../**/*.{ts,svelte}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const modules = import.meta.glob(["../**/words.ts"]);

// Every words.ts registers its area when it is imported.
await Promise.all(Object.values(modules).map((load) => load()));
const LANGUAGES: Language[] = ["en", "it", "ru"];
for (const language of LANGUAGES) await ready(language);
const areas = [...registered()];

function isPlural(message: Message): message is Plural {
  return typeof message !== "string" && !isSelect(message);
}

/** The names of all values that a text speaks of or goes by. */
function values(message: Message): string[] {
  const named = parts(message).flatMap((part) => {
    if (typeof part === "string") return [...part.matchAll(PLACEHOLDER)].map(([, name]) => name!);
    return [isSelect(part) ? part.select : (part.by ?? "n")];
  });
  return [...new Set(named)].sort();
}

function texts(area: Area, language: Language): [string, string][] {
  return Object.entries(area[language]).flatMap(([key, message]) =>
    sentences(message).map((text): [string, string] => [key, text]),
  );
}

test("every area that is registered is registered by a words.ts or is a manifest's", () => {
  const calls = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(/^(?:void |await )?register\("(\w+)"/gm)].map(([, area]) => ({ path, area })),
  );
  for (const { path, area } of calls) {
    expect(path).toMatch(/\/words\.ts$/);
    expect(registered().has(area!), `${area} of ${path}`).toBe(true);
  }
  expect(calls.length + GAMES.length).toBe(registered().size);
});

test.each(areas)("%s has the same keys in the three languages", (_, area) => {
  const keys = Object.keys(area.en).sort();
  expect(Object.keys(area.it).sort()).toEqual(keys);
  expect(Object.keys(area.ru).sort()).toEqual(keys);
});

test.each(areas)("%s speaks of the same values in the three languages", (_, area) => {
  for (const [key, message] of Object.entries(area.en))
    for (const language of LANGUAGES) expect([key, values(area[language][key]!)]).toEqual([key, values(message)]);
});

test.each(areas)("%s has no placeholder that is written wrongly", (name, area) => {
  for (const language of LANGUAGES)
    for (const [key, text] of texts(area, language))
      expect(text.replace(PLACEHOLDER, ""), `${language} ${name}.${key}`).not.toMatch(/[{}]/);
});

test.each(areas)("%s has the same nouns in the three languages", (name) => {
  const ids = (language: Language) =>
    Object.entries(nounsOf(name, language)).flatMap(([group, nouns]) => Object.keys(nouns).map((id) => `${group}.${id}`));
  for (const language of LANGUAGES) expect(ids(language).sort(), language).toEqual(ids("en").sort());
});

/** The forms of a group that a text asks for and some noun does not have. */
function formsMissing(text: string, name: string, language: Language): string[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap(([whole, argument, group, form]) => {
    if (form === undefined) return [];
    const nouns = Object.entries(nounsOf(name, language)[group ?? argument!] ?? {});
    return nouns.length ? nouns.filter(([, noun]) => !(form in noun)).map(([id]) => `${whole} of ${id}`) : [whole];
  });
}

test.each(areas)("%s has every form of a noun that its texts ask for", (name, area) => {
  for (const language of LANGUAGES)
    for (const [key, text] of texts(area, language))
      expect(formsMissing(text, name, language), `${language} ${name}.${key}`).toEqual([]);
});

test.each(areas)("%s selects by the same cases in the three languages, or has a general one", (name, area) => {
  const general = (message: Message) =>
    parts(message).every((part) => typeof part === "string" || !isSelect(part) || "other" in part);
  const named = (message: Message) =>
    parts(message).flatMap((part) => (typeof part !== "string" && isSelect(part) ? cases(part).map(([id]) => id) : []));
  for (const [key, message] of Object.entries(area.en))
    for (const language of LANGUAGES) {
      const own = area[language][key]!;
      if (!general(own)) expect(named(own).sort(), `${language} ${name}.${key}`).toEqual(named(message).sort());
    }
});

test.each(areas)("%s has every plural form its languages need", (name, area) => {
  for (const language of LANGUAGES) {
    // Italian has a form for millions, which nobody counts here.
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const needed = forms.filter((form) => !(language === "it" && form === "many"));
    for (const [key, message] of Object.entries(area[language]))
      for (const part of parts(message).filter(isPlural))
        expect(Object.keys(part), `${language} ${name}.${key}`).toEqual(expect.arrayContaining(needed));
  }
});

/** Placeholders that stand for numbers; short words such as "из" do not change with one. */
const COUNTS = /\{(?:n|value|best|rival|points|vp|workers|done|total|solved|taken|paid|price)\}\s[а-яё]{4,}/;

/** What is said without asking for a number. */
function uncounted(message: Message): string[] {
  if (typeof message === "string") return [message];
  return isPlural(message) ? [] : cases(message).flatMap(([, inside]) => uncounted(inside));
}

test.each(areas)("%s has forms for a Russian word that follows a number", (name, area) => {
  for (const [key, message] of Object.entries(area.ru))
    for (const text of uncounted(message)) expect(text, `${name}.${key}`).not.toMatch(COUNTS);
});

test("no figure is put before a text that cannot know it", () => {
  const said = Object.entries(sources).filter(([, text]) => /\}\/\{[^{}]+\}\s*\{t\(/.test(text));
  expect(said.map(([path]) => path)).toEqual([]);
});

test.each(areas)("%s says something in every text", (name, area) => {
  for (const language of LANGUAGES)
    for (const [key, text] of texts(area, language)) expect(text.trim(), `${language} ${name}.${key}`).not.toBe("");
});

test("Russian is written in Cyrillic, but for names", () => {
  for (const [name, area] of areas)
    for (const [key, text] of texts(area, "ru")) {
      const own = text.replace(PLACEHOLDER, "");
      const latin = /^[\p{Script=Latin}]{4,}[\s\p{Script=Latin}]*$/u.test(own) && own !== area.en[key];
      expect(latin, `${name}.${key}: ${text}`).toBe(false);
    }
});

/** Calls of t and has, and keys given as `label:` or `key:` strings are found by hand in their areas. */
const CALL = /\b(?:t|has)\(\s*(?:[^()"'`]*\?\s*)?(["'`])([\w.$]+(?:\$\{[^}]*\}[\w.]*)*)\1/g;
const CHOICE = /\bt\([^()]*\?\s*"([\w.]+)"\s*:\s*"([\w.]+)"/g;

test("every literal key has a text", () => {
  const missing: string[] = [];
  for (const [path, text] of Object.entries(sources)) {
    if (path.endsWith("engine.svelte.ts")) continue;
    for (const [, quote, key] of text.matchAll(CALL))
      if (quote !== "`" && !has(key!)) missing.push(`${path}: ${key}`);
    for (const [, one, other] of text.matchAll(CHOICE))
      for (const key of [one!, other!]) if (!has(key)) missing.push(`${path}: ${key}`);
  }
  expect(missing).toEqual([]);
});

test("every key that is put together begins like one there is", () => {
  const known = areas.flatMap(([name, area]) => Object.keys(area.en).map((key) => `${name}.${key}`));
  const missing: string[] = [];
  for (const [path, text] of Object.entries(sources))
    for (const [, prefix] of text.matchAll(/\bt\(\s*`([\w.]+)\$\{/g))
      if (!known.some((key) => key.startsWith(prefix!))) missing.push(`${path}: ${prefix}`);
  expect(missing).toEqual([]);
});
