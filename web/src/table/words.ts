import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    table: typeof import("./words.en").default;
  }
}

register("table", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
