import { readdirSync, readFileSync } from "node:fs";

/** What a test changes for every test that runs in the same place after it. */
const CHANGES = /\bvi\.(mock|resetModules|stubGlobal|useFakeTimers)\(|\bregister\(/;

/** The tests that replace modules, globals or words, and so need a place of their own. */
export function alone() {
  return readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `src/${path}`)
    .filter((path) => CHANGES.test(readFileSync(path, "utf8")));
}
