/** No text is found by its English form: an edited word would silently break the other languages. */
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../**/*.ts", "../**/*.svelte", "!../**/*.test.ts", "!../**/words.*.ts", "!../**/about.*.ts"], {
  query: "?raw", import: "default", eager: true,
});
/** Several words, the first with a capital: such strings are for people. */
const PHRASE = String.raw`[A-Z][a-z]+ [^"'\`/\n]*`;
const QUOTED = `["'\`]${PHRASE}["'\`]`;
const MATCHING = [
  new RegExp(String.raw`[!=]==?\s*${QUOTED}`),
  new RegExp(String.raw`${QUOTED}\s*[!=]==?`),
  new RegExp(String.raw`case\s+${QUOTED}`),
  new RegExp(String.raw`\.(?:startsWith|endsWith|includes|indexOf|replace|split|match|get|has)\(\s*(?:${QUOTED}|/\^?${PHRASE}/)`),
  new RegExp(String.raw`/\^?${PHRASE}/\w*\.(?:exec|test)\(`),
  new RegExp(String.raw`\[\s*${QUOTED}\s*\]\s*[;.)]`),
  /** The English fields of the wire, as the key of a table or of a text. */
  /\[\s*(?:\w+\.)+sentence\s*\]|\$\{(?:\w+\.)+sentence\}|\[\s*line\.name\s*\]|\$\{line\.name\}/,
];
/** In records, which are the same in every language, bots are called by this name. */
const RECORDED = String.raw`/^Bot (\d+)$/.exec(`;

function matched(source: string): string[] {
  return source.split("\n").filter((line) => !line.includes(RECORDED) && MATCHING.some((one) => one.test(line)));
}

test("nothing is matched by its English form", () => {
  const found = Object.entries(sources).flatMap(([path, source]) => matched(source).map((line) => `${path}: ${line.trim()}`));
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});

test.each([
  `if (line.name === "Green belt") return t("urbe.belt");`,
  `if ("Green belt" == line.name) return 1;`,
  `case "Town hall of the king":`,
  `if (sentence.startsWith("You cannot place")) return 2;`,
  `const level = /^Level of (\\d+)$/.exec(name);`,
  `return names[line.name];`,
  "return t(`urbe.${refused.sentence}`);",
])("this would be found: %s", (line) => expect(matched(line)).toEqual([line]));
