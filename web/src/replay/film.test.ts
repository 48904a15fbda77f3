import { expect, it } from "vitest";
import type { Replay, Step } from "../protocol";
import { Film } from "./film";

const step = (seat: number | null, turn: number, does: string | null, view: object): Step => ({
  seat,
  turn,
  does: does === null ? null : { does },
  text: does ?? "",
  squares: does === null ? [] : [`s${turn}`],
  to_move: 0,
  scores: [0, 0],
  view,
});

const REPLAY: Replay = {
  contrada_replay: 1,
  game: "town",
  options: {},
  title: "",
  seats: ["Ada", "Bruno"],
  seat: null,
  result: null,
  steps: [
    step(null, 0, null, { game: "town", scores: [0, 0], lots: ["a1"] }),
    step(0, 1, "walk", { lots: ["b1"] }),
    step(0, 1, "erect", { scores: [1, 0] }),
    step(1, 2, "skip", {}),
    step(1, 3, "skip", { lots: null }),
  ],
};

it("views hold what has not changed", () => {
  const film = new Film(REPLAY);
  expect(film.view(2)).toEqual({ game: "town", scores: [1, 0], lots: ["b1"] });
  expect(film.view(4).lots).toBeNull();
  expect(film.view(0).lots).toEqual(["a1"]);
  expect(film.view(99)).toBe(film.view(4));
});

it("decisions of a turn make one line, two turns of one seat two", () => {
  const lines = new Film(REPLAY).lines();
  expect(lines.map(({ seat, ply, does }) => [seat, ply, does.length])).toEqual([[0, 2, 2], [1, 3, 1], [1, 4, 1]]);
  expect(lines[0]!.text).toBe("walk erect");
});
