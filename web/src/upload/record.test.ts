import { expect, test } from "vitest";
import { NoRecord, read } from "./record";

test("a record and a replay are read", () => {
  expect(read('{"contrada": 1, "game": "urbino"}')).toHaveProperty("game", "urbino");
  expect(read('{"contrada_replay": 1}')).toHaveProperty("contrada_replay");
});

test.each(["", "no json", "7", "null", "[]", '{"other": 1}'])("%j is no record", (text) => {
  expect(() => read(text)).toThrow(NoRecord);
});
