import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    verify: typeof import("./words.en").default;
  }
}

register("verify", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
