/** What is said of a tile before it is marked. */
import { expect, test } from "vitest";
import { Choosing } from "../../table/choosing.svelte";
import { pays, placeInMind, prospectOf, rivalsForSeconds, sayings, secondsOf, strandedBy, wayChosen, type Way } from "./prospects";
import { prompt } from "./saying";
import { PARTS, view } from "./testing";
import type { Payment, Prospect } from "./view";
import "./words";

const way = (card: number, by: Payment["by"], seconds: number[] = [], strands: number[] = []): Payment => ({ card, by, seconds, strands });
const nothing = { worth: 5, character: 0, useful: 0, fountains: [], decrees: [] };
const prospect = (more: Partial<Prospect>): Prospect => ({ place: 1, payments: [way(1, "guilds")], gains: nothing, markers: [], takers: [], ...more });
const outlookOf = (...places: Prospect[]) => ({ places }) as Record<string, unknown>;
const nameOf = (seat: number) => ["Ada", "Bruno"][seat]!;
const said = (one: Prospect, way: Way | null = null, at = view({}), outlook = outlookOf(one)) =>
  sayings(one, { view: at, you: 0, outlook, way, nameOf }).map(({ text }) => text);

const SAID: [string, Partial<Prospect>, string[]][] = [
  ["a second tile", { payments: [way(1, "guilds", [2])] }, ["1 of your coin cards pays for it", "the other half could also take blue 2"]],
  ["none", { payments: [] }, ["none of your coin cards pays for it"]],
  ["a grey tile", { place: 3, payments: [way(1, null)], gains: { ...nothing, worth: 11 } },
    ["any coin card pays for it, without a second tile", "worth up to 11 points in your city"]],
  ["gains", { gains: { ...nothing, fountains: [3], at: "B2", decrees: [{ id: "S01", missing: 1, cell: "B2" }, { id: "A01", missing: 0, cell: "B2" }] } },
    ["1 of your coin cards pays for it", "the other half would find no second tile", "fountain of 3 on B2",
      "“Court Quarter” fulfilled, +9", "nearer to “Court Street” (1 missing)"]],
  ["no place for it", { gains: null },
    ["1 of your coin cards pays for it", "the other half would find no second tile", "you have no place for it now"]],
  ["others", { markers: [1] },
    ["1 of your coin cards pays for it", "the other half would find no second tile", "Bruno could mark it before you"]],
  ["the only coin is needed elsewhere", { payments: [way(1, "guilds", [], [2])] },
    ["1 of your coin cards pays for it", "the other half would find no second tile", "after that, no coin card is left for the blue 2"]],
]; // prettier-ignore

test.each(SAID)("%s", (_, more, wanted) => expect(said(prospect(more))).toEqual(wanted));

test("what could go wrong is said before what it would bring", () => {
  const one = prospect({ payments: [way(1, "guilds", [2])], gains: { ...nothing, worth: 6 } });
  expect(said(one, null, view({}), outlookOf(one, prospect({ place: 2, takers: [1] })))).toEqual([
    "1 of your coin cards pays for it", "the other half could also take blue 2", "Bruno could get blue 2 first", "worth up to 6 points in your city",
  ]); // prettier-ignore
});

test("many second tiles are counted, for the market marks them", () => {
  expect(said(prospect({ payments: [way(1, "guilds", [2, 3, 4, 5])] }))[1]).toBe("the other half could also take any of 4 tiles");
});

test("a payment that is chosen tells what its own other half could take", () => {
  const one = prospect({ payments: [way(1, "flags"), way(1, "guilds", [2])] });
  expect(said(one, { card: 1, by: "flags" })).toEqual(["the other half would find no second tile"]);
  expect(said(one, { card: 1, by: "guilds" })).toEqual(["the other half could also take blue 2"]);
  const choosing = new Choosing({ game: "urbe", parts: PARTS, implied: [] });
  choosing.update(2, [8, 9], null);
  choosing.pick({ does: "pay", by: "flags", card: 1 });
  const asked = view({ due: "pay", phase: "take", target: 1 });
  expect(wayChosen(asked, choosing, 1)).toEqual({ card: 1, by: "flags" });
  expect(wayChosen(asked, choosing, 2)).toBeNull(); // another tile is looked at
});

test.each(["second", "treasurer", "archbishop"])("what costs nothing more has no price: %s", (due) => {
  const one = prospect({ payments: [way(1, "guilds", [2])], markers: [1], gains: { ...nothing, worth: 6 } });
  expect(said(one, null, view({ due, phase: "take" }))).toEqual(["worth up to 6 points in your city"]);
});

test("others who could get a second tile are named", () => {
  const outlook = outlookOf(prospect({}), prospect({ place: 2, takers: [1] }));
  expect(rivalsForSeconds(outlook, [2], view({}), nameOf).map(({ text }) => text)).toEqual(["Bruno could get blue 2 first"]);
  expect(rivalsForSeconds(outlook, [1], view({}), nameOf)).toEqual([]);
});

test("half a card pays, or all of it", () => {
  const one = prospect({ payments: [way(1, "flags", [3, 2]), way(2, null, [2])] });
  expect([pays(one, { card: 1, by: "flags" }), pays(one, { card: 1, by: "guilds" }), pays(one, { card: 2, by: "guilds" })]).toEqual([true, false, true]);
  expect(secondsOf(one)).toEqual([2, 3]);
  expect(secondsOf(one, { card: 1, by: "guilds" })).toEqual([]);
});

test("what one looks at comes before what is chosen, and that before what is to be paid for", () => {
  const choosing = new Choosing({ game: "urbe", parts: PARTS, implied: [] });
  choosing.update(1, [3, 4], null);
  expect(placeInMind(view({ target: 1 }), choosing, null)).toBe(1);
  choosing.pick({ does: "mark", place: 2 });
  expect(placeInMind(view({}), choosing, null)).toBe(2);
  expect(placeInMind(view({}), choosing, 3)).toBe(3);
  expect(prospectOf(null, 3)).toBeNull();
});

test("the line warns of a payment that leaves nothing for a marked tile", () => {
  const outlook = outlookOf(prospect({ payments: [way(1, "flags", [], [2])] }));
  expect(strandedBy(outlook, 1, 1)).toBe(2);
  const choosing = new Choosing({ game: "urbe", parts: PARTS, implied: [] });
  choosing.update(2, [8, 9], null);
  choosing.pick({ does: "pay", by: "flags", card: 1 });
  const asked = view({ due: "pay", phase: "take", target: 1 });
  expect(prompt(choosing, asked, null, outlook).detail).toContain("Careful: no coin card would be left for the blue 2.");
  expect(prompt(choosing, asked, null, null).detail ?? "").not.toContain("Careful");
});
