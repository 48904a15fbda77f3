/** What nobody may miss: one has just skipped, so that the other's skip would end the game. */

import { t } from "../../i18n";
import type { View } from "../../protocol";
import type { Announcement } from "../face";
import { read } from "./reading";

export function announcement(view: View): Announcement | null {
  const { skips, phase, to_move } = read(view);
  if (skips < 1 || phase === "over") return null;
  return { key: "skip", title: t("urbino.skipped.title"), detail: t("urbino.skipped.about"), brief: t("urbino.skipped.about"), seat: to_move };
}
