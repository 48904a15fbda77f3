import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Seat } from "../protocol";
import { Arrivals } from "./arrivals.svelte";

const person = (guest: string): Seat => ({ kind: "person", name: guest.toUpperCase(), guest, level: null, out: null, here: false, until: null });
const OPEN: Seat = { kind: "open", name: "", guest: null, level: null, out: null, here: false, until: null };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { setTimeout });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("arrivals", () => {
  test("are those who sat down since the page was opened, but you", () => {
    const arrivals = new Arrivals();
    expect(arrivals.see([person("ada"), person("bruno"), OPEN], "ada")).toEqual([]);
    expect(arrivals.see([person("ada"), person("bruno"), person("carla")], "ada")).toEqual(["CARLA"]);
    expect([person("bruno"), person("carla"), OPEN].map((seat) => arrivals.isNews(seat))).toEqual([false, true, false]);
  });

  test("are news for a while, and again if they come back", () => {
    const arrivals = new Arrivals();
    arrivals.see([OPEN], null);
    arrivals.see([person("bruno")], null);
    vi.advanceTimersByTime(60_000);
    expect(arrivals.isNews(person("bruno"))).toBe(false);
    arrivals.see([OPEN], null);
    expect(arrivals.see([person("bruno")], null)).toEqual(["BRUNO"]);
    expect(arrivals.isNews(person("bruno"))).toBe(true);
  });
});
