/** Turns of Urbe in words and in signs: the log. */

import { t, type Values } from "../../i18n";
import type { Account } from "../../protocol";
import { characterName, coinName, kindName, theTile, usefulName, whereWords, type Kind } from "./names";
import type { Half } from "./view";

/** What an account of Urbe may hold; `does` says which of it. */
export interface Done {
  does: string;
  side: string;
  guild: string;
  name: string;
  renamed?: boolean;
  useful: string;
  place: number;
  by: Half;
  flags: string[];
  guilds: string[];
  takes: boolean;
  tile: Kind;
  location: string;
  fountains: number[];
  kept: Kind[];
  cell: string;
  other: string;
  tiles: Kind[];
}

export function asDone(does: Account[]): Done[] {
  return does as unknown as Done[];
}

const other = (by: Half): Half => (by === "flags" ? "guilds" : "flags");

/** "the yellow 5 with the boat and the fox", once for each tile that was taken. */
function taken(does: Done[]): string[] {
  const coin = does.find((one) => one.does === "pay");
  const paid = (tile: Kind, { guilds }: Done, by: Half) =>
    t(`urbe.take.${by}`, { tile: theTile(tile), colour: tile.colour, guilds });
  return does.flatMap((one) => {
    if (one.does === "pay") return [paid(one.tile, one, one.by)];
    if (one.does === "take_second") return [coin ? paid(one.tile, coin, other(coin.by)) : theTile(one.tile)];
    if (one.does === "use_treasurer") return [t("urbe.take.treasurer", { tile: theTile(one.tile) })];
    const spent = one.does === "spend" && one.takes;
    return spent ? [t("urbe.take.card", { tile: theTile(one.tile), coin: coinName(one) })] : [];
  });
}

/** "the yellow 5 on B2 (fountain of 3)". */
function placed({ tile, location, fountains = [] }: Done): string {
  const words = { tile: theTile(tile), where: whereWords(location) };
  return location.includes(" ") ? t("urbe.place.outside", words) : t("urbe.place.on", { ...words, fountains });
}

/** Choosing a character, and marking. */
function beforeTaking(find: Find, who: string): string | null {
  const [side, useful, mark, sent] = [find("choose_side"), find("keep_useful"), find("mark"), find("send_archbishop")];
  if (side) return t("urbe.said.side", { who, name: characterName(side.guild, side.side, side) });
  if (useful) return t("urbe.said.useful", { who, name: usefulName({ ...useful, id: useful.useful }) });
  if (mark) {
    const said = { who, tile: theTile(mark.tile) };
    if (sent) return t("urbe.said.mark.archbishop", { ...said, other: theTile(sent.tile) });
    return find("no_archbishop") ? t("urbe.said.mark.no_archbishop", said) : t("urbe.said.mark", said);
  }
  if (sent) return t("urbe.said.archbishop", { who, tile: theTile(sent.tile) });
  return find("no_archbishop") ? t("urbe.said.no_archbishop", { who }) : null;
}

function ofTaking(does: Done[], find: Find, who: string): string | null {
  const tiles = taken(does);
  const [spent, meeple] = [find("spend"), find("choose_meeple")];
  if (tiles.length) return t("urbe.said.take", { who, tiles });
  if (spent) return t("urbe.said.leave", { who, tile: theTile(spent.tile) });
  if (meeple) return t("urbe.said.meeple", { who, tile: theTile(meeple.tile) });
  if (find("no_treasurer")) return t("urbe.said.no_treasurer", { who });
  return find("no_second") ? t("urbe.said.no_second", { who }) : null;
}

function ofPlacing(does: Done[], find: Find, who: string): string | null {
  const [keep, swap] = [find("keep"), find("swap")];
  const tiles = does.filter((one) => one.does === "place").map(placed);
  const said: Values = { who, tiles };
  if (keep) said.kept = keep.kept.map(theTile);
  if (swap) said.cells = [swap.cell, swap.other];
  const first = tiles.length ? "place" : keep ? "keep" : null;
  if (first === null) {
    if (swap) return t("urbe.said.swap", said);
    return find("no_swap") ? t("urbe.said.no_swap", said) : null;
  }
  if (first === "place" && keep) return t(swap ? "urbe.said.place.keep.swap" : "urbe.said.place.keep", said);
  return t(swap ? `urbe.said.${first}.swap` : `urbe.said.${first}`, said);
}

type Find = (does: string) => Done | undefined;

/** A turn, or what has been decided of it. */
export function sentence(does: Account[], who: string): string {
  const done = asDone(does);
  const find: Find = (wanted) => done.find((one) => one.does === wanted);
  return beforeTaking(find, who) ?? ofTaking(done, find, who) ?? ofPlacing(done, find, who) ?? who;
}

/** A decision in a few signs; nothing for those that go without saying. */
function signs(one: Done): string {
  if (one.does === "choose_side") return characterName(one.guild, one.side, one);
  if (one.does === "keep_useful") return usefulName({ ...one, id: one.useful });
  if (one.does === "mark") return t("urbe.brief.mark", { tile: kindName(one.tile) });
  if (one.does === "send_archbishop") return `† ${kindName(one.tile)}`;
  if (TAKING.includes(one.does)) return t(one.takes === false ? "urbe.brief.leave" : "urbe.brief.take", { tile: kindName(one.tile) });
  if (one.does === "swap") return `${one.cell} ⇄ ${one.other}`;
  if (one.does !== "place") return "";
  const fountains = one.fountains?.length ? ` (${one.fountains.join("+")})` : "";
  return `${kindName(one.tile)} ${whereWords(one.location)}${fountains}`;
}

export const TAKING = ["pay", "spend", "take_second", "use_treasurer"];

/** What a turn without signs is called: "No second tile", "Keep for later". */
export function unsigned(does: Account[]): string {
  const done = asDone(does);
  if (done.some((one) => signs(one))) return "";
  return done.map(named).join(", ");
}

const ALONE = ["no_archbishop", "no_second", "no_treasurer", "keep", "no_swap"] as const;

function named({ does, tile }: Done): string {
  const alone = ALONE.find((one) => one === does);
  if (alone) return t(`urbe.do.${alone}`);
  return tile ? `${t("urbe.do.meeple")}: ${kindName(tile)}` : t("urbe.do.meeple");
}

/** The same in a few signs. */
export function line(does: Account[]): string {
  return asDone(does).map(signs).filter(Boolean).join(", ") || unsigned(does);
}
