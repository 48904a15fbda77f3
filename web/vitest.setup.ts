/** Tests change languages without waiting: the words of all that a test imports are there before it runs. */
import { beforeAll } from "vitest";
import { LANGUAGES, ready, type Language } from "./src/i18n";

beforeAll(async () => {
  for (const name of Object.keys(LANGUAGES) as Language[]) await ready(name);
});
