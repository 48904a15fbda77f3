/** The place in a studied game, in words. */

import { t } from "../i18n";
import type { Session } from "../table/session.svelte";
import { sentenceOf } from "../table/speech";
import type { Studying } from "./studying.svelte";

export function placeText(studying: Studying, session: Session): { place: string; said: string } {
  const { line, lines, isExploring, isWithin } = studying;
  const turns = { n: line + 1, all: lines.length };
  if (studying.isFree) {
    const n = session.log.filter(({ done }) => done).length;
    return { place: n ? t("study.free_turn", { n }) : t("table.start"), said: latest(session) };
  }
  if (isExploring) return { place: t("study.tried_from", turns), said: latest(session) };
  if (isWithin) return { place: t("study.within_turn", { ...turns, n: line + 2 }), said: latest(session) };
  const told = lines[line];
  if (!told) return { place: t("table.start"), said: "" };
  return { place: t("table.after_turn", turns), said: sentenceOf(session, told) };
}

/** The last move on the board, played or tried. */
function latest(session: Session): string {
  const line = session.log.at(-1);
  return line ? sentenceOf(session, line) : "";
}
