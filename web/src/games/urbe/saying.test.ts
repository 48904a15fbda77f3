/** What Urbe says: names of components, the log, the line under the board, refusals, score sheets. */
import { beforeEach, expect, test } from "vitest";
import { language, registered, type Language } from "../../i18n";
import type { Account, Decisions, Refused, ScoreLine, View } from "../../protocol";
import { Choosing } from "../../table/choosing.svelte";
import { announceCell, announcePlace } from "./announce";
import { decreeName, tileName } from "./names";
import { choices, prompt, refusal, scoreName, scoreSquares, seatName } from "./saying";
import { line, sentence } from "./telling";
import { PARTS, tile, view } from "./testing";
import "./words";

const LANGUAGES: Language[] = ["en", "it", "ru"];
const raw = import.meta.glob<string>(
  ["../../../../src/contrada/games/urbe/{components.toml,rules/refusals.py}", "../../../../docs/rules/urbe.md"],
  { query: "?raw", import: "default", eager: true },
);
const source = (name: string) => Object.entries(raw).find(([path]) => path.endsWith(name))![1];

beforeEach(() => {
  language.current = "en";
});

// --- Components ---

test("every component has its name in the three languages, in English that of its file", () => {
  const file = source("components.toml");
  const tiles = [...file.matchAll(/\{ id = "([PBYGX]\d\d)".* name = "([^"]+)"/g)];
  const decrees = [...file.matchAll(/\{ id = "([SA]\d\d)".* name = "([^"]+)"/g)];
  const useful = [...file.matchAll(/\{ id = "([a-z]+)", vp = \d, name = "([^"]+)", text = "([^"]+)"/g)];
  const sides = [...file.matchAll(/guild = "(\w+)", colour.*A = \{ name = "([^"]+)".*B = \{ name = "([^"]+)"/g)];
  expect([tiles.length, decrees.length, useful.length, sides.length]).toEqual([82, 30, 8, 4]);
  const named = [
    ...tiles.map(([, id, name]) => [`tile.${id}`, name]),
    ...decrees.map(([, id, name]) => [`decree.${id}`, name]),
    ...useful.flatMap(([, id, name, text]) => [[`useful.${id}`, name], [`useful.${id}.text`, text]]),
    ...sides.flatMap(([, guild, a, b]) => [[`character.${guild}.A`, a], [`character.${guild}.B`, b]]),
  ] as [string, string][];
  const words = registered().get("urbe")!;
  for (const [key, name] of named) {
    expect(words.en[key], key).toBe(name);
    for (const other of ["it", "ru"] as const) expect(words[other][key], `${key} in ${other}`).not.toBe(name);
  }
});

test("components of another file keep the names it gives them", () => {
  language.current = "it";
  expect(tileName({ id: "Y14", name: "Vintner's Court" })).toBe("Corte del vinaio");
  expect(tileName({ id: "Y14", name: "Counting House" })).toBe("Counting House");
  expect(decreeName({ id: "S01", name: "Something Else" })).toBe("Something Else");
});

// --- The log ---

const yellow = tile("Y14");
const blue = tile("B05");
const castle = tile("X01");
const paid = { does: "pay", by: "guilds", card: 3, flags: ["blue"], guilds: ["crown", "fox"], place: 5, takes: true };

test.each<[Account[], string]>([
  [[{ does: "choose_side", side: "B", guild: "crown", name: "Goldsmith" }], "Bruno chooses Goldsmith"],
  [[{ does: "mark", place: 5, tile: yellow }], "Bruno marks the yellow 5"],
  [[{ does: "mark", place: 5, tile: yellow }, { does: "send_archbishop", place: 2, tile: castle }], "Bruno marks the yellow 5, sends the Archbishop to the castle"],
  [[{ ...paid, tile: yellow }], "Bruno takes the yellow 5 with crown + fox"],
  [[{ ...paid, by: "flags", tile: yellow }, { does: "no_second" }], "Bruno takes the yellow 5 with the yellow flag"],
  [[{ ...paid, tile: yellow }, { does: "take_second", place: 2, tile: blue }], "Bruno takes the yellow 5 with crown + fox and the blue 2 with the blue flag"],
  [[{ ...paid, does: "spend", tile: castle }], "Bruno takes the castle for the coin blue / crown + fox"],
  [[{ ...paid, does: "spend", takes: false, tile: yellow }], "Bruno cannot pay for the yellow 5 and gives up a coin"],
  [[{ does: "place", slot: 0, location: "B2", tile: yellow, fountains: [3] }], "Bruno lays the yellow 5 on B2, a fountain of 3"],
  [[{ does: "place", slot: 0, location: "B2", tile: yellow, fountains: [3, 1] }, { does: "place", slot: 0, location: "above B1", tile: tile("X09"), fountains: [] }], "Bruno lays the yellow 5 on B2, fountains of 3 + 1; the watchtower above B1"],
  [[{ does: "take_second", place: 2, tile: blue }], "Bruno takes the blue 2"],
  [[{ does: "no_second" }], "Bruno takes no second tile"],
  [[{ does: "choose_meeple", place: 2, tile: blue }], "Bruno takes back the meeple from the blue 2"],
  [[{ does: "keep", kept: [tile("X11")] }], "Bruno keeps the warehouse for later"],
  [[{ does: "swap", cell: "A1", other: "B1", tiles: [yellow, blue] }], "Bruno swaps A1 and B1"],
])("%#: %o", (does, said) => {
  expect(sentence(does, "Bruno")).toBe(said);
  for (const name of LANGUAGES) {
    language.current = name;
    expect(sentence(does, "Bruno")).not.toMatch(/[{}]|urbe\./);
    expect(line(does)).not.toMatch(/[{}]|urbe\.|undefined/);
  }
});

test("the log in a few signs", () => {
  expect(line([{ ...paid, tile: yellow }, { does: "take_second", place: 2, tile: blue }])).toBe("+ yellow 5, + blue 2");
  expect(line([{ does: "place", slot: 0, location: "B2", tile: yellow, fountains: [3, 1] }])).toBe("yellow 5 B2 (3+1)");
  expect(line([{ ...paid, tile: yellow }, { does: "no_second" }])).toBe("+ yellow 5");
  expect(line([{ does: "no_second" }])).toBe("No second");
});

test("the log in Italian and Russian", () => {
  const does = [{ does: "place", slot: 0, location: "B2", tile: yellow, fountains: [3] }];
  language.current = "it";
  expect(sentence(does, "Bruno")).toBe("Bruno posa la gialla da 5 su B2, una fontana da 3");
  language.current = "ru";
  expect(sentence(does, "Bruno")).toBe("Bruno кладёт жёлтую 5 на B2, фонтан на 3");
});

// --- The line under the board ---

const decisions: Decisions = { game: "urbe", parts: PARTS, implied: [] };

function asked(due: string, legal: number[], pick: Record<string, string | number> = {}, more: Partial<View> = {}) {
  const choosing = new Choosing(decisions);
  choosing.update(1, legal, null);
  if (Object.keys(pick).length) choosing.pick(pick);
  return { choosing, said: prompt(choosing, view({ due, ...more }), null) };
}
const find = (parts: Record<string, unknown>) =>
  PARTS.findIndex((one) => Object.entries(parts).every(([key, value]) => one[key] === value));

test("each step says what to do, and what the button does", () => {
  const mark = find({ does: "mark", place: 1 });
  expect(asked("mark", [mark]).said.title).toBe("Put your meeple on a tile.");
  expect(asked("mark", [mark], { does: "mark", place: 1 }).said).toMatchObject({ title: "Mark the yellow 5?", action: "Mark" });
  const pay = find({ does: "pay", by: "flags", card: 1 });
  expect(asked("pay", [pay], {}, { target: 1 }).said.title).toBe("Pay for the yellow 5 with half a coin.");
  expect(asked("pay", [pay], { does: "pay", by: "flags", card: 1 }, { target: 1 }).said).toMatchObject({
    title: "Pay for the yellow 5 with the blue flag?",
    action: "Pay",
  });
  const second = asked("second", [find({ does: "take_second", place: 2 }), find({ does: "no_second" })], {}, {
    card: { card: 1, flags: ["blue"], guilds: ["crown", "fox"], text: "", paid_by: "guilds" },
  });
  expect(second.said.title).toBe("Pay for a second tile with the blue flag?");
  expect(choices(second.choosing).map(({ label }) => label)).toEqual(["No second"]);
  const place = [find({ does: "place", slot: 0, location: "A1" })];
  expect(asked("place", place).said.title).toBe("Blue 2: where to?");
  expect(asked("place", place, { does: "place", slot: 0, location: "A1" }).said).toMatchObject({ title: "Blue 2 on A1?", action: "Lay" });
});

test("every kind of decision has its words, picked or not, in the three languages", () => {
  const dues = { side: "choose_side", useful: "keep_useful", mark: "mark", archbishop: "send_archbishop", meeple: "choose_meeple", pay: "pay", second: "take_second", treasurer: "use_treasurer", place: "place", swap: "swap" };
  for (const name of LANGUAGES) {
    language.current = name;
    for (const [due, does] of Object.entries(dues)) {
      const legal = PARTS.map((_, i) => i).filter((i) => PARTS[i]!.does === does);
      const { does: _, ...parts } = PARTS[legal[0]!]!;
      for (const pick of [{}, { does, ...(parts as Record<string, string>) }]) {
        const { said } = asked(due, legal, pick, { target: 1, card: { ...view({}).players[0].cards[0], paid_by: "flags" } });
        expect(`${said.title} ${said.detail ?? ""} ${said.action ?? ""}`, `${due} ${name}`).not.toMatch(/[{}]|urbe\.|undefined/);
        expect(Boolean(said.action), `${due} has a button once all is picked`).toBe("does" in pick);
      }
    }
  }
});

test("a forecast names points, fountains and decrees", () => {
  const choosing = new Choosing(decisions);
  choosing.update(1, [find({ does: "place", slot: 0, location: "A1" })], null);
  choosing.pick({ does: "place", slot: 0, location: "A1" });
  const now = view({ due: "place" });
  const after = structuredClone(now);
  const mine = after.players[0];
  mine.points = 15;
  mine.fountains.push({ square: "A1", vp: 3 });
  mine.decrees[0].missing = 1;
  Object.assign(mine.decrees[1], { met: true, missing: 0 });
  expect(prompt(choosing, now, after).detail).toBe(
    "10 → 15 points, a fountain of 3, Court Street: 1 tile short, Court Quarter met, +9",
  );
});

// --- Refusals ---

const refused = (rule: string): Refused => ({ type: "refused", id: 1, table: "", reason: "rule", sentence: "As the server says.", rule, squares: [] });

function refusing(): string[] {
  const table = /RULE_IDS\.number\("([A-Z0-9-]+)"\)/g;
  return [...source("refusals.py").matchAll(table)].map(([, id]) => id!);
}

test("there is a sentence for each rule that refuses, in every language, whatever is known", () => {
  expect(refusing().length).toBeGreaterThan(15);
  for (const id of refusing()) {
    expect(source("urbe.md")).toContain(id);
    for (const name of LANGUAGES) {
      language.current = name;
      expect(registered().get("urbe")![name][id], `${id} in ${name}`).toBeTypeOf("string");
      expect(refusal(refused(id), null)).not.toMatch(/[{}]/);
      for (const parts of PARTS) expect(refusal(refused(id), parts, view({ due: "place", target: 1 }))).not.toMatch(/[{}]|urbe\./);
    }
  }
});

test.each([
  ["URBE-TAKE-1", "pay", { does: "pay", by: "flags", card: 1 }, "These flags do not pay for it: blue. Yellow 5 needs a flag of its colour."],
  ["URBE-TAKE-1", "pay", { does: "pay", by: "guilds", card: 1 }, "These guilds do not pay for it: crown + fox. Yellow 5 needs all the icons it shows."],
  ["URBE-PLACE-1", "place", { does: "place", slot: 0, location: "D4" }, "Blue 2 must touch a tile that lies there, and on D4 it would not."],
  ["URBE-PLACE-1", "place", { does: "place", slot: 0, location: "A2" }, "Blue 2 cannot lie on A2: a tile lies there."],
  ["URBE-MARKET-2", "mark", { does: "mark", place: 3 }, "Castle is marked already: one meeple to a tile."],
  ["URBE-MARKET-2", "mark", { does: "mark", place: 2 }, "Blue 2 would not leave a coin for each of your meeples, and other tiles do."],
  ["URBE-TAKE-5", "place", { does: "keep" }, "What was taken must be laid if it can be, and it can."],
  ["URBE-TAKE-5", "second", { does: "take_second", place: 3 }, "Not this one: a second tile is never grey and never under a meeple."],
  ["URBE-EIGHT-2", "swap", { does: "swap", cell: "A1", other: "B1" }, "To be swapped, tiles must lie on both: A1 and B1."],
  ["URBE-NEW-1", "place", { does: "keep" }, "As the server says."],
] as const)("%s when %s is due: %o", (rule, due, parts, said) => {
  expect(refusal(refused(rule), { ...parts }, view({ due, target: 1 }))).toBe(said);
});

// --- Read out, and the score sheet ---

test("places and cells are read out", () => {
  const choosing = new Choosing(decisions);
  choosing.update(1, [find({ does: "mark", place: 1 })], null);
  const here = view({ due: "mark" });
  expect(announcePlace(here, 1, choosing, [], [])).toBe("1, yellow 5, Vintner's Court, icons: crown and fox, can be marked");
  expect(announcePlace(here, 3, choosing, [3], [3])).toBe("3, Castle, Upper Castle, 10 points, meeple of Boat, last move, this half of the coin pays for it");
  expect(announceCell(here, 0, "A2", null, [], new Set())).toBe("A2, purple 1, Porter's Lodge");
  expect(announceCell(view({ due: "place" }), 0, "A1", choosing, [], new Set(["A1"]))).toBe("A1, empty, a tile can lie here");
});

test("lines of the score sheet are named in the present language", () => {
  const of = (what: string, name: string, points = 3): ScoreLine => ({ what, name, points, squares: ["A1"], goal: false });
  language.current = "it";
  expect(scoreName(of("tile", "Vintner's Court"))).toBe("Corte del vinaio");
  expect(scoreName(of("fountain", "Fountain of 3"))).toBe("Fontana da 3");
  expect(scoreName(of("decree", "Court Street"))).toBe("Via della corte");
  expect(scoreName(of("useful", "Mason"))).toBe("Capomastro");
  expect(scoreSquares(of("tile", "x"), 2)).toEqual(["2:A1"]);
  expect(seatName(1, view({}))).toBe("Barca");
});
