import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    new: typeof import("./words.en").default;
  }
}

register("new", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
