import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    house: typeof import("./words.en").default;
  }
}

register("house", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
