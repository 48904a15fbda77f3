import { beforeEach, describe, expect, it } from "vitest";
import { language, t } from "../i18n";
import type { Clock, ClockSetting } from "../protocol";
import { clockText, dateText, isLow, nextLook, offUntil, runsOutIn, saidAt, shortText, spentText, timeLeft, timeUsed } from "./clock";
import "./words";

const CLOCK: Clock = {
  setting: { kind: "game", minutes: 10, increment: 5 },
  left: [318_000, 462_000],
  running: 0,
  at: 1_000_000,
  first_move_by: null,
  paused: false,
  now: 1_000_000,
};

beforeEach(() => {
  language.current = "en";
});

describe("time left", () => {
  it("goes down for the seat whose clock runs, and for no other", () => {
    expect(timeLeft(CLOCK, 0, 1_010_000)).toBe(308_000);
    expect(timeLeft(CLOCK, 1, 1_010_000)).toBe(462_000);
  });

  it("never goes below nothing, nor up when our clock is behind", () => {
    expect(timeLeft(CLOCK, 0, 9_000_000)).toBe(0);
    expect(timeLeft(CLOCK, 0, 999_000)).toBe(318_000);
  });
});

describe("days off", () => {
  const HOUR = 3_600_000;
  // Six of 48 hours were used when the days off began; they last from 6 to 30.
  const off: Clock = { ...CLOCK, setting: { kind: "turn", hours: 48 }, left: [48 * HOUR, 48 * HOUR], at: 24 * HOUR, off: [30 * HOUR, null] };

  it("let a clock stand still until they are over", () => {
    expect([10, 29, 30, 31].map((at) => timeLeft(off, 0, at * HOUR) / HOUR)).toEqual([42, 42, 42, 41]);
    expect([10, 30].map((at) => runsOutIn(off, 0, at * HOUR) / HOUR)).toEqual([62, 42]);
    expect(timeLeft(off, 1, 10 * HOUR)).toBe(48 * HOUR);
  });

  it("are over at their end", () => {
    expect([29, 30].map((at) => offUntil(off, 0, at * HOUR))).toEqual([30 * HOUR, null]);
    expect(offUntil(off, 1, 0)).toBeNull();
    expect(offUntil(CLOCK, 0, 0)).toBeNull();
  });

  it.each([
    ["en", "days off until 3 December"],
    ["it", "in ferie (fine: 3 dicembre)"],
    ["ru", "в отпуске до 3 декабря"],
  ] as const)("read in %s: %s", (name, text) => {
    language.current = name;
    expect(t("table.off_until", { date: dateText(new Date(2026, 11, 3).getTime()) })).toBe(text);
  });
});

describe("a clock reads", () => {
  it.each([
    [462_000, "07:42"],
    [4_062_999, "1:07:42"],
    [10_000, "00:10"],
    [9_449, "9.4"],
    [0, "0.0"],
    [86_400_000, "1 d"],
    [2 * 86_400_000 + 4 * 3_600_000 + 5, "2 d 4 h"],
  ])("%i as %s", (left, text) => expect(clockText(left)).toBe(text));

  it("with the comma of the language", () => {
    language.current = "it";
    expect(clockText(9_449)).toBe("9,4");
  });

  it("and is looked at again when that changes", () => {
    expect(nextLook(462_300)).toBe(301);
    expect(nextLook(9_449)).toBe(100);
  });
});

it("a minute, 30 and 10 seconds are said as they pass", () => {
  expect([[60_050, 59_950], [60_000, 59_000], [31_000, 9_000], [10_100, 10_000]].map(([before, left]) => saidAt(before!, left!))).toEqual([60, null, 10, 10]);
  expect(saidAt(4_000, 9_000)).toBeNull(); // time came back
});

it("little time depends on how much there was", () => {
  expect(isLow({ kind: "game", minutes: 10, increment: 0 }, 29_000)).toBe(true);
  expect(isLow({ kind: "game", minutes: 10, increment: 0 }, 31_000)).toBe(false);
  expect(isLow({ kind: "game", minutes: 1, increment: 0 }, 20_000)).toBe(false);
  expect(isLow({ kind: "turn", hours: 24 }, 3_500_000)).toBe(true);
});

describe("time used", () => {
  const line = (seat: number) => ({ seat, ply: 1, does: [], text: "", squares: [], done: true });
  const clock = (setting: ClockSetting, left: number[]): Clock => ({ setting, left, running: null, at: 0, first_move_by: null, paused: false });

  it("counts what came back after every turn", () => {
    const ended = clock({ kind: "game", minutes: 10, increment: 5 }, [600_000 - 472_000 + 10_000, 605_000]);
    const log = [line(0), line(1), line(0)];
    expect([0, 1].map((seat) => spentText(timeUsed(ended, seat, log)!))).toEqual(["7:52", "0:00"]);
  });

  it("is not known if each turn has its own time", () => {
    expect(timeUsed(clock({ kind: "turn", hours: 24 }, [1, 1]), 0, [])).toBeNull();
  });
});

it("a narrow strip has the short form of long times", () => {
  const hour = 3_600_000;
  expect([50 * hour, 46 * hour, 90_000].map(shortText)).toEqual(["2 d", "46 h", "01:30"]);
});
