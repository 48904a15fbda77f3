/** What the server says of a tile of the market before somebody decides about it: its cost, what it would
 * bring, and who could get it first. */

import { t } from "../../i18n";
import type { Outlook, View } from "../../protocol";
import type { Choosing } from "../face";
import { characterName, decreeName, kindName, theTile, usefulName } from "./names";
import { placeOf, read } from "./reading";
import type { Coming, Half, Player, Prospect, UrbeOutlook } from "./view";

export function prospectOf(outlook: Outlook | null | undefined, place: number | null): Prospect | null {
  const { places } = (outlook ?? { places: [] }) as unknown as UrbeOutlook;
  return places.find((one) => one.place === place) ?? null;
}

/** The place that matters: the one chosen, the one to be paid for, or the one somebody looks at. */
export function placeInMind(view: View, choosing: Choosing | null, looked: number | null): number | null {
  const picked = choosing?.picked.place;
  return looked ?? (picked === undefined ? read(view).target : Number(picked));
}

export interface Way {
  card: number;
  by: Half;
}

/** The payment that is chosen for this place, but not yet made. */
export function wayChosen(view: View, choosing: Choosing | null, place: number | null): Way | null {
  const { does, card, by } = choosing?.picked ?? {};
  return place === read(view).target && does === "pay" && card !== undefined && by !== undefined ? { card: Number(card), by: by as Half } : null;
}

const FREE = ["second", "treasurer", "archbishop"];

/** What the seat takes now costs nothing more: the other half of its coin card has paid, or somebody helps. */
export function isFree(view: View, seat: number | null): boolean {
  const { due, to_move } = read(view);
  return seat !== null && to_move === seat && FREE.includes(due);
}

/** The halves that could pay for it; all of them, if any card will do. */
export function pays({ payments }: Prospect, { card, by }: Way): boolean {
  return payments.some((one) => one.card === card && (one.by === null || one.by === by));
}

/** Tiles that the other half would then pay for: with one way to pay, or with any. */
export function secondsOf({ payments }: Prospect, way: Way | null = null): number[] {
  const some = payments.filter((one) => !way || (one.card === way.card && one.by === way.by));
  return [...new Set(some.flatMap(({ seconds }) => seconds))].sort((one, other) => one - other);
}

/** A marked tile for which nothing would be left, if this card were played for the place. */
export function strandedBy(outlook: Outlook | null | undefined, place: number | null, card: unknown): number | null {
  const way = prospectOf(outlook, place)?.payments.find((one) => one.card === card);
  return way?.strands[0] ?? null;
}

/** The same where no card is chosen yet, but every one that pays would leave nothing. */
export function strandedByAll({ payments }: Prospect): number | null {
  const [first] = payments;
  return first && payments.every(({ strands }) => strands.length) ? (first.strands[0] ?? null) : null;
}

export type Tone = "cost" | "gain" | "rival" | "warning";

export interface Saying {
  tone: Tone;
  text: string;
}

export interface Situation {
  view: View;
  you: number;
  outlook: Outlook | null | undefined;
  way: Way | null; // the payment that is chosen
  nameOf: (seat: number) => string;
}

/** All that is known, line by line, what could go wrong first: "the other half could also take blue 2". */
export function sayings(prospect: Prospect, about: Situation): Saying[] {
  const { view, you, outlook, way, nameOf } = about;
  const coming = gains(prospect, view, you);
  if (isFree(view, you)) return coming;
  const others = rivalsForSeconds(outlook, secondsOf(prospect, way), view, nameOf);
  return [...costs(prospect, view, way), ...rivals(prospect, nameOf), ...others, ...coming];
}

function tiles(places: number[], view: View): string[] {
  return places.flatMap((place) => {
    const tile = placeOf(view, place)?.tile;
    return tile ? [kindName(tile)] : [];
  });
}

const FEW = 3; // tiles that are named; more are marked on the market

function costs(prospect: Prospect, view: View, way: Way | null): Saying[] {
  const grey = placeOf(view, prospect.place)?.tile?.power;
  const cards = new Set(prospect.payments.map(({ card }) => card)).size;
  const seconds = secondsOf(prospect, way);
  const text = grey && cards ? t("urbe.prospect.any") : t("urbe.prospect.pays", { n: cards });
  const said: Saying[] = way ? [] : [{ tone: cards ? "cost" : "warning", text }];
  if (seconds.length > FEW) said.push({ tone: "cost", text: t("urbe.prospect.seconds.many", { n: seconds.length }) });
  else if (seconds.length) said.push({ tone: "cost", text: t("urbe.prospect.seconds", { tiles: tiles(seconds, view) }) });
  else if (!grey && cards) said.push({ tone: "cost", text: t("urbe.prospect.no_second") });
  const stranded = placeOf(view, strandedByAll(prospect))?.tile;
  if (stranded) said.push({ tone: "warning", text: t("urbe.prospect.strands", { tile: theTile(stranded) }) });
  return said;
}

function gains({ gains, place }: Prospect, view: View, you: number): Saying[] {
  const own = read(view).players[you]!;
  if (!gains) return [{ tone: "warning", text: t("urbe.prospect.nowhere") }];
  const said: string[] = [];
  const vp = placeOf(view, place)?.tile?.vp;
  if (gains.worth !== vp) said.push(t("urbe.prospect.worth", { n: gains.worth }));
  if (gains.character && own.character)
    said.push(t("urbe.prospect.gain", { name: characterName(own.guild, own.side, own.character), n: gains.character }));
  if (gains.useful && own.useful)
    said.push(t("urbe.prospect.gain", { name: usefulName(own.useful), n: gains.useful }));
  if (gains.fountains.length)
    said.push(t("urbe.prospect.fountains", { points: gains.fountains, where: gains.at ?? "" }));
  said.push(...decreesToCome(gains.decrees, own));
  return said.map((text) => ({ tone: "gain", text }));
}

/** Those it would fulfil, each with its points; then all that it would bring nearer, the nearest first. */
function decreesToCome(coming: Coming[], { decrees }: Player): string[] {
  const known = coming.flatMap(({ id, missing }) => {
    const decree = decrees?.find((one) => one.id === id);
    return decree ? [{ name: decreeName(decree), vp: decree.vp, missing }] : [];
  });
  const met = known.filter(({ missing }) => !missing).map(({ name, vp }) => t("urbe.changes.met", { name, vp }));
  const nearer = known.filter(({ missing }) => missing).sort((one, other) => one.missing - other.missing);
  const names = nearer.map(({ name, missing }) => t("urbe.prospect.decree", { name, n: missing }));
  return names.length ? [...met, t("urbe.prospect.decrees", { decrees: names })] : met;
}

function rivals(prospect: Prospect, nameOf: (seat: number) => string): Saying[] {
  if (!prospect.markers.length) return [];
  return [{ tone: "rival", text: t("urbe.prospect.markers", { names: prospect.markers.map(nameOf) }) }];
}

/** Who could get one of these second tiles first. */
export function rivalsForSeconds(
  outlook: Outlook | null | undefined,
  seconds: number[],
  view: View,
  nameOf: (seat: number) => string,
): Saying[] {
  const found = seconds.flatMap((place) => prospectOf(outlook, place) ?? []).filter(({ takers }) => takers.length);
  if (!found.length) return [];
  const seats = [...new Set(found.flatMap(({ takers }) => takers))].sort();
  const places = found.map(({ place }) => place);
  const all = places.length === seconds.length;
  const values = { names: seats.map(nameOf), tiles: tiles(places, view) };
  return [{ tone: "rival", text: all && places.length > 2 ? t("urbe.prospect.takers.all", values) : t("urbe.prospect.takers", values) }];
}
