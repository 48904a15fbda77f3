/** The time left on a clock, and how it is written. */

import { locale, t } from "../i18n";
import type { Clock, ClockSetting, LogLine } from "../protocol";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TENTHS_UNDER = 10 * SECOND;

/** Milliseconds a seat has left at `now`, by the server's clock. */
export function timeLeft(clock: Clock, seat: number, now: number): number {
  const left = clock.left[seat] ?? 0;
  const used = clock.running === seat ? Math.max(0, Math.max(now, clock.off?.[seat] ?? 0) - clock.at) : 0;
  return Math.max(0, left - used);
}

/** Until when a seat has days off, if it has any at `now`. */
export function offUntil(clock: Clock | null, seat: number, now: number): number | null {
  const until = clock?.off?.[seat] ?? null;
  return until !== null && until > now ? until : null;
}

/** In how many milliseconds a seat runs out of time, if its clock is the running one. */
export function runsOutIn(clock: Clock, seat: number, now: number): number {
  return timeLeft(clock, seat, now) + (offUntil(clock, seat, now) ?? now) - now;
}

/** "3 December". */
export const dateText = (at: number) => new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long" }).format(at);

/** Whether so little is left that it is highlighted: half a minute of a game, an hour of a long turn. */
export function isLow(setting: ClockSetting, left: number): boolean {
  if (setting.kind === "game") return left < Math.min(30 * SECOND, setting.minutes * MINUTE / 4);
  return left < Math.min(HOUR, (setting.hours * HOUR) / 8);
}

const two = (n: number) => String(n).padStart(2, "0");
const tenths = (n: number) =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(n);

/** "07:42", "1:07:42", "9.4", "2 d 4 h". */
export function clockText(left: number): string {
  if (left >= DAY) {
    const [days, hours] = [Math.floor(left / DAY), Math.floor((left % DAY) / HOUR)];
    return t(hours > 0 ? "table.days_hours" : "table.days", { days, hours });
  }
  if (left < TENTHS_UNDER) return tenths(Math.floor(left / 100) / 10);
  const seconds = Math.floor(left / SECOND);
  const minutes = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? minutes : `${Math.floor(seconds / 3600)}:${minutes}`;
}

/** The same for a narrow strip: "2 d", "46 h", otherwise as above. */
export function shortText(left: number): string {
  if (left >= 2 * DAY) return t("table.days", { days: Math.floor(left / DAY) });
  if (left >= 10 * HOUR) return t("table.hours", { hours: Math.floor(left / HOUR) });
  return clockText(left);
}

/** Time that was used: "7:52". */
export function spentText(spent: number): string {
  const seconds = Math.floor(spent / SECOND);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** Milliseconds a seat has used of its time for the game; null if each turn has its own. */
export function timeUsed(clock: Clock, seat: number, log: LogLine[]): number | null {
  const { setting } = clock;
  if (setting.kind !== "game") return null;
  const turns = log.filter((line) => line.seat === seat && line.done).length;
  return Math.max(0, setting.minutes * MINUTE + setting.increment * turns * SECOND - (clock.left[seat] ?? 0));
}

/** The seconds left that are said aloud: more often, and nobody could think. */
const SAID = [10, 30, 60];

/** What is to be said when a clock has run down from one time to another; null if nothing. */
export function saidAt(before: number, left: number): number | null {
  return SAID.find((seconds) => left <= seconds * SECOND && before > seconds * SECOND) ?? null;
}

/** About how long `clockText` stays the same, in milliseconds. */
export function nextLook(left: number): number {
  if (left > DAY) return MINUTE;
  return left < TENTHS_UNDER + SECOND ? 100 : (left % SECOND) + 1;
}
