/** The words of Urbania for things: buildings, specialists, districts, cards, projects. The names in a
 * components file are their ids; what another file names is called as it says. */

import { capital, t } from "../../i18n";
import { DISTRICTS, OUR_TYPES, faceOf } from "./reading";
import type { Card, KindOfProject, Project } from "./view";

export const typeName = (type: string) => t("urbania.type", { type });
export const specialistName = (specialist: string) => t("urbania.specialist", { specialist });
export const shortSpecialist = (specialist: string) => t("urbania.specialist.short", { specialist });
export const districtSign = (district: string) => t("urbania.district.sign", { district });

/** "red 2+$1", as one writes it. */
export function cardSign(text: string): string {
  const { colour, face } = faceOf(text);
  return colour ? t("urbania.card.sign", { suit: colour, face }) : text;
}

/** "red $1", or "rainbow $1". */
export function coinSign(colour: string, n: number): string {
  return colour === "rainbow" ? t("urbania.coins.rainbow", { n }) : t("urbania.coins", { colour, n });
}

const SIGNS = ["workers", "rainbow_workers", "coins", "rainbow_coins"] as const;

/** "red card: 2 workers and 1 coin", as one reads it out. The workers of a card that is kept are spent. */
export function cardTitle(card: Card, kept = false): string {
  const signs = SIGNS.filter((sign) => card[sign] && !(kept && sign.endsWith("workers")));
  return t("urbania.card", { suit: card.colour, shows: signs.map((sign) => t(`urbania.n.${sign}`, { n: card[sign] })) });
}

/** What a project looks at, by its id: "NW", "park", "Doctor", "Banker + Doctor". */
function lookedAt(id: string): { kind: KindOfProject; of: string[] } {
  const of = id.split(" + ");
  if (of.length > 1) return { kind: "pair", of };
  if (DISTRICTS.includes(id)) return { kind: "neighbourhood", of };
  return { kind: OUR_TYPES.includes(id) ? "building" : "single", of };
}

export function projectName(id: string): string {
  return capital(t("urbania.project", { ...lookedAt(id) }));
}

/** What a project counts: "6 for each renewed park". */
export function projectRule({ kind, factor, of }: Project): string {
  const [first = ""] = of;
  if (kind === "neighbourhood") return t("urbania.counts.neighbourhood", { n: factor, district: first });
  if (kind === "building") return t("urbania.counts.building", { n: factor, type: first });
  return t(kind === "pair" ? "urbania.counts.pair" : "urbania.counts.single", { n: factor });
}
