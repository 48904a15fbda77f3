import { expect, test } from "vitest";
import type { PositionText } from "../protocol";
import { pictureUrl, plainText, sharedOf, snippet } from "./sharing";

const TEXT: PositionText = { position: "9/9 - b", moves: ["e5", "c3"], decisions: [40, 20] };
const TABLE = { kind: "table", table: "k3J", ply: 2 } as const;

test("a table is shared as it is", () => {
  expect(sharedOf(TABLE, [7], TEXT)).toEqual({ source: TABLE, decisions: [7] });
});

test("an uploaded record becomes its start and its decisions", () => {
  const record = { game: "town", options: { wide: true }, seats: ["Ada", "Bruno"], seed: "77", turns: [] };
  expect(sharedOf({ kind: "record", record, ply: 2 }, [], TEXT)).toEqual({
    source: { kind: "start", game: "town", options: { wide: true }, seats: 2, seed: "77" }, decisions: [40, 20],
  });
  const from = { game: "town", seats: ["Ada"], position: "9/9", turns: [] };
  expect(sharedOf({ kind: "record", record: from, ply: 2 }, [], TEXT).source).toEqual(
    { kind: "position", game: "town", options: {}, text: "9/9" },
  );
});

test("addresses carry everything that is needed", () => {
  const url = new URL(pictureUrl({ source: TABLE, decisions: [7, 8] }), "https://town.example");
  expect(url.pathname).toBe("/api/study/picture.png");
  expect(JSON.parse(url.searchParams.get("at")!)).toEqual({ source: TABLE, decisions: [7, 8] });
});

test("the piece of a web page has no loose quotation marks", () => {
  const made = snippet("https://town.example", { source: { ...TABLE, table: '"><b>' }, decisions: [] });
  expect(made).toContain('<script type="module" src="https://town.example/element/contrada-board.js"></script>');
  expect(made.split('"').length % 2).toBe(1);
  expect(made).not.toContain("<b>");
});

test("text has the moves, the position and the link", () => {
  expect(plainText("Urbino: Ada – Bruno", TEXT, "https://town.example/t/k3J/study/2")).toBe(
    "Urbino: Ada – Bruno\n1. e5  2. c3\n9/9 - b\nhttps://town.example/t/k3J/study/2",
  );
  expect(plainText("", { ...TEXT, moves: [] }, null)).toBe("9/9 - b");
});
