import { register } from "../i18n";

declare module "../i18n" {
  interface Areas {
    invite: typeof import("./words.en").default;
  }
}

register("invite", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
