/** What Urbino says in words: log, line under the board, refusals. */

import { has, list, t } from "../../i18n";
import type { Account, Parts, Refused, View } from "../../protocol";
import type { Choice, Choosing, Prompt } from "../face";
import { isPicked, whole } from "../saying";
import { mustGo } from "./pressing";
import { read, seatKey } from "./reading";
import type { Kind } from "./view";

export function seatName(seat: number): string {
  return t(seatKey(seat));
}

function text(value: unknown): string {
  return String(value ?? "");
}

/** What a turn came to besides an architect's way: whoever names themselves also builds. */
function outcome(does: Account[]): Account | undefined {
  const others = does.filter((one) => one.does !== "reposition" && one.does !== "stay");
  return others.find((one) => one.does === "erect") ?? others[0];
}

export function sentence(does: Account[], who: string): string {
  const went = does.find((one) => one.does === "reposition");
  const other = outcome(does);
  if (!other) {
    if (!went) return who;
    return t("urbino.said.goes", { who, from: text(went.from), to: text(went.to ?? went.square) });
  }
  const way = went
    ? `, ${t("urbino.said.went", { from: text(went.from), to: text(went.to ?? went.square) })}`
    : "";
  return told(other, who) + way;
}

function told(one: Account, who: string): string {
  const square = text(one.square);
  if (one.does === "place_architect") return t("urbino.said.place", { who, square });
  if (one.does === "name") return t(`urbino.said.name.${one.seat}`, { who });
  if (one.does === "erect") return t(`urbino.said.${one.kind}`, { who, square });
  return t("urbino.said.skip", { who });
}

/** The turn as a picture and signs: what was built where, and the way of an architect. */
export interface Entry {
  kind: Kind | "architect" | null;
  square: string;
  note: string;
}

export function entry(does: Account[]): Entry {
  const went = does.find((one) => one.does === "reposition");
  const note = went ? `${text(went.from)}→${text(went.to ?? went.square)}` : "";
  const other = outcome(does);
  if (!other) return { kind: went ? "architect" : null, square: went ? "…" : "", note };
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
    const title = t("urbino.ask.name");
    return picked.seat === undefined ? { title } : { title, action: t(`urbino.do.name.${picked.seat}`) };
  }
  if (choosing.can({ does: "skip" })) {
    const title = t("urbino.ask.skip");
    return picked.does === "skip" ? { title, action: t("urbino.do.skip") } : { title };
  }
  if (picked.does === "reposition") return walking(choosing, seen, preview);
  if (mustGo(choosing)) return { title: t("urbino.ask.go_first") };
  return building(choosing, seen, preview);
}

function walking({ picked }: Choosing, seen: View, preview: View | null): Prompt {
  const from = read(seen).architects[Number(picked.architect)] ?? "";
  const lots = preview && read(preview).lots;
  const detail = lots ? { detail: t("urbino.lots", { n: lots.length }) } : {};
  if (picked.square === undefined) return { title: t("urbino.ask.target", { square: from }), ...detail };
  const title = t("urbino.ask.go", { from, to: picked.square });
  return { title, ...detail, action: t("urbino.do.go") };
}

// Building at once is how Black says that Black builds first.
const ASKED: Record<string, string> = {
  name: "urbino.ask.first",
  first: "urbino.ask.first",
  build: "urbino.ask.build",
};

function building({ picked }: Choosing, seen: View, preview: View | null): Prompt {
  const { kind, square } = picked;
  const detail = preview && changes(seen, preview);
  const more = detail ? { detail } : {};
  if (kind !== undefined && square !== undefined)
    return { title: t(`urbino.ask.${kind}`, { square }), ...more, action: t(`urbino.do.${kind}`) };
  if (kind !== undefined) return { title: t(`urbino.ask.lot.${kind}`), ...more };
  if (square !== undefined) return { title: t("urbino.ask.kind", { square }), ...more };
  return { title: t(ASKED[read(seen).phase] ?? "urbino.ask.turn"), ...more };
}

/** "Black 9 → 11, White 3 → 3". */
function changes(view: View, preview: View): string {
  return [0, 1]
    .map((seat) => ({ seat: seatName(seat), from: view.scores[seat]!, to: preview.scores?.[seat] ?? "?" }))
    .map((change) => t("urbino.changes", change))
    .join(", ");
}

/** Naming and skipping. Whoever names themselves builds at once, so that their button only asks for
 * the building. */
export function choices(choosing: Choosing): Choice[] {
  const named = (seat: number) => ({ does: "name", seat });
  const found: Choice[] = [];
  if (choosing.can({ does: "name" }) && choosing.picked.does !== "erect") {
    const first = choosing.can(named(0)) ? named(0) : { does: "erect" };
    found.push({ parts: first, label: t("urbino.do.name.0") });
    found.push({ parts: named(1), label: t("urbino.do.name.1") });
  }
  if (choosing.can({ does: "skip" })) found.push({ parts: { does: "skip" }, label: t("urbino.do.skip") });
  return found.filter(({ parts }) => !isPicked(choosing, parts));
}

export function refusal(refused: Refused, parts: Parts | null, view?: View | null): string {
  const rule = refused.rule ?? "";
  if (!has(`urbino.${rule}`)) return refused.sentence;
  const squares = refused.squares ?? [];
  const key = [rule, caseOf(rule, squares, parts, view ? read(view) : null)].filter(Boolean).join(".");
  const square = text(parts?.square);
  return whole(`urbino.${key}`, { square, squares: list(squares), n: squares.length }, refused.sentence);
}

/** Which case of a rule it is: what stands there, whose blocks, what has been done before. */
function caseOf(
  rule: string,
  squares: string[],
  parts: Parts | null,
  view: ReturnType<typeof read> | null,
): string {
  const square = text(parts?.square);
  const placed = view !== null && !["architect", "name"].includes(view.phase);
  switch (rule) {
    case "URBINO-SETUP-3":
      return squares.length ? "taken" : placed ? "done" : "";
    case "URBINO-SETUP-4":
      return placed ? "done" : "";
    case "URBINO-TURN-1":
      if (squares.includes(square)) return isOwn(parts, square, view) ? "same" : "taken";
      return view?.phase === "build" ? "gone" : "";
    case "URBINO-TURN-2":
      return parts?.does === "stay" || squares.length === 2 ? "stay" : "";
    case "URBINO-LOT-3":
      if (!squares.includes(square)) return "";
      if (view?.architects.includes(square)) return "architect";
      return view ? "building" : "taken";
    case "URBINO-DISTRICT-3":
      return parted(squares, view);
    case "URBINO-SUPPLY-1":
      return text(parts?.kind);
    default:
      return "";
  }
}

function isOwn(parts: Parts | null, square: string, view: ReturnType<typeof read> | null): boolean {
  return view?.architects[Number(parts?.architect)] === square;
}

/** Whose buildings stand on the squares to point at. */
function parted(squares: string[], view: ReturnType<typeof read> | null): string {
  const seats = new Set(
    view?.buildings.filter((one) => squares.includes(one.square)).map((one) => one.seat),
  );
  return seats.size === 2 ? "both" : [...seats].join("");
}
