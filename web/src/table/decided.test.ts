import { expect, it } from "vitest";
import type { ScoreLine } from "../protocol";
import { decided } from "./decided";

const line = (what: string, points: number): ScoreLine => ({ what, name: what, points, squares: [], goal: false, id: "" });
const lines = (kinds: Record<string, number[]>) =>
  Object.entries(kinds).flatMap(([what, points]) => points.map((one) => line(what, one)));
const result = (places: number[], scores: number[], why: "rules" | "resigned" = "rules") => ({ places, scores, why });

const PLAYED: [string, Record<string, number[]>[], ReturnType<typeof result>, object | null][] = [
  ["the kind with the greatest lead",
    [{ building: [30], project: [21, 30, 0] }, { building: [40], project: [12] }], result([1, 2], [81, 52]),
    { what: "project", winner: 0, rival: 1, points: 51, less: 12, n: 2, best: 30, second: 12, total: 81 }],
  ["the winner may sit anywhere, and the rival is the second",
    [{ tile: [9] }, { tile: [1, 1] }, { tile: [6, 6] }], result([2, 3, 1], [9, 2, 12]),
    { what: "tile", winner: 2, rival: 0, points: 12, less: 9, n: 2, best: 6, second: 9 }],
  ["what cost the other more",
    [{ tile: [9], fees: [-2] }, { tile: [9], fees: [-8] }], result([1, 2], [7, 1]), { what: "fees", points: -2, less: -8, n: 0 }],
  ["a kind that only one of them has",
    [{ tile: [5], fountain: [3] }, { tile: [6] }], result([1, 2], [8, 6]), { what: "fountain", points: 3, less: 0, second: 0 }],
  ["equal leads: the first of the sheet",
    [{ tile: [5], fountain: [3] }, { tile: [4], fountain: [2] }], result([1, 2], [8, 6]), { what: "tile" }],
  ["where fewer points are better",
    [{ group: [1, 1], captured: [3] }, { group: [1, 1, 1], captured: [9] }], result([1, 2], [5, 12]),
    { what: "captured", points: 3, less: 9 }],
  ["a shared win", [{ tile: [5] }, { tile: [5] }], result([1, 1], [5, 5]), null],
  ["a tie-breaker", [{ tile: [5] }, { tile: [5] }], result([1, 2], [5, 5]), null],
  ["no points decided it", [{ tile: [5] }, { tile: [9] }], result([1, 2], [5, 9], "resigned"), null],
]; // prettier-ignore

it.each(PLAYED)("%s", (_, sheets, ended, wanted) => {
  const found = decided(sheets.map(lines), ended);
  if (wanted) expect(found).toMatchObject(wanted);
  else expect(found).toBeNull();
});
