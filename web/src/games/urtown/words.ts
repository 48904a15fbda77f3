import { register } from "../../i18n";

declare module "../../i18n" {
  interface Areas {
    urtown: typeof import("./words.en").default;
  }
}

register("urtown", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
