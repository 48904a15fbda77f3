import { register } from "../../../i18n";

register("lesson_urbino", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
