/** The words of Urbania for things: buildings, specialists, districts, cards, projects. The names in a
 * components file are their ids; what another file names is called as it says. */

import { capital, list, t } from "../../i18n";
import { DISTRICTS, OUR_TYPES, countsOf, faceOf } from "./reading";
import type { Card, KindOfProject, Project } from "./view";

export const typeName = (type: string) => t("urbania.type", { type });
export const specialistName = (specialist: string) => t("urbania.specialist", { specialist });
export const shortSpecialist = (specialist: string) => t("urbania.specialist.short", { specialist });
export const districtSign = (district: string) => t("urbania.district.sign", { district });

const SIGNS = ["workers", "rainbow_workers", "coins", "rainbow_coins"] as const;

/** "2+$1" in words: "2 workers and 1 coin". */
export function faceInWords(face: string): string {
  const shown = countsOf(face);
  return list(SIGNS.filter((sign) => shown[sign]).map((sign) => t(`urbania.n.${sign}`, { n: shown[sign] })));
}

/** "red card (2 workers and 1 coin)", from "red 2+$1" as records write it. */
export function cardName(text: string): string {
  const { colour, face } = faceOf(text);
  return colour ? t("urbania.card.name", { suit: colour, shows: faceInWords(face) }) : text;
}

/** The same as part of a sentence in the log: "a red card (2 workers and 1 coin)". */
export function cardTold(text: string): string {
  const { colour, face } = faceOf(text);
  return colour ? t("urbania.card.told", { suit: colour, shows: faceInWords(face) }) : text;
}

/** "1 red coin", or "1 rainbow coin". */
export const coinsNamed = (colour: string, n: number) => t("urbania.coins", { colour, n });

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
