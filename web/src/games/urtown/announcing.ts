/** What nobody may miss: only last tiles are still to be placed. */

import { t } from "../../i18n";
import type { View } from "../../protocol";
import type { Announcement } from "../face";
import { coloursOf, read } from "./reading";

export function announcement(view: View): Announcement | null {
  const { seats, to_move } = read(view);
  if (to_move === null) return null;
  const left = Array.from({ length: seats }, (_, seat) => tilesLeft(view, seat));
  const n = left.reduce((sum, one) => sum + one, 0);
  if (n === 0 || Math.max(...left) > 1) return null;
  const turns = Array.from({ length: seats }, (_, i) => (to_move + i) % seats).filter((seat) => left[seat]);
  const title = t("urtown.last.title", { n });
  return { key: n === 1 ? "last tile" : "last tiles", title, detail: t("urtown.last.about"), brief: title, turns };
}

/** How many tiles a seat still places at most: those of its piles, and one more of each colour. */
function tilesLeft(view: View, seat: number): number {
  return coloursOf(view, seat).reduce((sum, { finished, pile_size }) => sum + (finished ? 0 : pile_size + 1), 0);
}
