import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { libraries } from "./libraries.mjs";
import { rules } from "./rules.mjs";
import { shell } from "./shell.mjs";
import { wordsFile } from "./words.mjs";

// The built page becomes part of the Python package, which serves it.
export default defineConfig({
  plugins: [svelte(), rules(), shell(), libraries()],
  build: {
    outDir: "../src/contrada/server/page",
    emptyOutDir: true,
    target: "es2022",
    manifest: "build.json", // size.mjs reads it
    assetsInlineLimit: 0, // data: is allowed for pictures only
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false }, // a slow machine is no fault of the page
      output: { codeSplitting: { groups: [{ name: wordsFile }] } },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
