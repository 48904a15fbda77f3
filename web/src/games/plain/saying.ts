/** Words for a game that nobody has drawn: parts as they are, and the server's sentences. */

import { t } from "../../i18n";
import type { Account, Parts, Refused, View } from "../../protocol";
import type { Choosing, Prompt } from "../face";

function plainly(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(plainly).filter(Boolean).join(" ");
  if (typeof value === "object") return Object.values(value).map(plainly).filter(Boolean).join(" ");
  return String(value).replaceAll("_", " ");
}

/** "erect palace e4". */
export function parts(of: Account | Parts): string {
  return Object.values(of).map(plainly).filter(Boolean).join(" ");
}

export function line(does: Account[]): string {
  return does.map(parts).join(", ");
}

export function sentence(does: Account[], who: string): string {
  return `${who}: ${line(does)}`;
}

export function seatName(seat: number, view: View | null): string {
  return view?.seat_names?.[seat] ?? t("plain.seat", { n: seat + 1 });
}

export function prompt({ picked, candidates, complete }: Choosing): Prompt {
  const chosen = Object.values(picked).map(plainly).join(" ");
  const title = chosen || t("plain.choose");
  return complete ? { title, action: t("plain.take") } : { title, detail: t("plain.possible", { n: candidates.length }) };
}

export function refusal(refused: Refused): string {
  return refused.sentence;
}

/** What is to be chosen next: the first part that is not yet picked, with what it may be. */
export function next({ picked, candidates, values }: Pick<Choosing, "picked" | "candidates" | "values">) {
  const keys = new Set(candidates.flatMap((one) => Object.keys(one.parts)));
  const key = ["does", ...keys].find(
    (each) => !(each in picked) && candidates.some((one) => one.parts[each] != null),
  );
  return key === undefined ? null : { key, values: [...values(key)] };
}
