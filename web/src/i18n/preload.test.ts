/** theme.js asks for the words before any module runs, so it has to know by itself which ones. */
import { expect, test } from "vitest";
import { LANGUAGES, preferred } from ".";

const sources = import.meta.glob<string>("../../public/theme.js", { query: "?raw", import: "default", eager: true });
const [source = ""] = Object.values(sources);
const WORDS = Object.fromEntries(Object.keys(LANGUAGES).map((name) => [name, `/assets/words-${name}.js`]));

/** The file that the script asks for. */
function asked(kept: string | null, languages: readonly string[], words: Record<string, string> = WORDS): string | null {
  const links: { rel?: string; href?: string }[] = [];
  const document = {
    currentScript: { dataset: { words: JSON.stringify(words) } },
    createElement: () => ({}),
    head: { append: (link: { rel?: string; href?: string }) => links.push(link) },
    documentElement: { dataset: {} },
  };
  const localStorage = { getItem: (key: string) => (key === "contrada.language" ? kept : null) };
  new Function("document", "localStorage", "navigator", source)(document, localStorage, { languages });
  expect(links.every(({ rel }) => rel === "modulepreload")).toBe(true);
  return links[0]?.href ?? null;
}

test.each([
  [null, ["it-CH", "en"]],
  [null, ["de", "ru"]],
  [null, ["de"]],
  [null, []],
  ["ru", ["it"]],
  ["xx", ["IT"]],
] as const)("kept %s, browser %j: the same as the page", (kept, browser) => {
  expect(asked(kept, browser)).toBe(WORDS[preferred(kept, browser)]);
});

test("without a build it asks for nothing", () => {
  expect(asked("it", ["it"], {})).toBeNull();
});
