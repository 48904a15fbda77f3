/** A space in words: "C4, hospital, run-down, 3 workers, 4 points, card icon, can be renewed". */

import { t } from "../../i18n";
import type { View } from "../../protocol";
import type { Choosing } from "../face";
import { districtName, typeName } from "./naming";
import { read, spaceAt } from "./reading";

export function announce(view: View, choosing: Choosing | null, name: string, last: readonly string[]): string {
  const space = spaceAt(view, name);
  if (!space) return name;
  const words = [name, typeName(space.type), t(space.renewed ? "urbania.on.renewed" : "urbania.on.run_down")];
  if (!space.renewed) {
    words.push(t("urbania.n.workers", { n: space.workers }), t("urbania.on.points", { n: space.points }));
    if (space.card) words.push(t("urbania.on.icon"));
  }
  words.push(t("urbania.on.district", { district: districtName(space.district) }));
  if (last.includes(name)) words.push(t("urbania.on.last"));
  if (read(view).payment?.target === name) words.push(t("urbania.on.paid"));
  if (choosing?.can({ does: "renew", space: name })) words.push(t("urbania.can.renew"));
  return words.join(", ");
}
