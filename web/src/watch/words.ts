import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    watch: typeof import("./words.en").default;
  }
}

register("watch", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
