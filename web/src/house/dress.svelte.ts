/** Gives the page the colours and the languages of its house. */
import { choose, language, LANGUAGES, type Language } from "../i18n";
import { house } from "../net";
import { sheetFor } from "./colours";

let sheet: CSSStyleSheet | null = null;

/** Follows the house; call it where effects may be made. */
export function dress(): void {
  $effect(() => paint(sheetFor(house.now?.colour ?? "")));
  $effect(() => {
    const spoken = languages();
    if (!spoken.includes(language.current)) void choose(spoken[0]!).catch(() => {});
  });
}

/** A sheet of our own: style attributes and elements are forbidden here. */
function paint(rules: string): void {
  if (!rules && !sheet) return;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(rules);
}

/** The languages that the house offers, in the usual order. */
export function languages(): Language[] {
  const all = Object.keys(LANGUAGES) as Language[];
  const offered = all.filter((name) => house.now?.languages.includes(name) ?? true);
  return offered.length ? offered : all;
}
