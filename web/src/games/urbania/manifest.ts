/** What pages say of Urbania. */

import type { Manifest } from "../manifest";

export default {
  order: 3,
  minutes: 50,
  icon: "ua-worker",
  words: {
    en: () => import("./about.en"),
    it: () => import("./about.it"),
    ru: () => import("./about.ru"),
  },
} satisfies Manifest;
