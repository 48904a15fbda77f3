/** Says the examples that Python says, too: tests/games/test_english.py. */
import { expect, test } from "vitest";
import { say, type Message, type Values } from "./message";

interface Example {
  about: string;
  message: Message;
  values: Values;
  said: string;
}
const [file] = Object.values(
  import.meta.glob<string>("../../../tests/games/english.json", { query: "?raw", import: "default", eager: true }),
);
const examples = JSON.parse(file!) as Example[];
const kind = {
  house: { one: "house", many: "houses", The: "The house" },
  tower: { one: "tower", many: "towers", The: "The tower" },
};

test.each(examples)("$about", ({ message, values, said }) => {
  expect(say(message, values, { locale: "en-GB", nouns: { kind } })).toBe(said);
});
