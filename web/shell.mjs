import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pageWords } from "./words.mjs";

/** Files of public/ that belong to the shell; the build does not see them. */
const STATIC = ["/theme.js", "/manifest.webmanifest", "/icon.svg"];

/** What index.html loads before anything else: the entry, what it imports, and their styles. */
function first(bundle) {
  const files = new Set();
  const follow = (name) => {
    const chunk = bundle[name];
    if (files.has(name) || chunk?.type !== "chunk") return;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    chunk.imports.forEach(follow);
  };
  for (const chunk of Object.values(bundle)) if (chunk.isEntry) follow(chunk.fileName);
  return [...files].sort().map((name) => `/${name}`);
}

/** All other files, by the language of their words; "" for those without any. */
function stock(bundle, shell) {
  const found = { "": [] };
  for (const { fileName, name } of Object.values(bundle)) {
    const path = `/${fileName}`;
    if (!fileName.startsWith("assets/") || shell.includes(path)) continue;
    const [, language = ""] = /(?:^|[-.])(en|it|ru)$/.exec(name ?? "") ?? [];
    (found[language] ??= []).push(path);
  }
  return Object.fromEntries(Object.entries(found).map(([language, files]) => [language, files.sort()]));
}

/** Writes sw.js with the names of what the page loads first. Its version is a hash of all of that.
 * theme.js in index.html is told where the words are, so that they are fetched while the script is. */
export function shell() {
  return {
    name: "contrada-shell",
    apply: "build",
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const { files, imports } = pageWords(bundle);
        const told = `<script src="/theme.js" data-words='${JSON.stringify(files)}'>`;
        const tags = imports.map((href) => ({ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href } }));
        return { html: html.replace('<script src="/theme.js">', () => told), tags };
      },
    },
    generateBundle(_, bundle) {
      const words = pageWords(bundle);
      const files = [...new Set(["/", ...STATIC, ...first(bundle), ...words.imports])];
      const hash = createHash("sha256").update(bundle["index.html"]?.source ?? "");
      for (const name of STATIC) hash.update(readFileSync(`public${name}`));
      const source = readFileSync("src/sw.js", "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 12))
        .replace('["__SHELL__"]', JSON.stringify(files))
        .replace('{ __WORDS__: "" }', JSON.stringify(words.files))
        .replace("{ __STOCK__: [] }", JSON.stringify(stock(bundle, files)));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
