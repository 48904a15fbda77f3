import { expect, test } from "vitest";
import { arrow, colourOf, readMarks, toggled, writeMarks, type DrawnMark } from "./marks";

const RING: DrawnMark = { colour: "r", from: "d6", to: null };
const ARROW: DrawnMark = { colour: "g", from: "e5", to: "e7" };

test("an address carries marks", () => {
  expect(writeMarks([ARROW, RING])).toBe("ge5-e7,rd6");
  expect(readMarks("ge5-e7,rd6")).toEqual([ARROW, RING]);
  expect(readMarks("")).toEqual([]);
});

test.each(["xe5", "g", "ge5-", "ge5-e6-e7", "g<b>", "g" + "e".repeat(9)])("%s is no mark", (text) => {
  expect(readMarks(`${text},rd6`)).toEqual([RING]);
});

test("an arrow to its own square is a ring, and nobody needs thousands of them", () => {
  expect(readMarks("rd6-d6")).toEqual([RING]);
  expect(readMarks(Array(1000).fill("rd6").join()).length).toBe(40);
});

test("the same mark again removes it; another colour changes it", () => {
  expect(toggled([], RING)).toEqual([RING]);
  expect(toggled([ARROW, RING], RING)).toEqual([ARROW]);
  expect(toggled([RING], { ...RING, colour: "b" })).toEqual([{ ...RING, colour: "b" }]);
  expect(toggled([RING], { ...RING, to: "d7" }).length).toBe(2);
});

test("keys choose the colour", () => {
  const keys = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  expect(colourOf(keys)).toBe("g");
  expect(colourOf({ ...keys, ctrlKey: true })).toBe("r");
  expect(colourOf({ ...keys, altKey: true })).toBe("b");
  expect(colourOf({ ...keys, shiftKey: true, altKey: true })).toBe("y");
});

test("the tip of an arrow is in the middle of its square", () => {
  const { line, head } = arrow({ x: 0, y: 0 }, { x: 0, y: -100 }, 10);
  expect(line).toBe("M0 -15L0 -68");
  expect(head.startsWith("M0 -100L")).toBe(true);
});
