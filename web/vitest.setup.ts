/** Tests change languages without waiting: the words of all that a test imports are there before it runs. */
import { beforeAll, beforeEach } from "vitest";
import { LANGUAGES, ready, speak, type Language } from "./src/i18n";

beforeAll(async () => {
  for (const name of Object.keys(LANGUAGES) as Language[]) await ready(name);
});

beforeEach(() => speak("en")); // another file may have left another language
