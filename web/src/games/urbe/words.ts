import { register } from "../../i18n";

declare module "../../i18n" {
  interface Areas {
    urbe: typeof import("./words.en").default;
  }
}

register("urbe", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
