/** One word for one thing: no text has another. The words are those of the rule pages, which are read
 * here, too. */
import { describe, expect, test } from "vitest";
import { nounsOf, ready, registered, type Language } from ".";
import { PLACEHOLDER, sentences } from "./message";

const modules = import.meta.glob(["../**/words.ts"]);
await Promise.all(Object.values(modules).map((load) => load()));
const LANGUAGES: Language[] = ["en", "it", "ru"];
for (const language of LANGUAGES) await ready(language);

const pages = import.meta.glob<string>("../games/*/rules/*.md", { query: "?raw", import: "default", eager: true });

/** The board, the card, the lesson and the rule page of a game. */
const of = (game: string) => new RegExp(`^(?:game_|lesson_|rules_)?${game}$`);
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
    {
      words: /\bdovunque vada\b|\barchitett[oi] (?:va|vada|vanno|deve andare|è andato)\b/i,
      instead: "riposizionare",
      where: of("urbino"),
    },
    { words: /\b(?:edifica(?:re|to)|erett[aeio]|erig\w+)\b/i, instead: "costruire", where: of("urbino") },
    { words: /\blinee? (?:visiv[ae]|di vista|di mira)\b/i, instead: "linea di visione", where: of("urbino") },
    { words: /\bdistrett[oi]\b/i, instead: "quartiere" },
    { words: /\btesser[ae] (?:sol[ae]|solitari[ae]|singol[ae])\b/i, instead: "tessera isolata", where: of("urtown") },
    { words: /\b(?:ristrutturat|diroccat|fatiscent)\w*/i, instead: "in rovina, rinnovato", where: of("urbania") },
    { words: /\bsegn(?:a|i|o|ano|are|at[aeio])\b/i, instead: "prenotare (Urbe), ottenere punti (Urbania)", where: /urbe$|urbania$/ },
    { words: /\b(?:meeple|pedin[ae]|omin[oi])\b/i, instead: "segnalino", where: of("urbe") },
    { words: /\bdecret[oi](?: «x»)? (?:soddisfatt|completat|realizzat|adempiut)[oi]\b/i, instead: "compiere", where: of("urbe") },
    { words: /\b(?:piazza(?:re|ta|to)|colloca(?:re|ta|to)|depo(?:rre|sta))\b/i, instead: "posare", where: /urbe$|urtown$/ },
    { words: /\b(?:margin[ei]|perimetr[oi]|confin[ei])\b/i, instead: "bordo", where: of("urbe") },
    { words: /\bbord[oi] fra\b/i, instead: "fra due tessere; the edge of the grid is «bordo»", where: of("urbe") },
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
    { words: /(?<!\p{L})пере(?:йти|йд|ход|ш[её]л|шл)/iu, instead: "переставить", where: of("urbino") },
    { words: /(?<!\p{L})(?:ид[её]т|пойти|пойд[её]т|пош[её]л)(?!\p{L})/iu, instead: "переставить", where: of("urbino") },
    { words: /(?<!\p{L})(?:возв[её]д|возвод|воздви)/iu, instead: "строить", where: of("urbino") },
    { words: /лини[яийюею]+ (?:взгляда|видимости|зрения)/iu, instead: "линия обзора", where: of("urbino") },
    { words: /(?<!\p{L})(?:взя[тл]|бер[её])/iu, instead: "захватить, вытянуть", where: of("urtown") },
    { words: /(?<!\p{L})одинок/iu, instead: "одиночка", where: of("urtown") },
    { words: /(?<!\p{L})(?:клад(?:[её]т|ут|ите)|клас(?:ть|ти)|полож)/iu, instead: "выложить", where: /urbe$|urtown$/ },
    { words: /(?<!\p{L})(?:вы)?полн(?:ен|ить|ил)/iu, instead: "исполнить", where: of("urbe") },
    { words: /(?<!\p{L})(?:периметр|кромк)/iu, instead: "край", where: of("urbe") },
    { words: /(?<!\p{L})перелом(?:ы|ов)?(?!\p{L})/iu, instead: "ключевой ход" },
    { words: /(?<!\p{L})проигра(?:ть|на)(?!\p{L})(?! партию)/iu, instead: "воспроизвести, if nobody loses" },
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
  ["letters of two scripts in one word", /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}/u],
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

/** The lines of the rule pages, without ids, code and other signs that are not read. */
function printed(language: Language): Text[] {
  return Object.entries(pages).flatMap(([path, page]) => {
    const [, game, tongue] = /games\/(\w+)\/rules\/(\w+)\.md$/.exec(path)!;
    return tongue === language ? page.split("\n").map((line) => ({ area: `rules_${game}`, place: path, text: plain(line) })) : [];
  });
}

function plain(line: string): string {
  return line
    .replace(/`[^`]*`/g, "x")
    .replace(/\]\([^)]*\)|\{#[a-z-]+\}/g, "")
    .replace(/^\s*(?:- )?(?:[A-Z]+-[A-Z]+-(?:\d+|[A-Z]+)\*? )?/, "")
    .replace(/\s*\|\s*/g, "; ")
    .replace(/!?\[|\*/g, "")
    .trim();
}

/** English pages say "take turns" and "goes to", which is something else. */
const spoken = (language: Language) => (language === "en" ? said(language) : [...said(language), ...printed(language)]);

function found(language: Language, words: RegExp, where: RegExp = ANY, texts: Text[] = spoken(language)): string[] {
  return texts
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
    expect(found(language, sign, ANY, [...said(language), ...printed(language)])).toEqual([]);
  });
});

test("the rule pages are read", () => {
  const games = new Set(LANGUAGES.flatMap(printed).map(({ area }) => area));
  expect([...games].sort()).toEqual(["rules_urbania", "rules_urbe", "rules_urbino", "rules_urtown"]);
  expect(plain("- URBE-END-1* Si veda [qui](#URBE-TAKE-5), **sempre** `contrada`. {#end}")).toBe("Si veda qui, sempre x.");
});

test("the games have their Russian names in one script", () => {
  const titles = [...registered()].flatMap(([area, { ru }]) => (area.startsWith("game_") ? [String(ru.title)] : []));
  expect(titles).toHaveLength(4);
  for (const title of titles) expect(title).toMatch(/^\p{Script=Cyrillic}+$/u);
});

/** One forbidden word of each kind, to see that it would be found. */
test.each<[Language, string, string]>([
  ["en", "lesson_urtown", "Take the blue tile"],
  ["en", "urbino", "Erect a tower"],
  ["en", "verify", "The hash of the shuffle"],
  ["it", "urtown", "Vuoi prendere questa tessera?"],
  ["it", "rules_urtown", "Le tessere prese sono fuori dal gioco."],
  ["it", "lesson_urbino", "Dove deve andare un architetto? L’architetto va in e4."],
  ["it", "table", "La tavola è vuota"],
  ["it", "urbe", "Questa tessera è già segnata"],
  ["it", "rules_urbania", "Ogni specialista segna 2 punti."],
  ["it", "rules_urbe", "Va solo sul perimetro della griglia."],
  ["ru", "rules_urtown", "Цифра идёт в свой столбец."],
  ["ru", "table", "Доска"],
  ["ru", "urbania", "Выберите карты в руке"],
  ["ru", "lesson_urbino", "Куда бы ни перешёл архитектор"],
  ["ru", "rules_urbe", "Каждый ставит фишку на участок."],
  ["ru", "urbe", "Мост кладут на границу"],
  ["ru", "urtown", "Взять фишку в плен"],
])("in %s, a text of %s may not say “%s”", (language, area, text) => {
  const texts = [{ area, place: area, text }];
  expect(BANNED[language].flatMap(({ words, where }) => found(language, words, where, texts))).not.toEqual([]);
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
