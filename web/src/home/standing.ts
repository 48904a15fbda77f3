/** How a table stands, in a few words, from its summary. */
import { levelTitle } from "../catalogue";
import { ago, list, t } from "../i18n";
import type { Summary } from "../protocol";

export function waitsForYou(table: Summary): boolean {
  return table.status === "playing" && table.you !== null && table.to_move === table.you;
}

/** A bot is called by its level, in the present language. */
export function nameAt(table: Summary, seat: number): string {
  const at = table.seats[seat];
  if (at?.kind === "bot" && at.level !== null) return levelTitle(at.level, at.name);
  return at?.name ?? "";
}

/** Who plays with you. */
export function who(table: Summary): string {
  const others = table.seats.flatMap(({ kind }, seat) =>
    seat === table.you || kind === "open" ? [] : [nameAt(table, seat)],
  );
  if (others.length === 0) return "";
  if (table.seats.length > 2) return t("home.with", { n: others.length, names: list(others) });
  return t("home.against", { name: others[0] ?? "" });
}

/** Everybody at the table, for those who only look on. */
export function everyone(table: Summary): string {
  return list(table.seats.map((_, seat) => nameAt(table, seat)).filter(Boolean));
}

export function how(table: Summary): string {
  if (table.status === "open")
    return t("home.seats_open", { n: table.seats.filter(({ kind }) => kind === "open" || kind === "kept").length });
  if (table.status === "over") return [t("home.finished", { when: when(table.changed) }), ...outcome(table)].join(" · ");
  const round = Math.floor(table.turn / table.seats.length) + 1; // counted as at the table
  return [turnOf(table), t("home.turn", { turn: round })].join(" · ");
}

function when(then: number): string {
  return Date.now() - then < 60_000 ? t("home.just_now") : ago(then);
}

function turnOf(table: Summary): string {
  if (table.to_move === null) return t("home.running");
  if (table.to_move === table.you) return t("home.your_turn");
  return t("home.thinking", { name: nameAt(table, table.to_move) });
}

function outcome({ places, scores, you }: Summary): string[] {
  if (!places || you === null) return [];
  const place = places[you] ?? 0;
  const shared = places.filter((each) => each === place).length > 1;
  const rest = (scores ?? []).filter((_, seat) => seat !== you);
  const points = scores && rest.length === 1 ? ` ${scores[you]} : ${rest[0]}` : "";
  if (places.length > 2 && place > 1) return [t("home.placed", { place, n: places.length })];
  if (place === 1) return [t(shared ? "home.shared" : "home.won") + points];
  return [t("home.lost") + points];
}
