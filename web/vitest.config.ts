import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { rules } from "./rules.mjs";

// The tests read sources and messages; what needs a page is tested in a browser, from tests/.
export default defineConfig({
  plugins: [svelte(), rules()],
  resolve: { conditions: ["browser"] },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "node",
    setupFiles: ["vitest.setup.ts"],
    pool: "threads", // they start quicker than processes
    // Patience for busy machines: some tests load every text of a game in every language.
    testTimeout: 60_000,
  },
});
