import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    upload: typeof import("./words.en").default;
  }
}

register("upload", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
