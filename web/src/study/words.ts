import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    study: typeof import("./words.en").default;
  }
}

register("study", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
