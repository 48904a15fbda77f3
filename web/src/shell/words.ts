import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    shell: typeof import("./words.en").default;
  }
}

register("shell", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
