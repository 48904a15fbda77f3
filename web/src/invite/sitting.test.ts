import { describe, expect, test } from "vitest";
import type { Seat } from "../protocol";
import { UNNAMED } from "../protocol";
import en from "../shell/words.en";
import it from "../shell/words.it";
import ru from "../shell/words.ru";
import "./words";
import { freeSeat, hostName, isHostHere, keptText, takenText } from "./sitting";

const seat = (kind: Seat["kind"], guest: string | null = null): Seat => ({ kind, name: "", guest, level: null, out: null, here: false, until: null });
const ada = { id: "ada", name: "Ada" };

describe("the seat to take", () => {
  test.each<[string, Seat[], number | null]>([
    ["the first open one", [seat("person", "bruno"), seat("open"), seat("open")], 1],
    ["one reserved for you, wherever it is", [seat("open"), seat("kept", "ada")], 1],
    ["none that is reserved for others", [seat("kept", "bruno"), seat("bot")], null],
  ])("is %s", (_, seats, found) => {
    expect(freeSeat({ seats }, ada)).toBe(found);
  });
});

test("a host who is forgotten has no name", () => {
  expect(["Ada", "", "—"].map((host_name) => hostName({ host_name }))).toEqual(["Ada", null, null]);
});

test("a host who has not said who they are has no name either, in any language", () => {
  expect(UNNAMED).toEqual([en.guest, it.guest, ru.guest]);
  expect(["Guest", "Гость (2)", "Guest of honour"].map((host_name) => hostName({ host_name }))).toEqual([null, null, "Guest of honour"]);
});

test("a host without a seat may or may not be here", () => {
  const here = (seats: Seat[], online: boolean[]) =>
    isHostHere({ seats, online, host: "ada", host_name: "Ada", random_seats: false });
  expect(here([seat("open"), seat("person", "ada")], [false, true])).toBe(true);
  expect(here([seat("person", "ada"), seat("open")], [false, false])).toBe(false);
  expect(here([seat("open"), seat("open")], [false, false])).toBe(null);
});

describe("a seat that is kept", () => {
  const until = new Date(2026, 10, 18, 18, 40).getTime();
  const invitation = (...seats: Seat[]) => ({ seats, online: [], host: "ada", host_name: "Ada", random_seats: false });
  const kept = { ...seat("kept", "bruno"), name: "Bruno", until };

  test("is told of with its time", () => {
    const two = invitation(seat("person", "ada"), kept);
    expect(keptText(two, 1, "Light")).toBe("Light is kept for you until 18:40.");
    expect(keptText(two, 1, "")).toBe("A seat is kept for you until 18:40.");
    expect(keptText(two, 0, "Dark")).toBe("");
    expect(keptText(two, null, "")).toBe("");
  });

  test("is not taken for good", () => {
    expect(takenText(invitation(seat("person", "ada"), kept))).toMatch(/^Bruno is taking the lesson first/);
    expect(takenText(invitation(seat("person", "ada"), seat("bot")))).toBe("This seat is taken.");
    expect(takenText(invitation(seat("person", "ada"), seat("bot"), seat("bot")))).toBe("Every seat is taken.");
  });
});
