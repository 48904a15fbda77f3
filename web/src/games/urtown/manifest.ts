/** What pages say of Urtown. */

import type { Manifest } from "../manifest";

export default {
  order: 2,
  minutes: 30,
  icon: "ut-skyline",
  words: {
    en: () => import("./about.en"),
    it: () => import("./about.it"),
    ru: () => import("./about.ru"),
  },
} satisfies Manifest;
