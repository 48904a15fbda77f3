// How much script, compressed, a browser loads for a first table of each game. Fails above the limit.
// Usage: node size.mjs [directory of the build]
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const LIMIT = 200_000; // bytes, gzip: the least a server does
const LANGUAGES = ["en", "it", "ru"]; // the one with the longest words counts
const page = process.argv[2] ?? new URL("../src/contrada/server/page", import.meta.url).pathname;
const build = JSON.parse(readFileSync(join(page, "build.json"), "utf8"));

/** The chunk and all that it imports before it can run. */
function closure(key, found = new Set()) {
  if (found.has(key) || !build[key]) return found;
  found.add(key);
  for (const next of build[key].imports ?? []) closure(next, found);
  return found;
}

/** The words of all pages and of a game in one language; small games have theirs in their scripts. */
function words(game, language) {
  const names = [`words-${language}`, `${game.split("/").at(-2)}-${language}`];
  return Object.keys(build).filter((key) => names.includes(build[key].name));
}

/** A table reached through the home page: home, then the table, then the board of the game, and the words. */
function firstTable(game, language) {
  const wanted = ["index.html", "src/home/HomePage.svelte", "src/table/TablePage.svelte", game];
  const missing = wanted.filter((key) => !build[key]);
  if (missing.length) throw new Error(`not in the build: ${missing.join(", ")}`);
  const keys = [...wanted, ...words(game, language)].reduce((found, key) => closure(key, found), new Set());
  return [...new Set([...keys].map((key) => build[key].file))].filter((file) => file.endsWith(".js"));
}

/** Games share most of their files, and compressing one well takes its time. */
const known = { gzip: new Map(), brotli: new Map() };
const COMPRESS = { gzip: gzipSync, brotli: brotliCompressSync };

function compressed(file, how) {
  if (!known[how].has(file)) known[how].set(file, COMPRESS[how](readFileSync(join(page, file))).length);
  return known[how].get(file);
}

function size(files, how) {
  return files.reduce((sum, file) => sum + compressed(file, how), 0);
}

const larger = (one, other) => (size(other, "gzip") > size(one, "gzip") ? other : one);
const games = Object.keys(build).filter((key) => /^src\/games\/\w+\/index\.ts$/.test(key));
let largest = 0;
for (const game of games) {
  const files = LANGUAGES.map((language) => firstTable(game, language)).reduce(larger);
  if (existsSync(join(page, "theme.js"))) files.push("theme.js");
  const gzip = size(files, "gzip");
  largest = Math.max(largest, gzip);
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(`${game}: ${kB(gzip)} gzip, ${kB(size(files, "brotli"))} brotli, ${files.length} files`);
}
if (!games.length || largest > LIMIT) {
  console.error(`too much script for a first table: ${largest} bytes, the limit is ${LIMIT}`);
  process.exit(1);
}
