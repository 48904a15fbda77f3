/** The log in rows, and the names of seats. */

import { botTitle, levelTitle } from "../catalogue";
import { t } from "../i18n";
import type { LogLine, Seat, Snapshot } from "../protocol";
import { dateText, offUntil } from "./clock";

/** A row has at most one turn of each seat, in the order of play: by seat, the line of the log. */
export type Row = (number | null)[];

export function rows(log: LogLine[], seats: number): Row[] {
  const found: Row[] = [];
  let last = seats;
  log.forEach(({ seat }, line) => {
    if (seat <= last) found.push(Array<null>(seats).fill(null));
    found[found.length - 1]![seat] = line;
    last = seat;
  });
  return found;
}

/** The number of the current turn, or of the last one. Every line of the log is a turn, whoever's it is.
 * `earlier`: the turns before its first line. */
export function turnNumber({ log, status }: Pick<Snapshot, "log" | "status">, earlier = 0): number {
  const begins = status === "playing" && (log.at(-1)?.done ?? true);
  return Math.max(1, earlier + log.length + (begins ? 1 : 0));
}

export function seatTitle(seat: Seat | undefined): string {
  if (!seat) return "";
  if (seat.kind === "bot" && seat.guest === null) return botTitle(seat.name);
  if (seat.name) return seat.name;
  return t("table.open_seat");
}

/** Players with the same name are told apart by their seats: "Guest (blue)". */
export function distinct(names: string[], seatName: (seat: number) => string): string[] {
  return names.map((name, seat) => {
    const shared = names.filter((other) => other === name).length > 1;
    return shared && seatName(seat) ? `${name} (${seatName(seat)})` : name;
  });
}

/** All seats in order, starting after `first`, which comes last. */
export function around(seats: number, first: number): number[] {
  return Array.from({ length: seats }, (_, i) => (first + 1 + i) % seats);
}

/** The line under a name: "White · computer", "red · you", "Black · away". */
export function standing(live: Snapshot, seat: number, seatName: string, seated = live.you, now = Date.now()): string {
  const who = live.seats[seat]!;
  const off = offUntil(live.clock, seat, now);
  const said = [seatName];
  if (seated === seat) said.push(t("table.you"));
  if (who.out === "resigned") said.push(t("table.has_resigned"));
  if (who.out === "time") said.push(t("table.out_of_time"));
  if (who.kind === "bot") said.push(who.guest ? t("table.bot_plays_on") : levelTitle(who.level ?? 0, t("table.computer")));
  else if (off !== null) said.push(t("table.off_until", { date: dateText(off) }));
  else if (isAway(live, seat)) said.push(t("table.away"));
  return said.filter(Boolean).join(" · ");
}

export function isAway(live: Snapshot, seat: number): boolean {
  return live.seats[seat]?.kind === "person" && seat !== live.you && live.online[seat] === false;
}
