/** Turns of Urbe in words and in signs: the log. */

import { has, list, t } from "../../i18n";
import type { Account } from "../../protocol";
import { characterName, colourName, kindName, partName, theTile, usefulName, whereWords, type Named } from "./names";
import type { Part } from "./view";

/** What an account of Urbe may hold; `does` says which of it. */
export interface Done {
  does: string;
  side: string;
  guild: string;
  name: string;
  useful: string;
  place: number;
  by: Part;
  flags: string[];
  guilds: string[];
  takes: boolean;
  tile: Named;
  location: string;
  fountains: number[];
  kept: Named[];
  cell: string;
  other: string;
  tiles: Named[];
}

export function asDone(does: Account[]): Done[] {
  return does as unknown as Done[];
}

/** "boat + fox", "the yellow flag": what pays for a tile. */
function means(coin: Done, by: Part, tile: Named): string {
  if (by === "flags") return t("urbe.with.flag", { colour: colourName(tile.colour) });
  return partName(coin, "guilds");
}

const coinName = (coin: Done) => `${partName(coin, "flags")} / ${partName(coin, "guilds")}`;
const other = (by: Part): Part => (by === "flags" ? "guilds" : "flags");

/** "the yellow 5 with boat + fox", once for each tile that was taken. */
function taken(does: Done[]): string[] {
  const coin = does.find((one) => one.does === "pay");
  return does.flatMap((one) => {
    const tile = one.tile ? theTile(one.tile) : "";
    if (one.does === "pay") return [t("urbe.take.with", { tile, what: means(one, one.by, one.tile) })];
    if (one.does === "spend" && one.takes) return [t("urbe.take.for", { tile, coin: coinName(one) })];
    if (one.does === "take_second")
      return [coin ? t("urbe.take.with", { tile, what: means(coin, other(coin.by), one.tile) }) : tile];
    return one.does === "use_treasurer" ? [t("urbe.take.treasurer", { tile })] : [];
  });
}

function laid(one: Done): string {
  const [many, fountains] = [one.fountains?.length ?? 0, one.fountains ?? []];
  const where = whereWords(one.location);
  const on = t(one.location.includes(" ") ? "urbe.lay.outside" : "urbe.lay.on", { tile: theTile(one.tile), where });
  return many ? `${on}, ${t("urbe.lay.fountains", { n: many, points: fountains.join(" + ") })}` : on;
}

/** What goes without saying within a turn, if it is all there is to say. */
function alone(one: Done): string[] {
  if (one.does === "choose_meeple") return [t("urbe.said.meeple", { tile: theTile(one.tile) })];
  return has(`urbe.said.${one.does}`) ? [t(`urbe.said.${one.does}`)] : [];
}

/** What a decision of a turn adds to its sentence, taking and laying apart. */
const SAYS: Record<string, (one: Done) => string> = {
  choose_side: ({ guild, side, name }) => t("urbe.said.side", { name: characterName(guild, side, name) }),
  keep_useful: ({ useful, name }) => t("urbe.said.keep_useful", { name: usefulName({ id: useful, name }) }),
  mark: ({ tile }) => t("urbe.said.mark", { tile: theTile(tile) }),
  send_archbishop: ({ tile }) => t("urbe.said.archbishop", { tile: theTile(tile) }),
  no_archbishop: () => t("urbe.said.no_archbishop"),
  spend: ({ tile, takes }) => (takes ? "" : t("urbe.said.leave", { tile: theTile(tile) })),
  keep: ({ kept }) => (kept?.length ? t("urbe.said.keep", { tiles: list(kept.map(theTile)) }) : t("urbe.said.end")),
  swap: ({ cell, other }) => t("urbe.said.swap", { cell, other }),
  no_swap: () => t("urbe.said.no_swap"),
};

/** The pieces of a turn, each a part of one sentence. */
function pieces(does: Done[]): string[] {
  const takes = taken(does);
  const lays = does.filter(({ does: what }) => what === "place").map(laid);
  const said = [
    lays.length ? t("urbe.said.lay", { tiles: lays.join("; ") }) : "",
    takes.length ? t("urbe.said.take", { tiles: list(takes) }) : "",
    ...does.map((one) => SAYS[one.does]?.(one) ?? ""),
  ].filter(Boolean);
  return said.length ? said : does.flatMap(alone);
}

export function sentence(does: Account[], who: string): string {
  const said = pieces(asDone(does));
  return said.length ? t("urbe.said", { who, what: said.join(", ") }) : who;
}

/** A decision in a few signs; nothing for those that go without saying. */
function signs(one: Done): string {
  if (one.does === "choose_side") return characterName(one.guild, one.side, one.name);
  if (one.does === "keep_useful") return usefulName({ id: one.useful, name: one.name });
  if (one.does === "mark") return `→ ${kindName(one.tile)}`;
  if (one.does === "send_archbishop") return `† ${kindName(one.tile)}`;
  if (TAKING.includes(one.does)) return `${one.takes === false ? "–" : "+"} ${kindName(one.tile)}`;
  if (one.does === "swap") return `${one.cell} ⇄ ${one.other}`;
  if (one.does !== "place") return "";
  const fountains = one.fountains?.length ? ` (${one.fountains.join("+")})` : "";
  return `${kindName(one.tile)} ${whereWords(one.location)}${fountains}`;
}

export const TAKING = ["pay", "spend", "take_second", "use_treasurer"];

/** What a turn comes to that has no signs: "No second", "Keep for later". */
export function unsigned(does: Account[]): string {
  const done = asDone(does);
  if (done.some((one) => signs(one))) return "";
  const named = (one: Done) => t(`urbe.do.${one.does === "choose_meeple" ? "meeple" : one.does}`);
  return done.map((one) => (one.tile ? `${named(one)}: ${kindName(one.tile)}` : named(one))).join(", ");
}

/** The same in a few signs. */
export function line(does: Account[]): string {
  return asDone(does).map(signs).filter(Boolean).join(", ") || unsigned(does);
}
