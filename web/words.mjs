/** Where the build puts words: one file for each language, and one for each game in it, so that a page
 * asks for little and not for what it does not say. A lesson has its own. */
const WORDS = /[\\/]src[\\/](?:games[\\/](\w+)|\w+)[\\/](about|names|words)\.(\w\w)\.ts$/;
const AREA = /[\\/]src[\\/]\w+[\\/]words\.ts$/;
/** Many people never see these pages, so their words are in files of their own. */
const SELDOM = /[\\/]src[\\/](host|privacy|puzzles|upload|verify)[\\/]words\.(?:(\w\w)\.)?ts$/;

/** The file for a module, for rolldown's groups; null leaves it to rolldown. */
export function wordsFile(id) {
  const [, page, spoken] = SELDOM.exec(id) ?? [];
  if (page) return spoken ? `${page}-${spoken}` : null;
  if (AREA.test(id)) return "i18n";
  const [, game, what, language] = WORDS.exec(id) ?? [];
  if (!language) return null;
  return `${game && what !== "about" ? game : "words"}-${language}`;
}

/** The files with the words of all pages, by language, and what they import. */
export function pageWords(bundle) {
  const chunks = Object.values(bundle).filter(({ name }) => /^words-\w\w$/.test(name ?? ""));
  const files = chunks.map(({ name, fileName }) => [name.slice("words-".length), `/${fileName}`]).sort();
  const imports = new Set(chunks.flatMap((chunk) => chunk.imports.map((name) => `/${name}`)));
  return { files: Object.fromEntries(files), imports: [...imports].sort() };
}
