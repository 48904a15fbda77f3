import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    free: typeof import("./words.en").default;
  }
}

register("free", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
