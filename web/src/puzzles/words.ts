import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    puzzles: typeof import("./words.en").default;
  }
}

void register("puzzles", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
