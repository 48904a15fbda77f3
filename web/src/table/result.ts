/** How a game ended, in words. */

import { has, list, t } from "../i18n";
import type { GameName, Snapshot } from "../protocol";

type Ended = Pick<Snapshot, "result" | "you">;

/** "Anna wins, 16 to 7." */
export function resultText({ result, you }: Ended, names: string[]): string {
  if (!result) return "";
  const winners = result.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (result.why === "draw") return t("table.drawn");
  if (winners.length === names.length) return t("table.all_share");
  if (winners.length > 1) return t("table.share", { names: list(winners.map((seat) => names[seat] ?? "")) });
  return winners[0] === you ? t("table.you_win") : t("table.wins", { name: names[winners[0] ?? 0] ?? "" });
}

/** "33 : 8", the winner's first, if it counted; with more than two the score sheet tells. */
export function scoreText({ result }: Ended): string {
  if (result?.why !== "rules" || result.scores.length !== 2) return "";
  const scores = result.places[1]! < result.places[0]! ? result.scores.toReversed() : result.scores;
  return scores.join(" : ");
}

/** Why it ended, if the rules were not the reason: "Bruno resigned." */
export function whyText({ result }: Ended, names: string[]): string {
  if (!result || result.seat === null) return "";
  const name = names[result.seat] ?? "";
  if (result.why === "resigned") return t("table.resigned", { name });
  if (result.why === "time") return t("table.lost_on_time", { name });
  return "";
}

/** What decided a game: "points", "fewer captured tiles". A game has words for measures of its own. */
export function measureText(game: GameName, name: string): string {
  const key = `measure.${name.replaceAll(" ", "_")}`;
  const known = [`${game}.${key}`, `table.${key}`].find(has);
  return known ? t(known) : name;
}
