import { register, type Messages } from "../i18n";

declare module "../i18n" {
  interface Areas {
    learn: typeof import("./words.en").default;
    [lesson: `lesson_${string}`]: Messages; // a test compares their keys with the server's lessons
  }
}

register("learn", {
  en: () => import("./words.en"),
  it: () => import("./words.it"),
  ru: () => import("./words.ru"),
});
