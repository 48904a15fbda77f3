/** What pages say of Urbe. */

import type { Manifest } from "../manifest";

export default {
  order: 4,
  minutes: 35,
  icon: "ur-crown",
  words: {
    en: () => import("./about.en"),
    it: () => import("./about.it"),
    ru: () => import("./about.ru"),
  },
} satisfies Manifest;
