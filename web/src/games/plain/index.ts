/** The face of any game that has none of its own: ugly, but all of it can be played. */

import { t } from "../../i18n";
import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Entry from "./Entry.svelte";
import SeatMark from "./SeatMark.svelte";
import Supply from "./Supply.svelte";
import Worth from "./Worth.svelte";
import { line, prompt, refusal, seatName, sentence } from "./saying";
import "./words";

export const face: GameFace = {
  Board,
  Supply,
  Worth,
  SeatMark,
  Entry,
  toggles: [],
  seatName,
  worthName: () => t("plain.scores"),
  sentence,
  line,
  prompt,
  choices: () => [],
  refusal,
};
