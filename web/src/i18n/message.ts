/** What a text is, and how it is said. Which texts there are is none of its business. */

/** A sentence with {placeholders}, or several to choose from. */
export type Message = string | Plural | Select;
export type Messages = Record<string, Message>;

/** Chosen by a number: exact cases first, then those of the language. A list counts by its length. */
export interface Plural {
  select?: undefined;
  by?: string; // the value that is counted; `n` unless told
  [exact: `=${number}`]: Message;
  zero?: Message;
  one?: Message;
  two?: Message;
  few?: Message;
  many?: Message;
  other: Message;
}

/** Chosen by the text of a value. */
export interface Select {
  select: string; // the value that decides
  [text: string]: Message;
}

/** The forms of a noun, by names of our own: `{ one: "house", a: "a house", many: "houses" }`. */
export type Noun = Record<string, string>;
/** Nouns by group and id. A placeholder with a form finds them by its value. */
export type Nouns = Record<string, Record<string, Noun>>;

export type Value = string | number | readonly (string | number)[];
export type Values = Record<string, Value>;

/** What a text needs to know of its language and its area. */
export interface Speech {
  locale: string;
  nouns: Nouns;
}

/** {square}, {kind.the}, {neighbour:kind.the}: an argument, the group of its noun, the form. */
export const PLACEHOLDER = /\{(\w+)(?:(?::(\w+))?\.(\w+))?\}/g;

/** The sentence for these values. A placeholder without a value stays, so that it is seen. */
export function say(message: Message, values: Values, speech: Speech): string {
  const sentence = chosen(message, values, speech.locale);
  return sentence.replace(PLACEHOLDER, (whole, name: string, group: string | undefined, form: string | undefined) => {
    const value = values[name];
    if (value === undefined) return whole;
    const nouns = form === undefined ? undefined : speech.nouns[group ?? name];
    const word = (one: string | number) => nouns?.[one]?.[form!] ?? String(one);
    return isList(value) ? listed(value.map(word), speech.locale) : word(value);
  });
}

/** "Ada, Bruno and Carla". */
export function listed(names: readonly string[], locale: string, type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(locale, { type }).format(names);
}

function chosen(message: Message, values: Values, locale: string): string {
  if (typeof message === "string") return message;
  if (isSelect(message)) return chosen(message[String(values[message.select])] ?? message.other ?? "", values, locale);
  const n = count(values[message.by ?? "n"]);
  return chosen(message[`=${n}`] ?? message[plural(locale, n)] ?? message.other, values, locale);
}

/** What a message chooses from, by the names of the cases. */
export function cases(message: Plural | Select): [string, Message][] {
  return Object.entries(message).filter(([name]) => name !== "by" && name !== "select") as [string, Message][];
}

/** A message, and all that are inside it. */
export function parts(message: Message): Message[] {
  return typeof message === "string" ? [message] : [message, ...cases(message).flatMap(([, inside]) => parts(inside))];
}

/** All that a message may say. */
export function sentences(message: Message): string[] {
  return parts(message).filter((part) => typeof part === "string");
}

export function isSelect(message: Plural | Select): message is Select {
  return message.select !== undefined;
}

function isList(value: Value): value is readonly (string | number)[] {
  return Array.isArray(value);
}

function count(value: Value | undefined): number {
  return value !== undefined && isList(value) ? value.length : Number(value);
}

const rules = new Map<string, Intl.PluralRules>();
function plural(locale: string, n: number): Intl.LDMLPluralRule {
  let rule = rules.get(locale);
  if (!rule) rules.set(locale, (rule = new Intl.PluralRules(locale)));
  return rule.select(n);
}
