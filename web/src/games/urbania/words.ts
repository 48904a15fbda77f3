import { register } from "../../i18n";

declare module "../../i18n" {
  interface Areas {
    urbania: typeof import("./words.en").default;
  }
}

register("urbania", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
