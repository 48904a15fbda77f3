/** What pages say of Urbe. */

import type { Manifest } from "../manifest";

export default {
  order: 4,
  minutes: 35,
  seatFills: ["var(--ink-3)"], // guilds are dealt, so a seat has no colour of its own
  icon: "ur-crown",
  words: {
    en: () => import("./about.en"),
    it: () => import("./about.it"),
    ru: () => import("./about.ru"),
  },
} satisfies Manifest;
