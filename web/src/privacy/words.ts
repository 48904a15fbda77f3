import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    privacy: typeof import("./words.en").default;
  }
}

void register("privacy", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
