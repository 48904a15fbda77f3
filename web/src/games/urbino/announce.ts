/** A square in words, for those who hear the board: "d4, black palace, district B, last move". */

import { t } from "../../i18n";
import type { View } from "../../protocol";
import type { Choosing } from "../face";
import { read, seatId, walled, type Lettered } from "./reading";
import type { Kind } from "./view";

export function announce(
  view: View,
  choosing: Choosing | null,
  square: string,
  last: readonly string[],
): string {
  const { architects, buildings } = read(view);
  const building = buildings.find((one) => one.square === square);
  const district = walled(view).find(({ squares }) => squares.includes(square));
  const words = [square];
  if (building) words.push(t(`urbino.on.${building.kind}.${building.seat === 0 ? 0 : 1}`));
  else words.push(t(architects.includes(square) ? "urbino.on.architect" : "urbino.on.nothing"));
  if (district) words.push(t("urbino.on.district", { letter: district.letter }));
  if (last.includes(square)) words.push(t("urbino.on.last"));
  words.push(...possibilities(view, choosing, square));
  return words.join(", ");
}

/** What stands on a square, what it counts, and its district; nothing of empty squares. */
export function aboutSquare(view: View, square: string): string | undefined {
  const { architects, buildings } = read(view);
  const building = buildings.find((one) => one.square === square);
  if (!building) return architects.includes(square) ? t("urbino.about.architect") : undefined;
  const district = walled(view).find(({ squares }) => squares.includes(square));
  return [aboutKind(building.kind), district && aboutDistrict(district)].filter(Boolean).join(" ");
}

export function aboutKind(kind: Kind): string {
  return t(`urbino.about.${kind}`);
}

/** "District B: Black 5, White 3. Black scores it." */
export function aboutDistrict({ letter, points, scorer }: Lettered): string {
  const [black = 0, white = 0] = points;
  return t("urbino.worth.row", { letter, black, white, scorer: scorer === null ? "nobody" : seatId(scorer) });
}

function possibilities(view: View, choosing: Choosing | null, square: string): string[] {
  const { architects, lots, to_move } = read(view);
  const isLot = lots.includes(square) && to_move !== null;
  if (!choosing || choosing.all.length === 0) return isLot ? [t("urbino.on.lot")] : [];
  const { picked } = choosing;
  if (choosing.can({ does: "place_architect", square })) return [t("urbino.can.place")];
  if (picked.does === "reposition" && picked.architect !== undefined) {
    const free = choosing.can({ does: "reposition", architect: picked.architect, square });
    return free ? [t("urbino.can.reposition")] : [];
  }
  const architect = architects.indexOf(square);
  if (architect >= 0)
    return choosing.can({ does: "reposition", architect }) ? [t("urbino.can.leave")] : [];
  if (!isLot) return [];
  const kind = picked.kind;
  if (choosing.can({ does: "erect", square, ...(kind === undefined ? {} : { kind }) }))
    return [t("urbino.can.build")];
  return [kind === undefined ? t("urbino.on.barred") : t("urbino.on.barred_for", { kind })];
}
