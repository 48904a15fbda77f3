/** The face of Urtown. */

import { t } from "../../i18n";
import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Entry from "./Entry.svelte";
import SeatMark from "./SeatMark.svelte";
import Supply from "./Supply.svelte";
import Worth from "./Worth.svelte";
import { announcement } from "./announcing";
import { flights } from "./flights";
import { ruleOf } from "./explains";
import { coloursOf } from "./reading";
import { choices, line, prompt, refusal, scoreKind, scoreName, seatName, sentence, unfit } from "./saying";
import "./words";

export const face: GameFace = {
  Board,
  Supply,
  Worth,
  SeatMark,
  Entry,
  toggles: [
    { key: "lots", label: "urtown.show.lots", initially: true },
    { key: "sizes", label: "urtown.show.sizes", initially: false },
    { key: "coordinates", label: "urtown.show.coordinates", initially: false },
  ],
  announcement,
  flights,
  seatName,
  seatColour: (seat, view) => `var(--seat-${(view ? (coloursOf(view, seat)[0]?.index ?? seat) : seat) + 1})`,
  worthName: () => t("urtown.groups"),
  sentence,
  tellsInWords: true,
  line,
  ruleOf,
  prompt,
  choices,
  refusal,
  unfit,
  scoreKind,
  scoreName,
};
