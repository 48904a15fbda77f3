/** What Urtown says in words: tiles, log, line under the board, refusals. */

import { capital, has, list, t } from "../../i18n";
import type { Account, Parts, Refused, View } from "../../protocol";
import type { Choice, Choosing, Picks, Prompt } from "../face";
import { isPicked, whole } from "../saying";
import { LETTERS, NUMBERS, colourName, coloursOf, counts, lying, read } from "./reading";
import type { Tile } from "./view";

/** "ring", "money", "5". */
export function faceName(tile: string): string {
  return has(`urtown.face.${tile}`) ? t(`urtown.face.${tile}`) : tile;
}

export function colourWord(colour: number): string {
  return t(`urtown.colour.${colourName(colour)}`);
}

/** "red ring". */
export function tileName({ colour, tile }: Tile): string {
  return t(`urtown.tile.${colourName(colour)}`, { tile: faceName(tile) });
}

/** The same as what something is done to: "the red ring". */
function theTile({ colour, tile }: Tile): string {
  return t(`urtown.the.${colourName(colour)}`, { tile: faceName(tile) });
}

export function seatName(seat: number, view: View | null): string {
  if (!view) return "";
  return capital(list(coloursOf(view, seat).map(({ index }) => colourWord(index))));
}

function asTile(value: unknown): Tile | null {
  return value !== null && typeof value === "object" ? (value as Tile) : null;
}

/** A placing in the log, as data. */
export interface Placed extends Tile {
  square: string;
  takes: Tile | null;
}

export function placed(does: Account[]): Placed | null {
  const one = does.find((each) => each.does === "place");
  if (!one) return null;
  return {
    colour: Number(one.colour ?? 0),
    tile: String(one.tile),
    square: String(one.square),
    takes: asTile(one.takes),
  };
}

export function sentence(does: Account[], who: string): string {
  const one = placed(does);
  if (!one) return t("urtown.said.skip", { who });
  const words = { who, tile: theTile(one), square: one.square };
  return one.takes
    ? t("urtown.said.take", { ...words, taken: theTile(one.takes) })
    : t("urtown.said.place", words);
}

export function line(does: Account[]): string {
  const one = placed(does);
  if (!one) return t("urtown.short.skip");
  const takes = one.takes ? ` ${t("urtown.short.takes")} ${faceName(one.takes.tile)}` : "";
  return `${faceName(one.tile)} ${one.square}${takes}`;
}

function where(tile: string): string {
  if (NUMBERS.includes(tile)) return t("urtown.where.number", { tile });
  if (LETTERS.includes(tile)) return t("urtown.where.letter", { tile });
  if (tile === "$") return t("urtown.where.$");
  return t("urtown.where.symbol", { symbol: faceName(tile) });
}

export function prompt(choosing: Choosing, view: View, preview: View | null): Prompt {
  const { tile, square } = choosing.picked;
  if (choosing.can({ does: "skip" })) {
    const title = t("urtown.ask.skip");
    return choosing.picked.does === "skip" ? { title, action: t("urtown.do.skip") } : { title };
  }
  const said = preview ? changes(view, preview) : "";
  const more = said ? { detail: said } : {};
  if (tile === undefined && square === undefined) return { title: t("urtown.ask.tile") };
  if (tile === undefined) return { title: t("urtown.ask.which", { square: square! }), ...more };
  if (square === undefined) return { title: where(String(tile)), ...more };
  const takes = lying(view, String(square));
  const detail = [takes ? t("urtown.takes", { tile: theTile(takes) }) : "", said].filter(Boolean).join("; ");
  return {
    title: t("urtown.ask.here", { tile: capital(faceName(String(tile))), square }),
    ...(detail ? { detail } : {}),
    action: t(takes ? "urtown.do.take" : "urtown.do.place", { square }),
  };
}

/** "3 → 2 groups". */
function changes(view: View, preview: View): string {
  const seat = read(view).to_move;
  const to = seat === null ? null : preview.scores?.[seat];
  if (seat === null || typeof to !== "number") return "";
  return t(`urtown.changes.${counts(view)}`, { from: view.scores[seat]!, n: to });
}

export function choices(choosing: Choosing): Choice[] {
  const skip = { does: "skip" };
  return choosing.can(skip) && !isPicked(choosing, skip) ? [{ parts: skip, label: t("urtown.do.skip") }] : [];
}

/** A tile that belongs elsewhere: neither its column nor its row nor its symbol. */
export function unfit({ does, tile, square }: Picks): string | null {
  return does === "place" && tile !== undefined && square !== undefined ? "URTOWN-PLACE-1" : null;
}

export function refusal(refused: Refused, parts: Parts | null, view?: View | null): string {
  const rule = refused.rule ?? "";
  if (!has(`urtown.${rule}`)) return refused.sentence;
  const square = String(parts?.square ?? "");
  const takes = view ? lying(view, square) : undefined;
  const group = takes ? colourName(takes.colour) : "group";
  const values = {
    square,
    squares: list(refused.squares ?? []),
    tile: faceName(String(parts?.tile ?? "")),
    group: t(`urtown.its.${group}`),
  };
  const placed = `urtown.${rule}.${parts?.does ?? ""}`;
  return whole(has(placed) ? placed : `urtown.${rule}`, values, refused.sentence);
}
