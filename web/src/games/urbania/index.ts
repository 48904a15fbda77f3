/** The face of Urbania. */

import { t } from "../../i18n";
import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Entry from "./Entry.svelte";
import Pool from "./Pool.svelte";
import Projects from "./Projects.svelte";
import SeatMark from "./SeatMark.svelte";
import Supply from "./Supply.svelte";
import Track from "./Track.svelte";
import Wide from "./Wide.svelte";
import Worth from "./Worth.svelte";
import { ruleOf } from "./explains";
import { rows } from "./paying";
import { choices, prompt, refusal, scoreName, seatName } from "./saying";
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
    {
      key: "track",
      icon: "ua-track",
      label: () => t("urbania.track.brief"),
      title: () => t("urbania.track"),
      about: () => t("urbania.track.about"),
      Panel: Track,
    },
    {
      key: "pool",
      icon: "ui-pile",
      label: () => t("urbania.pool.brief"),
      title: () => t("urbania.pool"),
      Panel: Pool,
    },
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
  seatName,
  worthName: () => t("urbania.worth"),
  sentence,
  tellsInWords: true,
  line,
  ruleOf,
  prompt,
  choices,
  rows,
  refusal,
  scoreName,
};
