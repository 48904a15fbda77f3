/** What Urbe says in words: seats, the line under the board, refusals. */

import { capital, has, list, t } from "../../i18n";
import type { Parts, Refused, ScoreLine, View } from "../../protocol";
import type { Choice, Choosing, Prompt } from "../face";
import { isPicked, whole } from "../saying";
import {
  characterName,
  decreeName,
  guildName,
  kindName,
  nameInSheet,
  partName,
  theTile,
  usefulName,
  usefulText,
  whereWords,
} from "./names";
import { tileInHand } from "./pressing";
import { foreseen, kindOf, lying, placeOf, read } from "./reading";
import type { Character, Part, UrbeView, Useful } from "./view";

export function seatName(seat: number, view: View | null): string {
  const guild = view ? read(view).players?.[seat]?.guild : undefined;
  return guild ? capital(guildName(guild)) : "";
}

export function seatColour(seat: number, view: View | null): string {
  return `var(--ur-${view ? (read(view).players?.[seat]?.guild ?? "grey") : "grey"})`;
}

/** "+2 for each purple tile of 1 or 2". */
export function characterGain({ vp, counts }: Character, colour: string): string {
  const each = has(`urbe.each.${colour}`) ? t(`urbe.each.${colour}`) : colour;
  return t("urbe.gain", { vp, colour: each, least: Math.min(...counts), most: Math.max(...counts) });
}

export function usefulGain(useful: Useful): string {
  return useful.vp ? t("urbe.gain.useful", { vp: useful.vp, text: usefulText(useful) }) : usefulText(useful);
}

// --- The line under the board ---

export function prompt(choosing: Choosing, view: View, preview: View | null): Prompt {
  const { due } = read(view);
  const said = BY_DUE[due]?.(choosing, view, preview) ?? { title: t("urbe.ask.wait") };
  const forecast = choosing.complete || due === "place" ? changes(view, preview) : "";
  const detail = [said.detail, forecast].filter(Boolean).join(" · ");
  return { ...said, ...(detail ? { detail } : {}) };
}

type Asks = (choosing: Choosing, view: View, preview: View | null) => Prompt;

const BY_DUE: Record<string, Asks> = {
  side: (choosing, view) => {
    const { side } = choosing.picked;
    if (side === undefined) return { title: t("urbe.ask.side"), detail: t("urbe.ask.side.more") };
    const { guild, sides } = mover(view);
    const chosen = sides.find((one) => one.side === side);
    const name = characterName(guild, String(side), chosen?.name ?? "");
    return { title: t("urbe.ask.this", { name }), action: t("urbe.do.side") };
  },
  useful: (choosing, view) => {
    const chosen = mover(view).drawn.find(({ id }) => id === choosing.picked.useful);
    if (!chosen) return { title: t("urbe.ask.useful"), detail: t("urbe.ask.useful.more") };
    const title = t("urbe.ask.this", { name: usefulName(chosen) });
    return { title, detail: usefulGain(chosen), action: t("urbe.do.useful") };
  },
  mark: (choosing, view) => marking(choosing, view, "mark"),
  archbishop: (choosing, view) => {
    if (choosing.picked.does === "no_archbishop")
      return { title: t("urbe.ask.archbishop"), action: t("urbe.do.no_archbishop") };
    return marking(choosing, view, "archbishop");
  },
  meeple: (choosing, view) => marking(choosing, view, "meeple"),
  pay: paying,
  second: (choosing, view) => {
    const { card } = read(view);
    if (choosing.picked.does === "no_second") return { title: t("urbe.ask.enough"), action: t("urbe.do.no_second") };
    const left: Part = card?.paid_by === "flags" ? "guilds" : "flags";
    if (choosing.complete || !card) return marking(choosing, view, "second");
    const part = t(`urbe.half.${left}`, { what: partName(card, left) });
    return { title: t("urbe.ask.second", { part }), detail: t("urbe.ask.second.more") };
  },
  treasurer: (choosing, view) => {
    if (choosing.picked.does === "no_treasurer")
      return { title: t("urbe.ask.treasurer"), action: t("urbe.do.no_treasurer") };
    return marking(choosing, view, "treasurer");
  },
  place: placing,
  swap: (choosing) => {
    const { cell, other, does } = choosing.picked;
    if (does === "no_swap") return { title: t("urbe.ask.swap"), action: t("urbe.do.no_swap") };
    if (cell !== undefined && other !== undefined)
      return { title: t("urbe.ask.swap_these", { cell, other }), action: t("urbe.do.swap") };
    const one = cell ?? other;
    return one === undefined
      ? { title: t("urbe.ask.swap"), detail: t("urbe.ask.swap.more") }
      : { title: t("urbe.ask.swap_with", { cell: one }) };
  },
};

function mover(view: View) {
  const { players, to_move } = read(view);
  return players[to_move ?? 0]!;
}

/** A place of the market is to be chosen: for a meeple, for another tile. */
function marking(choosing: Choosing, view: View, what: string): Prompt {
  const tile = choosing.complete ? placeOf(view, choosing.picked.place)?.tile : null;
  if (!tile) return { title: t(`urbe.ask.${what}`), detail: t(`urbe.ask.${what}.more`) };
  const prompt = { title: t(`urbe.ask.${what}.here`, { tile: theTile(tile) }), action: t(`urbe.do.${what}`) };
  return tile.power ? { ...prompt, detail: t(`urbe.gives.${tile.power}`) } : prompt;
}

function paying(choosing: Choosing, view: View, preview: View | null): Prompt {
  const seen = read(view);
  const tile = placeOf(view, seen.target)?.tile;
  const what = tile ? theTile(tile) : t("urbe.a_tile");
  const spends = choosing.can({ does: "spend" });
  const card = mover(view).cards.find((one) => one.card === choosing.picked.card);
  if (!card || !choosing.complete) {
    if (!spends) return { title: t("urbe.ask.pay", { tile: what }), detail: t("urbe.ask.pay.more") };
    const free = tile?.power ? "grey" : "nothing";
    return { title: t(`urbe.ask.spend.${free}`, { tile: what }), detail: t(`urbe.ask.spend.${free}.more`) };
  }
  if (choosing.picked.does === "spend") {
    const coin = `${partName(card, "flags")} / ${partName(card, "guilds")}`;
    return { title: t("urbe.ask.spend.this", { tile: what, coin }), action: t("urbe.do.spend") };
  }
  const by = choosing.picked.by as Part;
  const goesOn = preview && read(preview).due === "second";
  return {
    title: t("urbe.ask.pay.this", { part: t(`urbe.half.${by}`, { what: partName(card, by) }), tile: what }),
    ...(goesOn ? { detail: t("urbe.ask.pay.then") } : {}),
    action: t("urbe.do.pay"),
  };
}

function placing(choosing: Choosing, view: View): Prompt {
  const { location, does } = choosing.picked;
  if (does === "keep") return { title: t("urbe.ask.keep"), action: t("urbe.do.keep") };
  const tile = tileInHand(choosing, view);
  if (!tile && location === undefined)
    return choosing.can({ does: "place" })
      ? { title: t("urbe.ask.tile"), detail: t("urbe.ask.tile.more") }
      : { title: t("urbe.ask.keep"), detail: t("urbe.ask.keep.more") };
  if (!tile) return { title: t("urbe.ask.which", { where: whereWords(String(location)) }) };
  if (location === undefined) {
    const power = tile.power && has(`urbe.where.${tile.power}`) ? t(`urbe.where.${tile.power}`) : t("urbe.where.tile");
    return { title: t("urbe.ask.where", { tile: capital(kindName(tile)) }), detail: power };
  }
  const outside = kindOf(String(location)) === "outside";
  const words = { tile: capital(kindName(tile)), where: whereWords(String(location)) };
  return { title: t(outside ? "urbe.ask.here.outside" : "urbe.ask.here", words), action: t("urbe.do.place") };
}

/** What would come of it: points, new fountains, decrees: "23 → 31 points, a fountain of 3". */
function changes(view: View, preview: View | null): string {
  const seat = read(view).to_move;
  const [before, after] = [seat === null ? null : read(view).players[seat]!, foreseen(preview, seat)];
  if (!before || !after) return "";
  const said: string[] = [];
  if (after.points !== before.points && typeof after.points === "number")
    said.push(t("urbe.changes.points", { from: before.points, n: after.points }));
  const isNew = ({ square }: { square: string }) => !before.fountains.some((one) => one.square === square);
  const fountains = after.fountains.filter(isNew).map(({ vp }) => vp);
  if (fountains.length) said.push(t("urbe.lay.fountains", { n: fountains.length, points: fountains.join(" + ") }));
  for (const decree of before.decrees ?? []) {
    const next = after.decrees?.find(({ id }) => id === decree.id);
    const name = decreeName(decree);
    if (next?.met && !decree.met) said.push(t("urbe.changes.met", { name, vp: decree.vp }));
    else if (next && !next.met && next.missing !== null && decree.missing !== null && next.missing < decree.missing)
      said.push(t("urbe.changes.nearer", { name, n: next.missing }));
    else if (next && next.missing === null && decree.missing !== null) said.push(t("urbe.changes.blocked", { name }));
  }
  return said.join(", ");
}

// --- Decisions without a place, refusals, the score sheet ---

const ALONE = ["no_archbishop", "no_second", "no_treasurer", "keep", "no_swap"];

export function choices(choosing: Choosing): Choice[] {
  return ALONE.map((does) => ({ parts: { does }, label: t(`urbe.do.${does}`) })).filter(
    ({ parts }) => choosing.can(parts) && !isPicked(choosing, parts),
  );
}

export function refusal(refused: Refused, parts: Parts | null, view?: View | null): string {
  const rule = `urbe.${refused.rule ?? ""}`;
  const tried = `${rule}.${parts?.does ?? ""}`;
  const seen = view ? read(view) : null;
  const cases = [`${tried}.${circumstance(parts, seen)}`, `${tried}.${seen?.due ?? ""}`, tried, rule];
  const key = cases.find((one) => has(one));
  return key ? whole(key, refusedWords(parts, seen), refused.sentence) : refused.sentence;
}

/** What one sees of the case: the half of a coin, a place with a meeple on it, a cell with a tile. */
function circumstance(parts: Parts | null, seen: UrbeView | null): string {
  if (!parts || !seen || seen.to_move === null) return "";
  const player = seen.players[seen.to_move]!;
  if (parts.by != null) return String(parts.by);
  if (parts.location != null) return lying(player, String(parts.location)) ? "taken" : "";
  const place = placeOf(seen, parts.place);
  if (!place) return "";
  if (place.meeple !== null || place.archbishop !== null) return "marked";
  const pays = player.cards.some(({ pays }) => pays && [...pays.flags, ...pays.guilds].includes(place.place));
  return pays ? "payable" : "";
}

function refusedWords(parts: Parts | null, seen: UrbeView | null) {
  const player = seen && seen.to_move !== null ? seen.players[seen.to_move] : null;
  const inHand = parts?.does === "place" ? player?.waiting[Number(parts.slot)] : null;
  const place = parts?.place ?? (parts?.card != null ? seen?.target : null);
  const tile = inHand ?? (seen && place != null ? placeOf(seen, place)?.tile : null) ?? null;
  const card = player?.cards.find((one) => one.card === parts?.card);
  const part = parts?.by as Part | undefined;
  return {
    where: whereWords(String(parts?.location ?? "")),
    cells: list([parts?.cell, parts?.other].flatMap((cell) => (cell ? [String(cell)] : []))),
    tile: tile ? capital(kindName(tile)) : "",
    what: card && part ? partName(card, part) : "",
  };
}

export function scoreName({ what, name, points }: ScoreLine): string {
  if (what === "fountain") return t("urbe.sheet.fountain", { n: points });
  return nameInSheet(what, name);
}

/** In a sheet cells are those of the seat's own city. */
export function scoreSquares({ squares }: ScoreLine, seat: number): string[] {
  return squares.map((square) => `${seat}:${square}`);
}
