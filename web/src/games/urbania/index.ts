/** The face of Urbania. */

import { t } from "../../i18n";
import type { GameFace } from "../face";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import Entry from "./Entry.svelte";
import Market from "./Market.svelte";
import Projects from "./Projects.svelte";
import SeatMark from "./SeatMark.svelte";
import Supply from "./Supply.svelte";
import Wide from "./Wide.svelte";
import Worth from "./Worth.svelte";
import { announcement } from "./announcing";
import { flights } from "./flights";
import { NARROW, extent } from "./city";
import { ruleOf } from "./explains";
import { proposal, rows } from "./paying";
import { choices, prompt, refusal, scoreName, seatName } from "./saying";
import { forYou, line, sentence, touched } from "./telling";
import "./words";

const { width, height } = extent(NARROW);

export const face: GameFace = {
  Board,
  boardName: () => t("urbania.city.brief"),
  boardRatio: height / width,
  Supply,
  Worth,
  SeatMark,
  Entry,
  Wide,
  panels: [
    { key: "market", icon: "ua-towers", label: () => t("urbania.market"), Panel: Market },
    {
      key: "projects",
      icon: "ua-project",
      label: () => t("urbania.projects"),
      about: () => t("urbania.only_submitted"),
      Panel: Projects,
    },
  ],
  toggles: [
    { key: "can", label: "urbania.show.can", initially: true },
    { key: "coordinates", label: "urbania.show.coordinates", initially: true },
  ],
  announcement,
  Aside,
  flights,
  touched,
  seatName,
  worthName: () => t("urbania.worth"),
  sentence,
  forYou,
  tellsInWords: true,
  line,
  ruleOf,
  prompt,
  choices,
  asksFirst: ({ does }) => does === "submit",
  rows,
  proposal,
  refusal,
  scoreName,
};
