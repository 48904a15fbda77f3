import { expect, it } from "vitest";
import type { ScoreLine } from "../protocol";
import { canUnfold, kindsOf } from "./scoresheet";

const line = (what: string, points: number, squares: string[] = [], id = ""): ScoreLine =>
  ({ what, name: what, points, squares, goal: false, id });

const SHEET = [
  [line("tile", 2, ["A1"]), line("tile", 3, ["B1"]), line("decree", 0, [], "S01")],
  [line("tile", 1, ["A1"]), line("fees", -2)],
];

it("each kind has what every seat scored with it, in the order of the sheets", () => {
  const kinds = kindsOf(SHEET, "urbe", {});
  expect(kinds.map(({ key, cells }) => [key, ...cells.map((cell) => cell?.points ?? null)])).toEqual([
    ["tile", 5, 1],
    ["decree", 0, null],
    ["fees", null, -2],
  ]);
  expect(kinds[0]!.cells[0]!.lines).toHaveLength(2);
});

it("a game can tell its kinds apart in its own way", () => {
  const scoreKind = ({ squares }: ScoreLine) => ({ key: squares[0] ?? "", title: squares[0] ?? "nowhere" });
  expect(kindsOf(SHEET, "urbe", { scoreKind }).map(({ title }) => title)).toEqual(["A1", "B1", "nowhere"]);
});

it("only what has parts or a place can be unfolded", () => {
  expect(kindsOf(SHEET, "urbe", {}).map(canUnfold)).toEqual([true, true, false]);
});
