/** One word for one thing: no text has another. The words are those of the rule pages. */
import { describe, expect, test } from "vitest";
import { nounsOf, ready, registered, type Language } from ".";
import { PLACEHOLDER, sentences } from "./message";

const modules = import.meta.glob(["../**/words.ts"]);
await Promise.all(Object.values(modules).map((load) => load()));
const LANGUAGES: Language[] = ["en", "it", "ru"];
for (const language of LANGUAGES) await ready(language);

/** The board, the card and the lesson of a game. */
const of = (game: string) => new RegExp(`^(?:game_|lesson_)?${game}$`);
const ANY = /^/;

interface Banned {
  words: RegExp;
  instead: string;
  where?: RegExp; // areas; all unless told
}

const BANNED: Record<Language, Banned[]> = {
  en: [
    { words: /\bhash(?:es)?\b/i, instead: "fingerprint" },
    { words: /\bcards? of (?:your|the|a) hand\b/i, instead: "cards from your hand" },
    { words: /\bsight lines?\b|\blines? of sight\b/i, instead: "line of vision", where: of("urbino") },
    { words: /\berect(?:s|ed|ing)?\b/i, instead: "build", where: of("urbino") },
    { words: /\b(?:sends?|sent|sending)\b|\b(?:go|goes|gone) (?:elsewhere|here|to)\b/i, instead: "reposition", where: of("urbino") },
    { words: /\b(?:takes?|taken|taking|took|prisoners?)\b/i, instead: "capture", where: of("urtown") },
    { words: /\b(?:loose|alone|lone)\b/i, instead: "singleton", where: of("urtown") },
    { words: /\b(?:lay|lays|laid|laying|lie|lies|lain|lying)\b/i, instead: "place, be on", where: /urbe$|urtown$/ },
    { words: /\bperimeter\b/i, instead: "edge", where: of("urbe") },
    { words: /\b(?:met|completed)\b/i, instead: "fulfil", where: of("urbe") },
    { words: /\bparts?\b|\b(?:flags?|guilds?) side\b/i, instead: "half of a coin card", where: of("urbe") },
  ],
  it: [
    { words: /\bhash\b/i, instead: "impronta" },
    { words: /\btavol[ae]\b/i, instead: "tavoliere" },
    { words: /\bregistr[oi]\b/i, instead: "registrazione" },
    { words: /^In attesa$|\bquelli in attesa\b/i, instead: "sala", where: /^(?:home|new)$/ },
    {
      words: /\b(?:prend(?:e|i|ere|erla|erle|erlo|ono|iamo|endo)|pres[aeio]|prigionier[aeio])\b/i,
      instead: "catturare",
      where: of("urtown"),
    },
    { words: /\b(?:margin[ei]|perimetr[oi]|confin[ei])\b/i, instead: "bordo", where: of("urbe") },
  ],
  ru: [
    { words: /х[еэ]ш/i, instead: "отпечаток" },
    { words: /(?<!\p{L})дос(?:к[аиуео]|ок)/iu, instead: "поле" },
    { words: /(?<!\p{L})столб(?:ец|ц)/iu, instead: "колонка" },
    { words: /(?<!\p{L})(?:в руке|из руки)(?!\p{L})/iu, instead: "на руке, с руки" },
    { words: /(?<!\p{L})повтор(?:а|у|ы|ом|е|ов)?(?!\p{L})/iu, instead: "просмотр" },
    { words: /ждут игроков/i, instead: "общий список" },
    { words: /обветша/i, instead: "ветхий" },
    { words: /конец близок/i, instead: "заключительная фаза" },
    { words: /(?<!\p{L})пере(?:йти|йд|ход)/iu, instead: "переставить", where: of("urbino") },
    { words: /(?<!\p{L})(?:пленн|в плен)/iu, instead: "захватить", where: of("urtown") },
    { words: /(?<!\p{L})участ(?:ок|к[аиуео]|ков)/iu, instead: "плитка", where: of("urbe") },
    { words: /(?<!\p{L})фиш(?:к|ек)/iu, instead: "мипл", where: of("urbe") },
  ],
};

const AMERICAN = new RegExp(
  String.raw`\b(?:gray|colors?|colored|colorful|centers?|centered|favors?|favorites?|honors?|neighbors?|neighboring|` +
    String.raw`harbors?|rumors?|labor|theaters?|meters|defense|offense|catalog|dialog|judgment|skillful|fulfill|fulfills|` +
    String.raw`(?:cancel|travel|label|model|level|total)(?:ed|ing)|(?:anal|paral)yz\w*|` +
    String.raw`(?:organ|recogn|real|summar|final|minim|maxim|initial|random|author|optim|emphas|categor|custom|apolog)iz\w*)\b`,
  "i",
);

/** Signs that have a better one in every language. */
const SIGNS: [string, RegExp][] = [
  ["a straight apostrophe", /'/],
  ["straight quotation marks", /"/],
  ["a space before an ellipsis", /\s…/],
  ["three dots", /\.\.\./],
  ["a hyphen for a dash", /\s-\s/],
  ["two spaces", /\s\s/],
  ["a space before a full stop or comma", /\s[.,](?!\w)/],
];

interface Text {
  area: string;
  place: string; // to find it by
  text: string;
}

/** All that is said in a language: texts and nouns. */
function said(language: Language): Text[] {
  return [...registered()].flatMap(([area, words]) => [
    ...Object.entries(words[language]).flatMap(([key, message]) =>
      sentences(message).map((text) => ({ area, place: `${area}.${key}`, text: text.replace(PLACEHOLDER, "x") })),
    ),
    ...Object.entries(nounsOf(area, language)).flatMap(([group, nouns]) =>
      Object.entries(nouns).flatMap(([id, noun]) =>
        Object.entries(noun).map(([form, text]) => ({ area, place: `${area} ${group}.${id}.${form}`, text })),
      ),
    ),
  ]);
}

function found(language: Language, words: RegExp, where: RegExp = ANY): string[] {
  return said(language)
    .filter(({ area, text }) => where.test(area) && words.test(text))
    .map(({ place, text }) => `${place}: ${text}`);
}

test("every area is looked at", () => {
  for (const { where = ANY } of Object.values(BANNED).flat())
    expect([...registered().keys()].some((area) => where.test(area)), String(where)).toBe(true);
});

describe.each(LANGUAGES)("%s", (language) => {
  test.each(BANNED[language])("$instead instead of $words", ({ words, where }) => {
    expect(found(language, words, where)).toEqual([]);
  });

  test.each(SIGNS)("no text has %s", (_, sign) => {
    expect(found(language, sign)).toEqual([]);
  });
});

test("English is British", () => {
  expect(found("en", AMERICAN)).toEqual([]);
});

test.each(["gray tiles", "Color", "a neighboring square", "Fulfill it", "not recognized", "canceled"])(
  "%s would be seen as American",
  (text) => expect(text).toMatch(AMERICAN),
);

test.each(["grey tiles", "neighbours", "sizes", "cancelled", "a prize", "fulfil"])("%s is fine", (text) =>
  expect(text).not.toMatch(AMERICAN),
);
