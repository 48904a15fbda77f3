/** What Urbino says in words: log, line under the board, refusals. */

import { t } from "../../i18n";
import type { Account, Refused, ScoreLine, View } from "../../protocol";
import type { Choice, Choosing, Prompt } from "../face";
import { isPicked, refusalOf } from "../saying";
import { mustGo } from "./pressing";
import { read, seatId, walled } from "./reading";
import type { Kind } from "./view";

export function seatName(seat: number): string {
  return t(`urbino.${seatId(seat)}`);
}

function text(value: unknown): string {
  return String(value ?? "");
}

/** What a turn led to besides an architect's new square: Black, naming Black, also builds. */
function outcome(does: Account[]): Account | undefined {
  const others = does.filter((one) => one.does !== "reposition" && one.does !== "stay");
  return others.find((one) => one.does === "erect") ?? others[0];
}

function repositioned(does: Account[]): { from: string; to: string } | null {
  const found = does.find((one) => one.does === "reposition");
  return found ? { from: text(found.from), to: text(found.to ?? found.square) } : null;
}

export function sentence(does: Account[], who: string): string {
  const way = repositioned(does);
  const other = outcome(does);
  if (!other) return way ? t("urbino.said.reposition", { who, ...way }) : who;
  const square = text(other.square);
  if (other.does === "place_architect") return t("urbino.said.place", { who, square });
  if (other.does === "name") return t("urbino.said.name", { who, seat: seatId(Number(other.seat)) });
  if (other.does === "skip") return t("urbino.said.skip", { who });
  const built = { who, kind: text(other.kind), square };
  return way ? t("urbino.said.both", { ...built, ...way }) : t("urbino.said.build", built);
}

/** The turn as a picture and signs: what was built where, and the way of an architect. */
export interface Entry {
  kind: Kind | "architect" | null;
  square: string;
  note: string;
}

export function entry(does: Account[]): Entry {
  const way = repositioned(does);
  const note = way ? `${way.from}→${way.to}` : "";
  const other = outcome(does);
  if (!other) return { kind: way ? "architect" : null, square: way ? "…" : "", note };
  if (other.does === "place_architect") return { kind: "architect", square: text(other.square), note };
  if (other.does === "erect") return { kind: other.kind as Kind, square: text(other.square), note };
  if (other.does === "name")
    return { kind: null, square: seatName(Number(other.seat)), note: t("urbino.short.first") };
  return { kind: null, square: t("urbino.short.skip"), note };
}

export function line(does: Account[]): string {
  const { kind, square, note } = entry(does);
  const what = kind === "architect" ? t("urbino.short.place") : kind ? t(`urbino.${kind}`) : "";
  return [what, square, note].filter(Boolean).join(" ");
}

export function prompt(choosing: Choosing, seen: View, preview: View | null): Prompt {
  const view = read(seen);
  const { picked } = choosing;
  if (choosing.can({ does: "place_architect" })) {
    const which = view.architects.length ? "second" : "first";
    if (picked.square === undefined) return { title: t(`urbino.ask.place.${which}`) };
    const title = t("urbino.ask.place.here", { square: picked.square });
    return { title, action: t("urbino.do.place") };
  }
  if (choosing.can({ does: "name" }) && picked.does !== "erect") {
    const title = t("urbino.ask.name", { seat: seatId(view.to_move ?? 0) });
    if (picked.seat === undefined) return { title };
    return { title, action: t("urbino.do.name", { seat: seatId(Number(picked.seat)) }) };
  }
  if (choosing.can({ does: "skip" })) {
    const left = Object.values(view.supply[view.to_move ?? 0] ?? {}).some((n) => n > 0);
    const title = t(left ? "urbino.ask.skip" : "urbino.ask.skip.supply");
    return picked.does === "skip" ? { title, action: t("urbino.do.skip") } : { title };
  }
  if (picked.does === "reposition") return repositioning(choosing, seen, preview);
  if (mustGo(choosing)) return { title: t("urbino.ask.reposition") };
  return building(choosing, seen, preview);
}

function repositioning({ picked }: Choosing, seen: View, preview: View | null): Prompt {
  const from = read(seen).architects[Number(picked.architect)] ?? "";
  const lots = preview && read(preview).lots;
  const detail = lots ? { detail: t("urbino.lots", { n: lots.length }) } : {};
  if (picked.square === undefined) return { title: t("urbino.ask.target", { square: from }), ...detail };
  const title = t("urbino.ask.go", { from, to: picked.square });
  return { title, ...detail, action: t("urbino.do.go") };
}

// Building at once is how Black says that Black builds first.
const ASKED = { name: "urbino.ask.first", first: "urbino.ask.first", build: "urbino.ask.build" } as const;

function building({ picked }: Choosing, seen: View, preview: View | null): Prompt {
  const { kind, square } = picked;
  const more = preview ? { detail: changes(seen, preview) } : {};
  if (kind !== undefined && square !== undefined)
    return { title: t("urbino.ask.here", { kind, square }), ...more, action: t("urbino.do.build", { kind }) };
  if (kind !== undefined) return { title: t("urbino.ask.lot", { kind }), ...more };
  if (square !== undefined) return { title: t("urbino.ask.kind", { square }), ...more };
  const { phase } = read(seen);
  return { title: t(phase in ASKED ? ASKED[phase as keyof typeof ASKED] : "urbino.ask.turn"), ...more };
}

/** "Black 9 → 11, White 3 → 3". */
function changes({ scores }: View, preview: View): string {
  const [black_then, white_then] = [0, 1].map((seat) => preview.scores?.[seat] ?? "?");
  return t("urbino.changes", { black: scores[0]!, white: scores[1]!, black_then: black_then!, white_then: white_then! });
}

/** Naming and skipping. If Black names Black, Black builds at once: that button only asks for the
 * building. */
export function choices(choosing: Choosing): Choice[] {
  const named = (seat: number) => ({ does: "name", seat });
  const found: Choice[] = [];
  if (choosing.can({ does: "name" }) && choosing.picked.does !== "erect") {
    const first = choosing.can(named(0)) ? named(0) : { does: "erect" };
    found.push({ parts: first, label: t("urbino.do.name", { seat: "black" }) });
    found.push({ parts: named(1), label: t("urbino.do.name", { seat: "white" }), atOnce: true });
  }
  if (choosing.can({ does: "skip" })) found.push({ parts: { does: "skip" }, label: t("urbino.do.skip") });
  return found.filter(({ parts }) => !isPicked(choosing, parts));
}

/** The letter is the one on the board. */
export function scoreName({ id, squares }: ScoreLine, view: View | null): string {
  const district = view && walled(view).find((one) => squares.some((square) => one.squares.includes(square)));
  return t("urbino.sheet.district", { id, letter: district?.letter ?? squares.join(" ") });
}

export const refusal = (refused: Refused) => refusalOf("urbino", refused);
