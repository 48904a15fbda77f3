/** A square in words: "E4, green skyline, group of 8 tiles, can be captured". */

import { capital, t } from "../../i18n";
import type { View } from "../../protocol";
import type { Choosing } from "../face";
import type { Mark } from "../board/marks";
import { fits } from "./pressing";
import { LETTERS, NUMBERS, groupOf, lying, read, symbolOn } from "./reading";
import { tileName } from "./saying";
import type { Tile } from "./view";

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

/** Whether a tile that lies can be captured; nothing of empty squares. */
export function aboutSquare(view: View, square: string): string | undefined {
  const tile = lying(view, square);
  if (!tile) return undefined;
  const n = groupOf(view, square).length;
  return `${capital(tileName(tile))}. ${t(`urtown.about.${read(view).options.capture === "singletons" ? "singletons" : "group"}`, { n })}`;
}

/** Where a tile can be placed. */
export function aboutTile(tile: Tile): string {
  const kind = NUMBERS.includes(tile.tile) ? "number" : LETTERS.includes(tile.tile) ? "letter" : tile.tile === "$" ? "money" : "symbol";
  return `${capital(tileName(tile))}. ${t(`urtown.about.${kind}`, { tile: tile.tile, symbol: tile.tile })}`;
}
