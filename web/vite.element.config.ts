import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { libraries } from "./libraries.mjs";

const PLACE = "__CONTRADA_STYLES__";

/** Puts all styles into the script: the tokens of the page become those of the element. */
function stylesInside(): Plugin {
  return {
    name: "styles-inside",
    enforce: "post",
    generateBundle(_, bundle) {
      let styles = "";
      for (const [name, file] of Object.entries(bundle))
        if (file.type === "asset" && name.endsWith(".css")) {
          styles += file.source;
          delete bundle[name];
        }
      for (const file of Object.values(bundle))
        if (file.type === "chunk") file.code = file.code.replaceAll(PLACE, () => JSON.stringify(asHost(styles)));
    },
  };
}

/** `:root[data-theme=dark]` of the page is `:host([theme=dark])` here. */
function asHost(styles: string): string {
  return styles
    .replace(/:root((?:\[[^\]]*\]|:not\([^)]*\))*)/g, (_, more: string) => `:host${more && `(${more})`}`)
    .replaceAll("[data-theme", "[theme");
}

// One module with everything inside, next to the page, whose build has emptied the directory.
export default defineConfig({
  plugins: [svelte(), stylesInside(), libraries()],
  publicDir: false,
  build: {
    outDir: "../src/contrada/server/page/element",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: "src/element.ts",
      preserveEntrySignatures: "strict",
      output: { format: "es", entryFileNames: "contrada-board.js", codeSplitting: false },
    },
  },
});
