/** What is read out of a space of the city and of a row of the track. */

import { t } from "../../i18n";
import type { View } from "../../protocol";
import type { Choosing } from "../face";
import { specialistName, typeName } from "./naming";
import { read, spaceAt } from "./reading";
import type { Row } from "./view";
import { seatName } from "./saying";

/** "C4, hospital, run-down, 3 workers, 4 points, card icon, can be renewed". */
export function announce(view: View, choosing: Choosing | null, name: string, last: readonly string[]): string {
  const space = spaceAt(view, name);
  if (!space) return name;
  const words = [name, typeName(space.type), t(space.renewed ? "urbania.on.renewed" : "urbania.on.run_down")];
  if (!space.renewed) {
    words.push(t("urbania.n.workers", { n: space.workers }), t("urbania.on.points", { n: space.points }));
    if (space.card) words.push(t("urbania.on.icon"));
  }
  words.push(t("urbania.on.district", { district: space.district }));
  if (last.includes(name)) words.push(t("urbania.on.last"));
  if (read(view).payment?.target === name) words.push(t("urbania.on.paid"));
  if (choosing?.can({ does: "renew", space: name })) words.push(t("urbania.can.renew"));
  return words.join(", ");
}

export function worksFor({ holder }: Row, you: number | null, names: string[]): string {
  if (holder === null) return t("urbania.held.nobody");
  return holder === you ? t("urbania.held.you") : t("urbania.held.by", { name: names[holder] || seatName(holder) });
}

/** "Banker, costs 3 coins, works for Bruno, bank: 1 renewed, can be hired". */
export function announceSpecialist(view: View, choosing: Choosing | null, row: Row, holder: string): string {
  const { type, specialist, value, buildings } = row;
  const renewed = t("urbania.buildings", { type, n: buildings });
  const words = [specialistName(specialist), t("urbania.price", { n: value }), holder, renewed];
  if (choosing?.can({ does: "hire", specialist })) words.push(t("urbania.can.hire"));
  if (read(view).payment?.target === specialist) words.push(t("urbania.on.paid"));
  return words.join(", ");
}
