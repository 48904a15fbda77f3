/** What pages say of Urbania. */

import type { Manifest } from "../manifest";
import en from "./about.en";
import it from "./about.it";
import ru from "./about.ru";

export default {
  order: 3,
  minutes: 50,
  icon: "ua-worker",
  words: { en, it, ru },
} satisfies Manifest;
