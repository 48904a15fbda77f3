import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    me: typeof import("./words.en").default;
  }
}

register("me", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
