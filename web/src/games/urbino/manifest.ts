/** What pages say of Urbino. */

import type { Manifest } from "../manifest";
import en from "./about.en";
import it from "./about.it";
import ru from "./about.ru";

export default {
  order: 1,
  minutes: 25,
  icon: "ub-palace-dark",
  exampleRule: "URBINO-LOT-3",
  words: { en, it, ru },
} satisfies Manifest;
