import { expect, test } from "vitest";
import { NoRecord, read } from "./record";

test("a record and a replay are read", () => {
  expect(read('{"contrada": 2, "game": "urbino"}')).toHaveProperty("game", "urbino");
  expect(read('{"contrada_replay": 1}')).toHaveProperty("contrada_replay");
});

test("a seed keeps all its digits on the way to the server", () => {
  const seed = "340282366920938463463374607431768211455";
  expect(JSON.stringify(read(`{"contrada":2,"seed":"${seed}"}`))).toContain(seed);
});

test.each(["", "no json", "7", "null", "[]", '{"other": 1}'])("%j is no record", (text) => {
  expect(() => read(text)).toThrow(NoRecord);
});
