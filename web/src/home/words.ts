import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    home: typeof import("./words.en").default;
  }
}

register("home", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
