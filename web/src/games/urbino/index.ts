/** The face of Urbino. */

import { t } from "../../i18n";
import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Entry from "./Entry.svelte";
import SeatMark from "./SeatMark.svelte";
import Supply from "./Supply.svelte";
import Worth from "./Worth.svelte";
import { announcement } from "./announcing";
import { ruleOf } from "./explains";
import { choices, line, prompt, refusal, scoreName, seatName, sentence } from "./saying";
import "./words";

export const face: GameFace = {
  Board,
  Supply,
  Worth,
  SeatMark,
  Entry,
  setUp: () => import("./SetUp.svelte"),
  toggles: [
    { key: "lots", label: "urbino.show.lots", initially: true },
    { key: "sight", label: "urbino.show.sight", initially: true },
    { key: "districts", label: "urbino.show.districts", initially: true },
    { key: "coordinates", label: "urbino.show.coordinates", initially: false },
  ],
  announcement,
  seatName,
  seatColour: (seat) => (seat === 0 ? "var(--dark-wall)" : "var(--light-wall)"),
  worthName: () => t("urbino.districts"),
  sentence,
  tellsInWords: true,
  line,
  ruleOf,
  prompt,
  choices,
  refusal,
  scoreName,
  scoresByName: true,
};
