import { register } from "../../i18n";

declare module "../../i18n" {
  interface Areas {
    answers: typeof import("./words.en").default;
  }
}

register("answers", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
