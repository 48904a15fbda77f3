import { expect, test } from "vitest";
import { chance, FIRST, fitting, points, rated, ratingOf } from "./rating";

test("two strangers are rated as openskill rates them", () => {
  // openskill 6, PlackettLuce with its defaults: rate([[r], [r]]) of two fresh ratings.
  const won = rated(FIRST, FIRST, true);
  expect(won.mu).toBeCloseTo(27.63523138347365, 9);
  expect(won.sigma).toBeCloseTo(8.065506316323548, 9);
  const lost = rated(FIRST, FIRST, false);
  expect(lost.mu).toBeCloseTo(22.36476861652635, 9);
  expect(lost.sigma).toBeCloseTo(8.065506316323548, 9);
});

test("a hard puzzle brings more than an easy one, and costs less", () => {
  const [easy, hard] = [ratingOf(2), ratingOf(7)];
  expect(chance(FIRST, easy)).toBeGreaterThan(chance(FIRST, hard));
  expect(rated(FIRST, hard, true).mu).toBeGreaterThan(rated(FIRST, easy, true).mu);
  expect(rated(FIRST, hard, false).mu).toBeGreaterThan(rated(FIRST, easy, false).mu);
});

test("whoever solves what level 5 finds comes to a rating near it, and stays there", () => {
  let you = FIRST;
  for (let n = 0; n < 200; n += 1) {
    const level = 1 + (n % 8);
    you = rated(you, ratingOf(level), level <= 5);
  }
  expect(points(FIRST)).toBe(1500);
  expect(points(you)).toBeGreaterThan(points(ratingOf(5)));
  expect(points(you)).toBeLessThan(points(ratingOf(6)) + 60);
  expect(you.sigma).toBeLessThan(FIRST.sigma / 2);
});

test("the next puzzle is about as strong as you are", () => {
  const left = [1, 3, 4, 8].map((level, place) => ({ level, number: place + 1 }));
  expect(fitting(FIRST, left)?.level).toBe(4);
  expect(fitting({ mu: 5, sigma: 3 }, left)?.level).toBe(1);
  expect(fitting({ mu: 60, sigma: 3 }, left)?.level).toBe(8);
  expect(fitting(FIRST, [])).toBe(null);
});
