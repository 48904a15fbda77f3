/** The face of Urbania. */

import { t } from "../../i18n";
import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Entry from "./Entry.svelte";
import PoolPanel from "./PoolPanel.svelte";
import ProjectsPanel from "./ProjectsPanel.svelte";
import SeatMark from "./SeatMark.svelte";
import Supply from "./Supply.svelte";
import TrackPanel from "./TrackPanel.svelte";
import Wide from "./Wide.svelte";
import Worth from "./Worth.svelte";
import { rows } from "./paying";
import { refusal } from "./refusing";
import { choices, prompt, scoreName, seatName } from "./saying";
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
    { key: "track", icon: "ui-log", label: () => t("urbania.track.brief"), Panel: TrackPanel },
    { key: "pool", icon: "ui-pile", label: () => t("urbania.pool.brief"), Panel: PoolPanel },
    { key: "projects", icon: "ua-project", label: () => t("urbania.projects"), Panel: ProjectsPanel },
  ],
  toggles: [
    { key: "can", label: "urbania.show.can", initially: true },
    { key: "coordinates", label: "urbania.show.coordinates", initially: true },
  ],
  seatName,
  worthName: () => t("urbania.worth"),
  sentence,
  line,
  prompt,
  choices,
  rows,
  refusal,
  scoreName,
};
