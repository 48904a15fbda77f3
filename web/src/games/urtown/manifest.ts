/** What pages say of Urtown. */

import type { Manifest } from "../manifest";
import en from "./about.en";
import it from "./about.it";
import ru from "./about.ru";

export default {
  order: 2,
  minutes: 30,
  icon: "ut-skyline",
  words: { en, it, ru },
} satisfies Manifest;
