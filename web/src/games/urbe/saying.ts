/** What Urbe says in words: seats, the line under the board, refusals. */

import { t, textOr } from "../../i18n";
import type { Outlook, Parts, Refused, ScoreLine, View } from "../../protocol";
import type { Choice, Choosing, Prompt } from "../face";
import { isPicked, refusalOf } from "../saying";
import { characterName, coinName, decreeName, guildName, theTile, usefulName, usefulText, whereWords } from "./names";
import { tileInHand } from "./pressing";
import { strandedBy } from "./prospects";
import { foreseen, kindOf, placeOf, read } from "./reading";
import type { Character, Half, Tile, Useful } from "./view";

export function seatName(seat: number, view: View | null): string {
  const guild = view ? read(view).players?.[seat]?.guild : undefined;
  return guild ? guildName(guild) : "";
}

export function seatColour(seat: number, view: View | null): string {
  return `var(--ur-${view ? (read(view).players?.[seat]?.guild ?? "grey") : "grey"})`;
}

/** "+2 for each purple tile of 1 or 2". */
export function characterGain({ vp, counts }: Character, colour: string): string {
  return t("urbe.gain", { vp, colour, least: Math.min(...counts), most: Math.max(...counts) });
}

export function usefulGain(useful: Useful): string {
  return useful.vp ? t("urbe.gain.useful", { vp: useful.vp, text: usefulText(useful) }) : usefulText(useful);
}

/** What holds for the whole game, can be done once a game, or gives something up for nothing. */
const ONCE = ["choose_side", "keep_useful", "use_treasurer", "swap"];

export function asksFirst({ does }: Partial<Parts>, view: View): boolean {
  const givesUp = does === "spend" && !placeOf(view, read(view).target)?.tile?.power;
  return givesUp || ONCE.includes(String(does));
}

// --- The line under the board ---

export function prompt(choosing: Choosing, view: View, preview: View | null, outlook: Outlook | null = null): Prompt {
  const { due } = read(view);
  const said = BY_DUE[due]?.(choosing, view, preview) ?? { title: t("urbe.ask.wait") };
  const forecast = choosing.complete || due === "place" ? changes(view, preview) : "";
  const detail = [warning(choosing, view, outlook), said.detail, forecast].filter(Boolean).join(" · ");
  return { ...said, ...(detail ? { detail } : {}) };
}

/** The payment chosen would leave nothing for a tile that is marked already. */
function warning(choosing: Choosing, view: View, outlook: Outlook | null): string {
  const { due, target } = read(view);
  const stranded = due === "pay" ? strandedBy(outlook, target, choosing.picked.card) : null;
  const tile = placeOf(view, stranded)?.tile;
  return tile ? t("urbe.ask.pay.strands", { tile: theTile(tile) }) : "";
}

type Asks = (choosing: Choosing, view: View, preview: View | null) => Prompt;

const BY_DUE: Record<string, Asks> = {
  side: (choosing, view) => {
    const { side } = choosing.picked;
    if (side === undefined) return { title: t("urbe.ask.side"), detail: t("urbe.ask.side.more") };
    const { guild, sides } = mover(view);
    const chosen = sides.find((one) => one.side === side);
    const name = chosen ? characterName(guild, chosen.side, chosen) : "";
    return { title: t("urbe.ask.side.this", { name }), action: t("urbe.do.side") };
  },
  useful: (choosing, view) => {
    const chosen = mover(view).drawn.find(({ id }) => id === choosing.picked.useful);
    const way = read(view).options.useful_eight || "beside";
    if (!chosen) return { title: t("urbe.ask.useful"), detail: t(`urbe.ask.useful.${way}`) };
    const title = t("urbe.ask.useful.this", { name: usefulName(chosen) });
    return { title, detail: usefulGain(chosen), action: t("urbe.do.useful") };
  },
  mark: (choosing, view) => marking(choosing, view, "mark"),
  archbishop: (choosing, view) => {
    if (choosing.picked.does === "no_archbishop")
      return { title: t("urbe.ask.no_archbishop"), action: t("urbe.do.no_archbishop") };
    return marking(choosing, view, "archbishop");
  },
  meeple: (choosing, view) => marking(choosing, view, "meeple"),
  pay: paying,
  second: (choosing, view) => {
    const { card } = read(view);
    if (choosing.picked.does === "no_second")
      return { title: t("urbe.ask.no_second"), action: t("urbe.do.no_second") };
    const tile = picked(choosing, view);
    if (tile) return taking(tile, "second");
    const half = card?.paid_by === "flags" ? "guilds" : "flags";
    const detail = card ? { detail: t(`urbe.ask.second.${half}`, { [half]: card[half] }) } : {};
    return { title: t("urbe.ask.second"), ...detail };
  },
  treasurer: (choosing, view) => {
    if (choosing.picked.does === "no_treasurer")
      return { title: t("urbe.ask.no_treasurer"), action: t("urbe.do.no_treasurer") };
    return marking(choosing, view, "treasurer");
  },
  place: placing,
  swap: (choosing) => {
    const { cell, other, does } = choosing.picked;
    if (does === "no_swap") return { title: t("urbe.ask.no_swap"), action: t("urbe.do.no_swap") };
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

/** The tile on the place that is picked. */
function picked(choosing: Choosing, view: View): Tile | null {
  return (choosing.complete && placeOf(view, choosing.picked.place)?.tile) || null;
}

type Taking = "mark" | "archbishop" | "meeple" | "second" | "treasurer";

/** A tile of the market is picked: for a meeple, or as another tile. */
function taking(tile: Tile, what: Taking): Prompt {
  const prompt = { title: t(`urbe.ask.${what}.here`, { tile: theTile(tile) }), action: t(`urbe.do.${what}`) };
  return tile.power ? { ...prompt, detail: t(`urbe.gives.${tile.power}`) } : prompt;
}

function marking(choosing: Choosing, view: View, what: Exclude<Taking, "second">): Prompt {
  const tile = picked(choosing, view);
  return tile ? taking(tile, what) : { title: t(`urbe.ask.${what}`), detail: t(`urbe.ask.${what}.more`) };
}

function paying(choosing: Choosing, view: View, preview: View | null): Prompt {
  const target = placeOf(view, read(view).target)?.tile;
  const tile = target ? theTile(target) : t("urbe.a_tile");
  const spends = choosing.can({ does: "spend" });
  const free = target?.power ? "grey" : "nothing";
  const card = mover(view).cards.find((one) => one.card === choosing.picked.card);
  if (!card || !choosing.complete) {
    if (!spends) return { title: t("urbe.ask.pay", { tile }), detail: t("urbe.ask.pay.more") };
    return { title: t(`urbe.ask.spend.${free}`, { tile }), detail: t(`urbe.ask.spend.${free}.more`) };
  }
  if (choosing.picked.does === "spend") {
    const action = free === "grey" ? t("urbe.do.pay") : t("urbe.do.spend");
    return { title: t(`urbe.ask.spend.${free}.this`, { tile, coin: coinName(card) }), action };
  }
  const by = choosing.picked.by as Half;
  const goesOn = preview && read(preview).due === "second";
  return {
    title: t(`urbe.ask.pay.${by}`, { tile, colour: target?.colour ?? "", guilds: card.guilds }),
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
  const outside = kindOf(String(location)) === "outside";
  const where = whereWords(String(location));
  if (!tile) return { title: t(outside ? "urbe.ask.which.outside" : "urbe.ask.which", { where }) };
  if (location === undefined)
    return { title: t("urbe.ask.where", { tile: theTile(tile) }), detail: t(`urbe.where.${tile.power ?? "tile"}`) };
  const title = t(outside ? "urbe.ask.here.outside" : "urbe.ask.here", { tile: theTile(tile), where });
  return { title, action: t("urbe.do.place") };
}

/** What it would lead to: points, new fountains, decrees: "23 → 31 points · fountain of 3". */
function changes(view: View, preview: View | null): string {
  const seat = read(view).to_move;
  const [before, after] = [seat === null ? null : read(view).players[seat]!, foreseen(preview, seat)];
  if (!before || !after) return "";
  const said: string[] = [];
  if (after.points !== before.points && typeof after.points === "number")
    said.push(t("urbe.changes.points", { from: before.points, n: after.points }));
  const isNew = ({ square }: { square: string }) => !before.fountains.some((one) => one.square === square);
  const fountains = after.fountains.filter(isNew).map(({ vp }) => vp);
  if (fountains.length) said.push(t("urbe.changes.fountains", { points: fountains }));
  for (const decree of before.decrees ?? []) {
    const next = after.decrees?.find(({ id }) => id === decree.id);
    const name = decreeName(decree);
    if (next?.met && !decree.met) said.push(t("urbe.changes.met", { name, vp: decree.vp }));
    else if (next && !next.met && next.missing !== null && decree.missing !== null && next.missing < decree.missing)
      said.push(t("urbe.changes.nearer", { name, n: next.missing }));
    else if (next && next.missing === null && decree.missing !== null) said.push(t("urbe.changes.blocked", { name }));
  }
  return said.join(" · ");
}

// --- Decisions without a place, refusals, the score sheet ---

const ALONE = ["no_archbishop", "no_second", "no_treasurer", "keep", "no_swap"] as const;

export function choices(choosing: Choosing): Choice[] {
  return ALONE.map((does) => ({ parts: { does }, label: t(`urbe.do.${does}`) })).filter(
    ({ parts }) => choosing.can(parts) && !isPicked(choosing, parts),
  );
}

export const refusal = (refused: Refused) => refusalOf("urbe", refused);

/** What a line of the score sheet is for. What another components file has renamed comes without an id. */
export function scoreKind({ what }: ScoreLine): { key: string; title: string } {
  return { key: what, title: textOr(`urbe.sheet.${what === "fountain" ? "fountains" : what}`, what) };
}

export function scoreName({ what, id, name, points }: ScoreLine): string {
  if (what === "fountain") return t("urbe.sheet.fountain", { n: points });
  return id ? textOr(`urbe.${what}.${id}`, name) : name;
}

/** In a sheet cells are those of the seat's own city. */
export function scoreSquares({ squares }: ScoreLine, seat: number): string[] {
  return squares.map((square) => `${seat}:${square}`);
}
