import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { alone } from "./alone.mjs";
import { rules } from "./rules.mjs";

// The tests read sources and messages; what needs a page is tested in a browser, from tests/.
export default defineConfig({
  plugins: [svelte(), rules()],
  resolve: { conditions: ["browser"] },
  test: {
    environment: "node",
    setupFiles: ["vitest.setup.ts"],
    pool: "threads", // they start quicker than processes
    // Patience for busy machines: some tests load every text of a game in every language.
    testTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "alone", include: alone() } },
      // Loading all words of all games again for every file took two thirds of the time.
      { extends: true, test: { name: "together", include: ["src/**/*.test.ts"], exclude: alone(), isolate: false } },
    ],
  },
});
