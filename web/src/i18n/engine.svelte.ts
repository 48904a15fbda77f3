/** Words in three languages. Areas register their messages; `t` finds them by `area.key`. Only the
 * language in use is downloaded. */

import type { Areas } from ".";
import { listed, say, type Message, type Messages, type Nouns, type Values } from "./message";

export const LANGUAGES = { en: "English", it: "Italiano", ru: "Русский" } as const;
export type Language = keyof typeof LANGUAGES;

/** A module of words: `words.en.ts`. */
export interface Words {
  default: Messages;
  nouns?: Nouns;
}
/** Where the words of an area come from, by language: written down in place, or a module to load. */
export type Sources = Record<Language, Messages | (() => Promise<Words>)>;
export type Area = Record<Language, Messages>;

/** `area.key`, of all that has a text. */
export type Key = { [area in keyof Areas]: `${area}.${keyof Areas[area] & string}` }[keyof Areas];

const KEPT = "contrada.language";
const NAMES = Object.keys(LANGUAGES) as Language[];
const sources = new Map<string, Sources>();
const loaded: Record<Language, Map<string, Words>> = { en: new Map(), it: new Map(), ru: new Map() };

function isLanguage(name: string): name is Language {
  return name in LANGUAGES;
}

/** The first language of the browser that we speak, unless one was chosen here before. */
export function preferred(kept: string | null, browser: readonly string[]): Language {
  const wished = [kept ?? "", ...browser.map((name) => name.slice(0, 2).toLowerCase())];
  return wished.find(isLanguage) ?? "en";
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // a browser that keeps nothing still plays
  }
}

function browser(): readonly string[] {
  return typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
}

const first = preferred(kept(), browser());
let current = $state<Language>(first);
let wanted: Language = first;
let arrivals = $state(0); // texts that were asked for before their words came follow this

/** Reading `language.current` in a component or effect follows a change of language. */
export const language = {
  get current(): Language {
    return current;
  },
  set current(name: Language) {
    void choose(name);
  },
};

/** Speaks a language from now on, and the next time. */
export async function choose(name: Language): Promise<void> {
  await change(name);
  if (current !== name) return; // another was chosen meanwhile
  try {
    localStorage.setItem(KEPT, name);
  } catch {
    /* see kept() */
  }
}

/** Speaks a language without keeping it: for boards in other people's pages. */
export async function speak(name: string): Promise<void> {
  await change(preferred(name, [name, ...browser()]));
}

/** Changes as soon as all words are there: at once, if they are already. The latest wish counts. */
async function change(name: Language): Promise<void> {
  wanted = name;
  while (wanted === name && missing(name).length) await ready(name);
  if (wanted === name) current = name;
}

/** Gives an area its words. They are there when the promise is kept, and so are those of `ready()`. */
export async function register(area: string, words: Sources): Promise<void> {
  sources.set(area, words);
  for (const name of NAMES) {
    const source = words[name];
    if (typeof source !== "function") loaded[name].set(area, { default: source });
  }
  if (missing(current).includes(area)) await load(area, current).catch(() => {}); // `ready` tries again
}

/** Waits for the words of all areas: after importing what registers some. */
export async function ready(name: Language = current): Promise<void> {
  await Promise.all(missing(name).map((area) => load(area, name)));
}

function missing(name: Language): string[] {
  return [...sources.keys()].filter((area) => !loaded[name].has(area));
}

async function load(area: string, name: Language): Promise<void> {
  const source = sources.get(area)![name];
  if (typeof source !== "function") return;
  loaded[name].set(area, await source());
  arrivals += 1;
}

/** For tests, which load every language: see `ready`. */
export function registered(): ReadonlyMap<string, Area> {
  const messages = (area: string, name: Language) => loaded[name].get(area)?.default ?? {};
  return new Map(
    [...sources.keys()].map((area) => [
      area,
      Object.fromEntries(NAMES.map((name) => [name, messages(area, name)])) as Area,
    ]),
  );
}

export function nounsOf(area: string, name: Language): Nouns {
  return loaded[name].get(area)?.nouns ?? {};
}

interface Found {
  message: Message;
  name: Language;
  area: string;
}

/** English stands in for what is missing, if it happens to be there. */
function find(key: string): Found | undefined {
  const dot = key.indexOf(".");
  const area = key.slice(0, dot);
  for (const name of [current, "en"] as const) {
    const message = loaded[name].get(area)?.default[key.slice(dot + 1)];
    if (message !== undefined) return { message, name, area };
  }
  void arrivals;
  return undefined;
}

/** Whether there is a text: for keys that are put together from names the server gives. */
export function has(key: string): key is Key {
  return find(key) !== undefined;
}

/** `t("home.open_tables", {n: 3})`. A key that is missing is shown as it is; a test finds it. */
export function t(key: Key, values: Values = {}): string {
  const found = find(key);
  if (!found) return key;
  return say(found.message, values, { locale: localeOf(found.name), nouns: nounsOf(found.area, found.name) });
}

/** The text of a key that may have none, or else what is given. */
export function textOr(key: string, otherwise: string, values: Values = {}): string {
  return has(key) ? t(key, values) : otherwise;
}

/** Our English is British, down to its commas. */
function localeOf(name: Language): string {
  return name === "en" ? "en-GB" : name;
}

export const locale = () => localeOf(current);

/** "18:40". */
export function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit" }).format(at);
}

/** "2 hours ago", "yesterday", in the present language. */
export function ago(then: number, now: number = Date.now()): string {
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", 60_000],
  ];
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const [unit, length] = steps.find(([, size]) => now - then >= size) ?? ["second", 1000];
  return unit === "second" ? relative.format(0, "second") : relative.format(-Math.floor((now - then) / length), unit);
}

/** "Ada, Bruno and Carla" in the present language. */
export function list(names: readonly string[]): string {
  return listed(names, locale());
}

/** "Ada, Bruno or Carla" in the present language. */
export function either(names: readonly string[]): string {
  return listed(names, locale(), "disjunction");
}

/** As at the beginning of a sentence. */
export function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
