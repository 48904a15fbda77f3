import { expect, test } from "vitest";
import { CITY, NARROW, PITCH, STREET, TILE, TINY, WIDE, at, avenues, extent, inset } from "./city";
import { SPACES } from "./reading";

/** Rows of the city from the north: the letter of each space's district. */
const MAP = ["aaaabbb", "aaaabbb", "aaa.bbb", "cc...bb", "cccddd.", "cccdddd", "cccdddd"];
const DISTRICTS: Record<string, string> = { a: "NW", b: "NE", c: "SW", d: "SE", ".": "centre" };
const spaces = SPACES.map((space, i) => ({ space, district: DISTRICTS[MAP[Math.floor(i / 7)]![i % 7]!]! }));

test("tiles leave a street between them", () => {
  expect(at("B1").x - at("A1").x).toBe(TILE + STREET);
  expect(at("A1")).toEqual({ x: PITCH / 2, y: PITCH / 2 });
  expect(at("G7")).toEqual({ x: CITY - PITCH / 2, y: CITY - PITCH / 2 });
});

test.each([WIDE, NARROW, TINY])("the squares lie where the tiles are drawn", (margin) => {
  const { x, y, width, height } = extent(margin);
  const [top, side, bottom] = inset(margin).split(" ").map(parseFloat) as [number, number, number];
  expect(x + (side * width) / 100).toBeCloseTo(0);
  expect(y + (top * height) / 100).toBeCloseTo(0);
  expect(y + height - (bottom * height) / 100).toBeCloseTo(CITY);
  expect(x + width - (side * width) / 100).toBeCloseTo(CITY);
});

test("avenues run between districts, but not along the centre", () => {
  const found = avenues(spaces);
  expect(found).toContainEqual({ x: 4 * PITCH, y: 0.5 * PITCH, upright: true }); // D1 | E1
  expect(found).toContainEqual({ x: 0.5 * PITCH, y: 3 * PITCH, upright: false }); // A3 over A4
  expect(found).not.toContainEqual({ x: 3 * PITCH, y: 2.5 * PITCH, upright: true }); // C3 | D3
  expect(found).not.toContainEqual({ x: PITCH, y: 0.5 * PITCH, upright: true }); // A1 | B1
});
