/** How a game ended, in words. */

import { has, list, t } from "../i18n";
import type { GameFacts, GameName, Snapshot } from "../protocol";

type Ended = Pick<Snapshot, "result" | "you">;

/** "Anna wins." */
export function resultText({ result, you }: Ended, names: string[]): string {
  if (!result) return "";
  const winners = result.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (result.why === "draw") return t("table.drawn");
  if (result.why === "stopped" || result.why === "ended") return t("table.stopped");
  if (winners.length === names.length) return t("table.all_share");
  if (winners.length > 1) return t("table.share", { names: list(winners.map((seat) => names[seat] ?? "")) });
  return winners[0] === you ? t("table.you_win") : t("table.wins", { name: names[winners[0] ?? 0] ?? "" });
}

/** "33–8", the winner's first, if the score counted. With more than two seats, see the score sheet. */
export function scoreText({ result }: Ended): string {
  if (result?.why !== "rules" || result.scores.length !== 2) return "";
  const [one, other] = result.scores as [number, number];
  const [first, second] = result.places[1]! < result.places[0]! ? [other, one] : [one, other];
  return t("table.score", { first, second });
}

/** "You lead 9–3.", for one of two seats, while the game goes on. */
export function scoreNow(scores: readonly number[] | undefined, seat: number | null, { measures }: Pick<GameFacts, "measures">): string {
  if (scores?.length !== 2 || seat === null) return "";
  const [first, second] = [scores[seat]!, scores[1 - seat]!];
  const fewest = measures[0]?.fewest ?? false;
  const how = first === second ? "level" : first > second !== fewest ? "lead" : "behind";
  return [t(`table.standing.${how}`, { score: t("table.score", { first, second }) }), fewest ? t("table.fewest_wins") : ""].join(" ").trim();
}

/** Why the game ended, unless by the rules: "Bruno resigned." */
export function whyText({ result }: Ended, names: string[]): string {
  if (result?.why === "stopped") return t("table.stopped_why");
  if (result?.why === "ended") return t("table.ended_why");
  if (!result || result.seat === null) return "";
  const name = names[result.seat] ?? "";
  if (result.why === "resigned") return t("table.resigned", { name });
  if (result.why === "time") return t("table.lost_on_time", { name });
  return "";
}

/** What the figures alone do not tell: that fewer is better, or what broke a tie. */
export function decidingText({ game, result }: Pick<Snapshot, "game" | "result">, { measures }: Pick<GameFacts, "measures">): string {
  const by = result?.why === "rules" ? result.decided_by : null;
  if (by === null) return "";
  if (by !== measures[0]?.name) return t("table.decided_by", { what: measureText(game, by) });
  return measures[0].fewest ? t("table.fewest_wins") : "";
}

/** What decided a game: "points", "fewer captured tiles". Games have texts for their own measures. */
export function measureText(game: GameName, name: string): string {
  const key = `measure.${name.replaceAll(" ", "_")}`;
  const known = [`${game}.${key}`, `table.${key}`].find(has);
  return known ? t(known) : name;
}
