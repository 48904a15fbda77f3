/** What decided a game, in a sentence: the kind of points in which the winner was furthest ahead. */

import { has, t, type Key } from "../i18n";
import type { ScoreLine, Snapshot } from "../protocol";

export interface Decided {
  what: string; // the kind of line
  winner: number;
  rival: number; // the best of the others
  points: number; // that the winner has of this kind
  less: number; // that the rival has of it
  n: number; // of the winner's lines that brought some
  best: number; // the winner's best line
  second: number; // the rival's best line
  total: number;
}

type Result = Pick<NonNullable<Snapshot["result"]>, "places" | "scores" | "why">;

/** Null if nobody won alone by points: then there is nothing that the score sheets could tell. */
export function decided(sheet: ScoreLine[][], { places, scores, why }: Result): Decided | null {
  const order = places.map((_, seat) => seat).sort((one, other) => places[one]! - places[other]!);
  const [winner, rival] = order as [number, number];
  if (why !== "rules" || places[rival] === 1 || scores[winner] === scores[rival]) return null;
  const kinds = [...new Set(sheet.flat().map(({ what }) => what))];
  const compared = kinds.map((what) => {
    const [own, theirs] = [winner, rival].map((seat) => sheet[seat]!.filter((line) => line.what === what).map(({ points }) => points));
    return { what, winner, rival, points: sum(own!), less: sum(theirs!), n: own!.filter((points) => points > 0).length,
      best: Math.max(0, ...own!), second: Math.max(0, ...theirs!), total: scores[winner]! }; // prettier-ignore
  });
  const way = Math.sign(scores[winner]! - scores[rival]!); // in Urtown fewer is better
  const leads = compared.map(({ points, less }) => way * (points - less));
  return compared[leads.indexOf(Math.max(...leads))] ?? null;
}

const sum = (points: number[]) => points.reduce((all, one) => all + one, 0);

/** "Red’s two projects brought 51 of 122 points; Blue’s brought 12." */
export function decidedText({ game, sheet, result }: Snapshot, names: string[]): string {
  const found = sheet && result ? decided(sheet, result) : null;
  const key = `${game}.decided.${found?.what}`;
  if (!found || !has(key)) return "";
  return t(key as Key, { ...found, name: names[found.winner] ?? "", other: names[found.rival] ?? "" });
}
