/** The words of Urbania for things: buildings, colours, specialists, districts, cards, projects. What
 * another components file names is called as it says. */

import { capital, has, list, t } from "../../i18n";
import { faceOf } from "./reading";
import type { Card, Project } from "./view";

/** "Small Business Owner" is `small_business_owner` in the keys of words. */
function said(kind: string, name: string, otherwise: string = name): string {
  const key = `urbania.${kind}.${name.toLowerCase().replaceAll(" ", "_")}`;
  return has(key) ? t(key) : otherwise;
}

/** "hospital"; `theType` is the same as what something is done to: "the hospital". */
export const typeName = (type: string) => said("type", type);
export const theType = (type: string) => said("the", type, typeName(type));
export const specialistName = (name: string) => said("specialist", name);
export const theSpecialist = (name: string) => said("hired", name, specialistName(name));
export const shortSpecialist = (name: string) => said("short", name, specialistName(name));
export const districtName = (name: string) => said("district", name);
export const districtSign = (name: string) => said("sign", name);
/** "red" beside a sign, and as it stands beside workers: "красный", "красного". */
export const hue = (colour: string) => said("hue", colour);
export const colourOf = (colour: string) => said("of", colour, hue(colour));

/** "red 2+$1", as one writes it. */
export function cardSign(text: string): string {
  const { colour, face } = faceOf(text);
  return colour ? `${hue(colour)} ${face}` : text;
}

/** "Red card: 2 workers, 1 coin", as one reads it out. */
export function cardTitle(card: Card): string {
  const shows = [
    card.workers ? t("urbania.n.workers", { n: card.workers }) : "",
    card.rainbow_workers ? t("urbania.n.rainbow_workers", { n: card.rainbow_workers }) : "",
    card.coins ? t("urbania.n.coins", { n: card.coins }) : "",
    card.rainbow_coins ? t("urbania.n.rainbow_coins", { n: card.rainbow_coins }) : "",
  ].filter(Boolean);
  return t("urbania.card", { colour: colourOf(card.colour), shows: list(shows) });
}

/** What a project is called, by the name that the server gives it. */
export function projectName(name: string): string {
  if (name.includes(" + ")) return name.split(" + ").map(specialistName).map(capital).join(" + ");
  return capital(said("project", name, said("specialist", name)));
}

/** What a project counts: "6 for each renewed park". */
export function projectRule({ kind, factor, of }: Project): string {
  const [first = ""] = of;
  if (kind === "neighbourhood") return t("urbania.counts.neighbourhood", { n: factor, district: districtName(first) });
  if (kind === "building") return t("urbania.counts.building", { n: factor, type: typeName(first) });
  return t(kind === "pair" ? "urbania.counts.pair" : "urbania.counts.single", { n: factor });
}
