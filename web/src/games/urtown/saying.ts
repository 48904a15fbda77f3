/** What Urtown says in words: tiles, log, line under the board, refusals. */

import { capital, has, t, textOr, type Values } from "../../i18n";
import type { Account, Refused, ScoreLine, View } from "../../protocol";
import type { Choice, Choosing, Picks, Prompt, Unfit } from "../face";
import { isPicked } from "../saying";
import { LETTERS, NUMBERS, colourName, coloursOf, counts, lying, read } from "./reading";
import type { Tile } from "./view";

export function colourWord(colour: number): string {
  return t("urtown.colour", { colour: colourName(colour) });
}

/** "red ring". */
export function tileName({ colour, tile }: Tile): string {
  return t("urtown.tile", { colour: colourName(colour), tile });
}

export function seatName(seat: number, view: View | null): string {
  if (!view) return "";
  return capital(t("urtown.seat", { colours: coloursOf(view, seat).map(({ index }) => colourName(index)) }));
}

function asTile(value: unknown): Tile | null {
  return value !== null && typeof value === "object" ? (value as Tile) : null;
}

/** A placing in the log, as data. */
export interface Placed extends Tile {
  square: string;
  captures: Tile | null;
}

export function placed(does: Account[]): Placed | null {
  const one = does.find((each) => each.does === "place");
  if (!one) return null;
  return {
    colour: Number(one.colour ?? 0),
    tile: String(one.tile),
    square: String(one.square),
    captures: asTile(one.captures),
  };
}

/** What texts are told of a placing. */
function told({ colour, tile, square, captures }: Placed): Values {
  const theirs: Values = captures ? { theirs: colourName(captures.colour), captured: captures.tile } : {};
  return { colour: colourName(colour), tile, square, ...theirs };
}

export function sentence(does: Account[], who: string): string {
  const one = placed(does);
  if (!one) return t("urtown.said.skip", { who });
  return t(one.captures ? "urtown.said.capture" : "urtown.said.place", { who, ...told(one) });
}

export function line(does: Account[]): string {
  const one = placed(does);
  if (!one) return t("urtown.short.skip");
  return t(one.captures ? "urtown.short.capture" : "urtown.short.place", told(one));
}

/** The line under the board while a tile is picked. */
function where(tile: string): string {
  if (NUMBERS.includes(tile)) return t("urtown.ask.number", { tile });
  if (LETTERS.includes(tile)) return t("urtown.ask.letter", { tile });
  if (tile === "$") return t("urtown.ask.money");
  return t("urtown.ask.symbol", { symbol: tile });
}

export function prompt(choosing: Choosing, view: View, preview: View | null): Prompt {
  const { tile, square, which } = choosing.picked;
  if (choosing.can({ does: "skip" })) {
    const title = t("urtown.ask.skip");
    return choosing.picked.does === "skip" ? { title, action: t("urtown.do.skip") } : { title };
  }
  const said = preview ? changes(view, preview) : "";
  const more = said ? { detail: said } : {};
  // Few is good: whoever has not read the rules would take the larger number for the better one.
  if (tile === undefined && square === undefined) return { title: t("urtown.ask.tile"), detail: t(`urtown.fewest.${counts(view)}`) };
  if (tile === undefined) return { title: t("urtown.ask.which", { square: square! }), ...more };
  if (square === undefined) return { title: where(String(tile)), ...more };
  const captures = lying(view, String(square)) ?? null;
  const colour = coloursOf(view, read(view).to_move)[Number(which ?? 0)]?.index ?? 0;
  const values = told({ colour, tile: String(tile), square: String(square), captures });
  return {
    title: t(captures ? "urtown.ask.capture" : "urtown.ask.place", values),
    ...more,
    action: t(captures ? "urtown.do.capture" : "urtown.do.place", { square }),
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
export function unfit({ does, tile, square }: Picks): Unfit | null {
  if (does !== "place" || tile === undefined || square === undefined) return null;
  const [on, face] = [String(square), String(tile)];
  if (NUMBERS.includes(face)) return { rule: "URTOWN-PLACE-1", case: "number", values: { tile: face, square: on } };
  if (LETTERS.includes(face)) return { rule: "URTOWN-PLACE-1", case: "letter", values: { tile: face, square: on } };
  return { rule: "URTOWN-PLACE-1", case: "symbol", values: { symbol: face, square: on } };
}

export function refusal({ rule, case: which, values, sentence }: Refused): string {
  const key = `urtown.${which ? `${rule}.${which}` : rule}`;
  return has(key) ? t(key, values ?? {}) : sentence;
}

/** Where a seat has several colours, each is summed up on its own. */
export function scoreKind({ what, id }: ScoreLine, sheet: ScoreLine[][]): { key: string; title: string } {
  const several = sheet.some((lines) => new Set(lines.filter((line) => line.what === "group").map((line) => line.id)).size > 1);
  if (what === "group" && several) return { key: id, title: capital(t("urtown.colour", { colour: id })) };
  return { key: what, title: textOr(`urtown.kinds.${what}`, what) };
}

export function scoreName({ what, id, squares, name }: ScoreLine): string {
  if (what === "group") return capital(t("urtown.sheet.group", { colour: id, n: squares.length }));
  return what === "captured" ? t("urtown.sheet.captured") : name;
}
