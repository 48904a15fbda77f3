import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

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

/** Writes sw.js with the names of what the page loads first. Its version is a hash of all of that. */
export function shell() {
  return {
    name: "contrada-shell",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = ["/", ...STATIC, ...first(bundle)];
      const hash = createHash("sha256").update(bundle["index.html"]?.source ?? "");
      for (const name of STATIC) hash.update(readFileSync(`public${name}`));
      const source = readFileSync("src/sw.js", "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 12))
        .replace('["__SHELL__"]', JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
