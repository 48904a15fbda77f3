import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    host: typeof import("./words.en").default;
  }
}

void register("host", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
