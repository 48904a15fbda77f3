/** The state of a table in a few words, from its summary. */
import { botTitle, levelTitle } from "../catalogue";
import { ago, list, t } from "../i18n";
import type { Summary } from "../protocol";
import type { RematchStage } from "../table/rematch.svelte";

export function waitsForYou(table: Summary): boolean {
  return table.status === "playing" && table.you !== null && table.to_move === table.you;
}

/** In groups: those that wait for you, the most urgent first; running or not yet begun; finished. */
export function grouped(tables: readonly Summary[]): Record<"waiting" | "running" | "finished", Summary[]> {
  return {
    waiting: tables.filter(waitsForYou).sort(byUrgency),
    running: tables.filter((table) => table.status !== "over" && !waitsForYou(table)),
    finished: tables.filter(({ status }) => status === "over"),
  };
}

/** By the time left; without a clock, people before bots, and who has waited longest first. */
function byUrgency(one: Summary, other: Summary): number {
  const [until, otherUntil] = [one.until ?? Infinity, other.until ?? Infinity];
  if (until !== otherUntil) return until - otherUntil;
  return Number(awaitedBySomebody(other)) - Number(awaitedBySomebody(one)) || (one.began ?? 0) - (other.began ?? 0);
}

function awaitedBySomebody({ seats, you }: Summary): boolean {
  return seats.some(({ kind }, seat) => kind === "person" && seat !== you);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** "5 hours left", rounded as in notices; two days are the first that are counted in days. */
export function leftText(left: number): string {
  const [minutes, hours] = [Math.round(left / MINUTE), Math.round(left / HOUR)];
  if (left < MINUTE) return t("home.left_little");
  if (hours < 2) return t("home.left_minutes", { n: minutes });
  if (hours < 48) return t("home.left_hours", { n: hours });
  return t("home.left_days", { n: Math.round(hours / 24) });
}

/** How much of the time for a turn or a game is left, from 0 to 1. */
export function shareLeft({ clock, until }: Summary, now: number): number {
  if (!clock || until === null) return 1;
  const whole = clock.kind === "game" ? clock.minutes * MINUTE : clock.hours * HOUR;
  return Math.min(1, Math.max(0, (until - now) / whole));
}

/** Bots are named with their level, in the current language: "Laurana (Newcomer)". */
export function nameAt(table: Summary, seat: number): string {
  const at = table.seats[seat];
  if (at?.kind === "bot" && at.level !== null) return t("home.bot", { name: botTitle(at.name), level: levelTitle(at.level, String(at.level)) });
  return at?.name ?? "";
}

/** Your opponents: "against Bruno", "with Bruno and Carla". */
export function who(table: Summary): string {
  const others = table.seats.flatMap(({ kind }, seat) =>
    seat === table.you || kind === "open" ? [] : [nameAt(table, seat)],
  );
  if (others.length === 0) return "";
  if (table.seats.length > 2) return t("home.with", { n: others.length, names: list(others) });
  return t("home.against", { name: others[0] ?? "" });
}

/** Everyone at the table, for people who only watch. */
export function everyone(table: Summary): string {
  return list(table.seats.map((_, seat) => nameAt(table, seat)).filter(Boolean));
}

/** `now`: the server's time, to say how long is left of a turn over hours or days. */
export function how(table: Summary, now: number | null = null): string {
  if (table.status === "open")
    return t("home.seats_open", { n: table.seats.filter(({ kind }) => kind === "open" || kind === "kept").length });
  if (table.status === "over") return [saidOfRematch(table) ?? finished(table), ...outcome(table)].join(" · ");
  const left = now !== null && table.until !== null && table.clock?.kind === "turn" ? [leftText(table.until - now)] : [];
  return [turnOf(table), ...left, t("home.turn", { turn: table.turn })].join(" · ");
}

function finished({ changed }: Summary): string {
  return t("home.finished", { when: when(changed) });
}

/** What stands between you and the next game with the same people. */
export function rematchStage({ status, seats, you, rematch }: Summary): RematchStage | null {
  if (status !== "over" || you === null || seats[you]?.kind !== "person") return null;
  if (rematch?.table) return "made";
  if (rematch?.wanted.length) return rematch.wanted.includes(you) ? "waiting" : "asked";
  return rematch?.declined.includes(you) ? "declined" : "none";
}

function saidOfRematch(table: Summary): string | null {
  const stage = rematchStage(table);
  if (stage === "asked") return t("home.wants_rematch", { name: nameAt(table, table.rematch!.wanted[0]!) });
  if (stage === "waiting") return t("home.you_want_rematch");
  return stage === "declined" ? t("home.rematch_declined") : null;
}

export function when(then: number): string {
  return Date.now() - then < 60_000 ? t("home.just_now") : ago(then);
}

function turnOf(table: Summary): string {
  if (table.to_move === null) return t("home.running");
  if (table.to_move === table.you) return t("home.your_turn");
  return t("home.turn_of", { name: nameAt(table, table.to_move) });
}

function outcome({ places, scores, you }: Summary): string[] {
  if (!places || you === null) return [];
  const place = places[you] ?? 0;
  const shared = places.filter((each) => each === place).length > 1;
  if (places.length > 2 && place > 1) return [t("home.placed", { place, n: places.length })];
  const how = place > 1 ? "lost" : shared ? "shared" : "won";
  const [other, ...more] = scores?.filter((_, seat) => seat !== you) ?? [];
  const isDecidedOtherwise = how !== "shared" && other === scores?.[you]; // by resigning, on time or by a tie-breaker
  if (other === undefined || more.length || isDecidedOtherwise) return [t(`home.${how}`)];
  return [t(`home.${how}.score`, { own: scores![you]!, other })];
}
