/** What nobody may miss: the last round has begun. */

import { t } from "../../i18n";
import type { View } from "../../protocol";
import type { Announcement } from "../face";
import { read } from "./reading";

export function announcement(view: View): Announcement | null {
  const { round, rounds, phase } = read(view);
  if (round < rounds || phase === "over" || phase === "characters") return null;
  return { key: "last", title: t("urbe.last_round"), detail: t("urbe.last_round.about"), brief: t("urbe.last_round") };
}

/** Round and phase, for a bar: "Round 2 of 6 · Marking". */
export function when(view: View): string {
  const { round, rounds, phase } = read(view);
  const said = t(`urbe.phase.${phase}`);
  return round > 0 && phase !== "over" ? t("urbe.when", { n: round, all: rounds, phase: said }) : said;
}
