/** Words in three languages. Areas register their messages; `t` finds them by `area.key`. */

export const LANGUAGES = { en: "English", it: "Italiano", ru: "Русский" } as const;
export type Language = keyof typeof LANGUAGES;

/** A sentence with {placeholders}, or its plural forms, chosen by the placeholder {n}. */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
export type Messages = Record<string, Message>;
export type Area = Record<Language, Messages>;

const KEPT = "contrada.language";
const areas = new Map<string, Area>();

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

let current = $state<Language>(preferred(kept(), browser()));

/** Reading `language.current` in a component or effect follows a change of language. */
export const language = {
  get current(): Language {
    return current;
  },
  set current(name: Language) {
    current = name;
    try {
      localStorage.setItem(KEPT, name);
    } catch {
      /* see kept() */
    }
  },
};

/** Speaks a language without keeping it: for boards in other people's pages. */
export function speak(name: string): void {
  current = preferred(name, [name, ...browser()]);
}

function browser(): readonly string[] {
  return typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
}

export function register(area: string, words: Area): void {
  areas.set(area, words);
}

/** For the test of missing keys. */
export function registered(): ReadonlyMap<string, Area> {
  return areas;
}

function find(name: Language, key: string): Message | undefined {
  const dot = key.indexOf(".");
  return areas.get(key.slice(0, dot))?.[name][key.slice(dot + 1)];
}

export function has(key: string): boolean {
  return find("en", key) !== undefined;
}

const rules = new Map<Language, Intl.PluralRules>();
function form(name: Language, n: number): Intl.LDMLPluralRule {
  let rule = rules.get(name);
  if (!rule) rules.set(name, (rule = new Intl.PluralRules(name)));
  return rule.select(n);
}

export type Values = Record<string, string | number>;

/** `t("home.open_tables", {n: 3})`. A key that is missing is shown as it is; a test finds it. */
export function t(key: string, values: Values = {}): string {
  const message = find(current, key) ?? find("en", key);
  if (message === undefined) return key;
  const text =
    typeof message === "string" ? message : (message[form(current, Number(values.n))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Our English is British, down to its commas. */
export const locale = () => (current === "en" ? "en-GB" : current);

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
export function list(names: string[]): string {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(names);
}

/** As at the beginning of a sentence. */
export function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
