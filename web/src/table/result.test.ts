import { beforeEach, expect, it } from "vitest";
import "../games/urtown/words";
import { choose, language } from "../i18n";
import type { Result } from "../protocol";
import { decidingText, measureText, resultText, scoreNow, scoreText, whyText } from "./result";
import "./words";

const ended = (result: Partial<Result>, you: number | null = null) => ({
  you,
  result: {
    places: [1, 2], results: [1, 0], scores: [16, 7], decided_by: "points", why: "rules", seat: null, ...result,
  } as Result,
});
const NAMES = ["Anna", "Bruno"];

beforeEach(() => {
  language.current = "en";
});

it("says who wins, and by how much", () => {
  expect(resultText(ended({}), NAMES)).toBe("Anna wins.");
  expect(resultText(ended({}, 0), NAMES)).toBe("You win.");
  expect(resultText(ended({}, 1), NAMES)).toBe("Anna wins.");
  expect(scoreText(ended({}))).toBe("16–7");
});

it("says when a win is shared", () => {
  expect(resultText(ended({ places: [1, 1] }), NAMES)).toBe("Everyone shares the win.");
  expect(resultText(ended({ places: [1, 1, 3], scores: [5, 5, 1] }), [...NAMES, "Carla"])).toBe(
    "Anna and Bruno share the win.",
  );
  expect(resultText(ended({ places: [1, 1], why: "draw" }), NAMES)).toBe("Draw by agreement.");
});

it("says why, when it was not the rules; points do not count then", () => {
  expect(whyText(ended({ why: "resigned", seat: 1 }), NAMES)).toBe("Bruno resigned.");
  expect(whyText(ended({ why: "time", seat: 1 }), NAMES)).toBe("Bruno ran out of time.");
  expect(scoreText(ended({ why: "time", seat: 1 }))).toBe("");
});

it("says what the figures do not: that fewer is better, or what broke a tie", () => {
  const said = (by: string | null, why: Result["why"] = "rules") =>
    decidingText({ game: "urtown", ...ended({ decided_by: by, why }) }, { measures: [{ name: "score", fewest: true }, { name: "captured tiles", fewest: true }] });
  expect(said("score")).toBe("The lower score wins.");
  expect(said("captured tiles")).toBe("Tie-breaker: fewer captured tiles.");
  expect([said(null), said("score", "resigned")]).toEqual(["", ""]);
  expect(decidingText({ game: "urbino", ...ended({}) }, { measures: [{ name: "points", fewest: false }] })).toBe("");
});

it("says what cannot go on", () => {
  const stopped = ended({ places: [1, 1], why: "stopped" });
  expect(resultText(stopped, NAMES)).toBe("Nobody has won.");
  expect(whyText(stopped, NAMES)).toMatch(/^This game can’t go on\. An older version/);
  expect(scoreText(stopped)).toBe("");
  const broken = ended({ places: [1, 1], why: "ended" });
  expect(resultText(broken, NAMES)).toBe("Nobody has won.");
  expect(whyText(broken, NAMES)).toBe("Whoever runs this server ended the game.");
});

it("names what decided in the present language", async () => {
  await choose("it");
  expect(measureText("urtown", "captured tiles")).toBe("meno tessere catturate");
  expect(measureText("urtown", "points")).toBe("i punti");
  expect(measureText("urtown", "something new")).toBe("something new");
});

it("says who leads while a game goes on, by what counts", () => {
  const most = { measures: [{ name: "points", fewest: false }] };
  const fewest = { measures: [{ name: "groups", fewest: true }] };
  expect(scoreNow([3, 9], 1, most)).toBe("You lead, 9–3.");
  expect(scoreNow([3, 9], 0, most)).toBe("You are behind, 3–9.");
  expect(scoreNow([3, 3], 0, most)).toBe("You are level, 3–3.");
  expect(scoreNow([3, 9], 0, fewest)).toBe("You lead, 3–9. The lower score wins.");
  expect(scoreNow([3, 9, 4], 0, most)).toBe("");
});
