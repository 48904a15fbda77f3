/** A square in words: "E4, green skyline, group of 8 tiles, can be captured". */

import { t } from "../../i18n";
import type { View } from "../../protocol";
import type { Choosing } from "../face";
import type { Mark } from "../board/marks";
import { fits } from "./pressing";
import { groupOf, lying, symbolOn } from "./reading";
import { tileName } from "./saying";

export function announce(
  view: View,
  choosing: Choosing | null,
  square: string,
  last: readonly string[],
  mark: Mark | undefined,
): string {
  const tile = lying(view, square);
  const words = [square];
  if (tile) {
    words.push(tileName(tile), t("urtown.on.group", { n: groupOf(view, square).length }));
  } else words.push(t("urtown.on.empty", { symbol: symbolOn(square) }));
  if (last.includes(square)) words.push(t("urtown.on.last"));
  if (choosing && fits(choosing, square)) words.push(t(tile ? "urtown.can.capture" : "urtown.can.place"));
  else if (mark === "barred-tile") words.push(t("urtown.on.barred"));
  return words.join(", ");
}
