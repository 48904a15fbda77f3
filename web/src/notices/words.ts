import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    notices: typeof import("./words.en").default;
  }
}

register("notices", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
