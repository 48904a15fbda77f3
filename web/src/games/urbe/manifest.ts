/** What pages say of Urbe. */

import type { Manifest } from "../manifest";
import en from "./about.en";
import it from "./about.it";
import ru from "./about.ru";

export default {
  order: 4,
  minutes: 35,
  icon: "ur-crown",
  words: { en, it, ru },
} satisfies Manifest;
