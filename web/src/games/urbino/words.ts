import { register } from "../../i18n";

declare module "../../i18n" {
  interface Areas {
    urbino: typeof import("./words.en").default;
  }
}

register("urbino", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
