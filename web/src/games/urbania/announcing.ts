/** What nobody may miss: the last turns have begun, and why. */

import { capital, t } from "../../i18n";
import type { View } from "../../protocol";
import type { Announcement } from "../face";
import { END_LEFT, END_SPECIALISTS, END_VALUE, read } from "./reading";

export function announcement(view: View): Announcement | null {
  const { end_turns, seats, to_move } = read(view);
  if (end_turns <= 0 || to_move === null) return null;
  const turns = Array.from({ length: end_turns }, (_, i) => (to_move + i) % seats);
  return { key: "end", title: t("urbania.end.title"), detail: why(view), brief: t("urbania.end.left", { n: end_turns }), turns };
}

function why(view: View): string {
  const { undeveloped, track } = read(view);
  const district = Object.keys(undeveloped).find((one) => one !== "centre" && undeveloped[one]! <= END_LEFT);
  if (district) return `${capital(t("urbania.heard.run_down", { district, n: undeveloped[district]! }))}.`;
  const n = track.filter(({ value }) => value >= END_VALUE).length;
  return n >= END_SPECIALISTS ? t("urbania.end.specialists", { n, value: END_VALUE }) : "";
}
