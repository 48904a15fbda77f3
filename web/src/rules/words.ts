import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    rules: typeof import("./words.en").default;
  }
}

register("rules", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
