import { expect, test } from "vitest";
import { frameOf } from "../board/geometry";
import { LARGE, hang, type Standing } from "./plaques";
import type { Lettered } from "./reading";

const WIDE = { scale: 1, frame: frameOf("bottom", false) };
const PHONE = { scale: LARGE, frame: frameOf("bottom", true) };

function district(squares: string, points: [number, number] = [5, 2]): Lettered {
  const scorer = points[0] > points[1] ? 0 : 1;
  return { squares: squares.split(" "), points, scorer, monuments: [null, null], letter: "A" };
}

/** "house e5, tower d6" */
function pieces(text: string): Standing[] {
  return text.split(", ").map((piece) => {
    const [kind, square] = piece.split(" ") as [Standing["kind"], string];
    return { kind, square };
  });
}

/** Where it hangs, as the nearest crossing of the paving: e5 begins at 4, 4. */
function crossing(districts: Lettered[], standing: Standing[], size = WIDE): number[][] {
  return hang(districts, standing, size).map(({ x, y }) => [Math.round(x / 100), Math.round(y / 100)]);
}

test.each([
  ["at the far left corner", "house e5, palace f5", [4, 4]],
  ["elsewhere if feet are in its way", "house e5, palace f5, architect d6, architect e6", [6, 4]],
  ["at the next corner beside a tower", "tower e5, tower d5, house f5", [6, 4]],
])("a plaque hangs %s", (_, standing, where) => {
  expect(crossing([district("e5 f5")], pieces(standing), PHONE)).toEqual([where]);
});

test("a plaque makes room for a tower that is thought of", () => {
  const squares = "e5 c4 d4 e4 c3";
  const stand = "palace c4, house d4, palace e4, house c3";
  expect(crossing([district(squares)], pieces(stand))).toEqual([[4, 4]]);
  const beside = pieces(`${stand}, tower e5, tower d6, architect e6`);
  expect(crossing([district(squares)], beside)).toEqual([[2, 5]]);
  expect(crossing([district(squares)], beside, PHONE)).not.toEqual([[4, 4]]);
});

test("no plaque hangs over another", () => {
  const both = [district("c5 c4"), district("d3 d2"), district("b3 b2")];
  const found = hang(both, [], PHONE);
  for (const one of found)
    for (const other of found)
      expect(one === other || Math.abs(one.x - other.x) >= 66 || Math.abs(one.y - other.y) >= 51).toBe(true);
});

test.each(["a9 a8", "i9 i8", "a1 b1", "i1 i2"])("the plaque of %s stays on the board", (squares) => {
  for (const size of [WIDE, PHONE]) {
    const [{ x, y, half }] = hang([district(squares, [12, 2])], pieces("palace a9, palace i1"), size) as [never];
    const wide = half * size.scale;
    const { frame } = size;
    const high = 17 * size.scale;
    expect(x - wide).toBeGreaterThanOrEqual(-frame.left);
    expect(x + wide).toBeLessThanOrEqual(900 + frame.right);
    expect(y - high).toBeGreaterThanOrEqual(-frame.top);
    expect(y + high).toBeLessThanOrEqual(900 + frame.bottom);
  }
});
