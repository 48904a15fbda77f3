/** The face of Urbe. */

import { t } from "../../i18n";
import type { GameFace } from "../face";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import DecreesTab from "./DecreesTab.svelte";
import Entry from "./Entry.svelte";
import Others from "./Others.svelte";
import PointsTab from "./PointsTab.svelte";
import SeatMark from "./SeatMark.svelte";
import Supply from "./Supply.svelte";
import Wide from "./Wide.svelte";
import Worth from "./Worth.svelte";
import { announcement, when } from "./announcing";
import { flights } from "./flights";
import { lit } from "./lit.svelte";
import { ruleOf } from "./explains";
import { proposal } from "./paying";
import { asksFirst, choices, prompt, refusal, scoreKind, scoreName, scoreSquares, seatColour, seatName } from "./saying";
import { line, sentence } from "./telling";
import "./words";

export const face: GameFace = {
  Board,
  Supply,
  Worth,
  SeatMark,
  Entry,
  Wide,
  panels: [
    { key: "decrees", icon: "ua-project", label: () => t("urbe.decrees"), Panel: DecreesTab },
    { key: "others", icon: "ui-group", label: () => t("urbe.others"), Panel: Others },
    { key: "points", icon: "ur-crown", label: () => t("urbe.sheet_name"), Panel: PointsTab },
  ],
  toggles: [
    { key: "lots", label: "urbe.show.lots", initially: true },
    { key: "coordinates", label: "urbe.show.coordinates", initially: true },
  ],
  announcement,
  when,
  Aside,
  flights,
  seatName,
  seatColour,
  worthName: () => t("urbe.sheet_name"),
  sentence,
  tellsInWords: true,
  line,
  ruleOf,
  prompt,
  proposal,
  choices,
  asksFirst,
  refusal,
  scoreKind,
  scoreName,
  scoreSquares,
  leave: () => lit.forget(),
};
