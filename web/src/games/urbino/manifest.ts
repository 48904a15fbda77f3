/** What pages say of Urbino. */

import type { Manifest } from "../manifest";

export default {
  order: 1,
  minutes: 25,
  icon: "ub-palace-dark",
  seatFills: ["var(--dark-wall)", "var(--light-wall)"],
  exampleRule: "URBINO-LOT-3",
  words: {
    en: () => import("./about.en"),
    it: () => import("./about.it"),
    ru: () => import("./about.ru"),
  },
} satisfies Manifest;
