/** What Urbe says: names of components, the log, the line under the board, refusals, score sheets. */
import { beforeEach, expect, test } from "vitest";
import { language, registered, type Language } from "../../i18n";
import type { Account, Decisions, Refused, ScoreLine, View } from "../../protocol";
import { Choosing } from "../../table/choosing.svelte";
import { aboutDecree, aboutHalf, aboutOffered, announceCell, announcePlace } from "./announce";
import { refusals } from "./english";
import { characterName, decreeName, tileName, usefulName } from "./names";
import { asksFirst, choices, prompt, refusal, scoreName, scoreSquares, seatName, usefulGain } from "./saying";
import { line, sentence } from "./telling";
import { PARTS, tile, view } from "./testing";
import type { Card, Decree } from "./view";
import "./words";

const LANGUAGES: Language[] = ["en", "it", "ru"];
const raw = import.meta.glob<string>(
  ["../../../../src/contrada/games/urbe/components.toml", "../../../../docs/rules/urbe.md"],
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
    expect(words.en[key], key).toBe(name.replaceAll("'", "’"));
    for (const other of ["it", "ru"] as const) expect(words[other][key], `${key} in ${other}`).not.toBe(words.en[key]);
  }
});

test("what another components file has renamed keeps the name it gives", () => {
  language.current = "it";
  expect(tileName({ id: "Y14", name: "Vintner's Court" })).toBe("Corte del vinaio");
  expect(tileName({ id: "Y14", name: "Counting House", renamed: true })).toBe("Counting House");
  expect(tileName({ id: "Z99", name: "Counting House" })).toBe("Counting House");
  expect(decreeName({ id: "S01", name: "Something Else", renamed: true })).toBe("Something Else");
  expect(characterName("crown", "B", { name: "Jeweller", renamed: true })).toBe("Jeweller");
  const almoner = { id: "almoner", name: "Almoner", text: "for each 1 VP tile", vp: 2 };
  expect([usefulName(almoner), usefulGain(almoner)]).toEqual(["Elemosiniere", "+2 per ogni tessera da 1 punto"]);
  expect(usefulGain({ ...almoner, text: "as the file says", renamed: true })).toBe("+2 as the file says");
});

// --- The log ---

const yellow = tile("Y14");
const blue = tile("B05");
const castle = tile("X01");
const paid = { does: "pay", by: "guilds", card: 3, flags: ["blue"], guilds: ["crown", "fox"], place: 5, takes: true };

const watchtower = { does: "place", slot: 0, location: "above B1", tile: tile("X09"), fountains: [] };
const kept = { does: "keep", kept: [tile("X11")] };
const swapped = { does: "swap", cell: "A1", other: "B1", tiles: [yellow, blue] };

test.each<[Account[], string]>([
  [[{ does: "choose_side", side: "B", guild: "crown", name: "Goldsmith" }], "Bruno chose the Goldsmith"],
  [[{ does: "keep_useful", useful: "mason", name: "Mason" }], "Bruno kept the Mason"],
  [[{ does: "mark", place: 5, tile: yellow }], "Bruno marked the yellow 5"],
  [[{ does: "mark", place: 5, tile: yellow }, { does: "send_archbishop", place: 2, tile: castle }], "Bruno marked the yellow 5 and sent the Archbishop to the castle"],
  [[{ does: "mark", place: 5, tile: yellow }, { does: "no_archbishop" }], "Bruno marked the yellow 5 and kept the Archbishop"],
  [[{ does: "send_archbishop", place: 2, tile: castle }], "Bruno sent the Archbishop to the castle"],
  [[{ does: "no_archbishop" }], "Bruno kept the Archbishop for later"],
  [[{ ...paid, tile: yellow }], "Bruno took the yellow 5 with the crown and the fox"],
  [[{ ...paid, by: "flags", tile: yellow }, { does: "no_second" }], "Bruno took the yellow 5 with the yellow flag"],
  [[{ does: "choose_meeple", place: 5, tile: yellow }, { ...paid, tile: yellow }, { does: "take_second", place: 2, tile: blue }], "Bruno took the yellow 5 with the crown and the fox and the blue 2 with the blue flag"],
  [[{ ...paid, tile: yellow }, { does: "no_second" }, { does: "use_treasurer", place: 2, tile: blue }], "Bruno took the yellow 5 with the crown and the fox and the blue 2 with the Treasurer"],
  [[{ ...paid, does: "spend", tile: castle }], "Bruno took the castle with blue / crown + fox"],
  [[{ ...paid, does: "spend", takes: false, tile: yellow }], "Bruno couldn’t pay for the yellow 5 and gave up a coin card"],
  [[{ does: "take_second", place: 2, tile: blue }], "Bruno took the blue 2"],
  [[{ does: "no_second" }], "Bruno took no second tile"],
  [[{ does: "no_treasurer" }], "Bruno kept the Treasurer for later"],
  [[{ does: "choose_meeple", place: 2, tile: blue }], "Bruno took back the meeple from the blue 2"],
  [[{ does: "place", slot: 0, location: "B2", tile: yellow, fountains: [3] }], "Bruno placed the yellow 5 on B2 (fountain of 3)"],
  [[{ does: "place", slot: 0, location: "B2", tile: yellow, fountains: [3, 1] }, watchtower], "Bruno placed the yellow 5 on B2 (fountains of 3 and 1) and the watchtower above B1"],
  [[watchtower, kept], "Bruno placed the watchtower above B1, and kept the warehouse for later"],
  [[watchtower, swapped], "Bruno placed the watchtower above B1, and swapped A1 and B1"],
  [[watchtower, { does: "no_swap" }], "Bruno placed the watchtower above B1"],
  [[watchtower, kept, swapped], "Bruno placed the watchtower above B1, kept the warehouse for later, and swapped A1 and B1"],
  [[kept], "Bruno kept the warehouse for later"],
  [[kept, swapped], "Bruno kept the warehouse for later and swapped A1 and B1"],
  [[swapped], "Bruno swapped A1 and B1"],
  [[{ does: "no_swap" }], "Bruno kept the Mason for later"],
])("%#: %o", (does, said) => {
  expect(sentence(does, "Bruno")).toBe(said);
  for (const name of LANGUAGES) {
    language.current = name;
    expect(sentence(does, "Bruno")).not.toMatch(/[{}]|urbe\./);
    expect(line(does)).not.toMatch(/[{}]|urbe\.|undefined/);
  }
});

test("the log in a few signs", () => {
  expect(line([{ ...paid, tile: yellow }, { does: "take_second", place: 2, tile: blue }])).toBe("take yellow 5, take blue 2");
  expect(line([{ does: "place", slot: 0, location: "B2", tile: yellow, fountains: [3, 1] }])).toBe("yellow 5 B2 (3+1)");
  expect(line([{ ...paid, tile: yellow }, { does: "no_second" }])).toBe("take yellow 5");
  expect(line([{ does: "no_second" }])).toBe("No second tile");
  expect(line([{ does: "choose_meeple", place: 2, tile: blue }])).toBe("Take back: blue 2");
});

test("the log in Italian and Russian", () => {
  const does = [{ does: "place", slot: 0, location: "B2", tile: yellow, fountains: [3] }];
  language.current = "it";
  expect(sentence(does, "Bruno")).toBe("Bruno ha posato la gialla da 5 su B2 (fontana da 3)");
  language.current = "ru";
  expect(sentence(does, "Bruno")).toBe("Bruno выкладывает жёлтую 5 на B2 (фонтан на 3)");
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
  expect(asked("pay", [pay], {}, { target: 1 }).said.title).toBe("Pay for the yellow 5 with half a coin card.");
  expect(asked("pay", [pay], { does: "pay", by: "flags", card: 1 }, { target: 1 }).said).toMatchObject({
    title: "Pay for the yellow 5 with the yellow flag?",
    action: "Pay",
  });
  const second = asked("second", [find({ does: "take_second", place: 2 }), find({ does: "no_second" })], {}, {
    card: { card: 1, flags: ["blue"], guilds: ["crown", "fox"], text: "", paid_by: "guilds" },
  });
  expect(second.said).toMatchObject({
    title: "Take a second tile with the other half?",
    detail: "Its flag is blue. Choose a tile in the market, or none.",
  });
  expect(choices(second.choosing).map(({ label }) => label)).toEqual(["No second tile"]);
  const place = [find({ does: "place", slot: 0, location: "A1" })];
  expect(asked("place", place).said.title).toBe("Choose where to place the blue 2.");
  expect(asked("place", place, { does: "place", slot: 0, location: "A1" }).said).toMatchObject({ title: "Place the blue 2 on A1?", action: "Place" });
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
    "10 → 15 points · fountain of 3 · “Court Street”: 1 tile missing · “Court Quarter” fulfilled, +9",
  );
});

test.each([
  ["beside", "It works beside your guild’s own character."],
  ["instead", "It replaces your guild’s own character."],
])("useful characters %s those of the guilds", (way, detail) => {
  const options = { useful_eight: way, components: "ours" };
  expect(asked("useful", [find({ does: "keep_useful" })], {}, { options }).said.detail).toBe(detail);
});

// --- Refusals ---

function refused(rule: string, which = "", values: Refused["values"] = {}): Refused {
  return { type: "refused", id: 1, table: "", reason: "rule", sentence: "As the server says.", rule, case: which, values, squares: [] };
}

test.each([
  [refused("URBE-TAKE-1", "flags", { colour: "yellow", flags: ["blue"] }), "For this tile you need a yellow flag. This card’s flag is blue."],
  [refused("URBE-TAKE-1", "flags", { colour: "yellow", flags: ["blue", "green"] }), "For this tile you need a yellow flag. This card’s flags are blue and green."],
  [refused("URBE-TAKE-1", "guilds", { icons: ["wheel", "fox"], guilds: ["crown"] }), "For this tile you need the wheel and the fox. This card shows the crown."],
  [refused("URBE-PLACE-1", "taken", { cell: "A2" }), "A2 already has a tile."],
  [refused("URBE-MARKET-2", "marked"), "This tile already has a meeple. Choose another tile."],
  [refused("URBE-TAKE-5", "keep"), "You still have a tile you can place."],
  [refused("URBE-EIGHT-2", "empty", { cells: ["A1", "B1"], n: 2 }), "There are no tiles on A1 and B1 to swap."],
  [refused("URBE-NEW-1"), "As the server says."],
])("a refusal is said in the words for its case: %o", (one, said) => {
  expect(refusal(one)).toBe(said);
});

test("a refusal in Italian and Russian", () => {
  const flags = refused("URBE-TAKE-1", "flags", { colour: "yellow", flags: ["blue"] });
  language.current = "it";
  expect(refusal(flags)).toBe("Per questa tessera serve una bandiera gialla. La bandiera della carta è blu.");
  language.current = "ru";
  expect(refusal(flags)).toBe("Для этой плитки нужен жёлтый флаг. На карте синий флаг.");
});

test("every rule that refuses is on the rule page", () => {
  const rules = Object.keys(refusals).map((key) => key.split(".")[0]!);
  expect(new Set(rules).size).toBeGreaterThan(15);
  for (const rule of rules) expect(source("urbe.md")).toContain(rule);
});

// --- Read out, and the score sheet ---

test("places and cells are read out", () => {
  const choosing = new Choosing(decisions);
  choosing.update(1, [find({ does: "mark", place: 1 })], null);
  const here = view({ due: "mark" });
  expect(announcePlace(here, 1, choosing, [], [])).toBe("1, yellow 5, Vintner’s Court, icons: crown and fox, you can mark it");
  expect(announcePlace(here, 3, choosing, [3], [3])).toBe("3, castle, Upper Castle, 10 points, meeple of Boat, last move, this half of the coin card pays for it");
  expect(announceCell(here, 0, "A2", null, [], new Set())).toBe("A2, purple 1, Porter’s Lodge");
  expect(announceCell(view({ due: "place" }), 0, "A1", choosing, [], new Set(["A1"]))).toBe("A1, empty, you can place a tile here");
});

test("lines of the score sheet are named by their ids in the present language", () => {
  const of = (what: string, id: string, points = 3): ScoreLine => ({ what, id, name: "As the server says", points, squares: ["A1"], goal: false });
  language.current = "it";
  expect(scoreName(of("tile", "Y14"))).toBe("Corte del vinaio");
  expect(scoreName(of("fountain", ""))).toBe("Fontana da 3");
  expect(scoreName(of("decree", "S01"))).toBe("Via della corte");
  expect(scoreName(of("character", "crown.B"))).toBe("Orafo");
  expect(scoreName(of("useful", "mason"))).toBe("Capomastro");
  expect(scoreName(of("decree", ""))).toBe("As the server says");
  expect(scoreSquares(of("tile", "Y14"), 2)).toEqual(["2:A1"]);
  expect(seatName(1, view({}))).toBe("Barca");
});

// --- Asking first, explaining ---

test.each<[string, boolean]>([
  ["choose_side", true],
  ["keep_useful", true],
  ["use_treasurer", true],
  ["swap", true],
  ["mark", false],
  ["pay", false],
  ["place", false],
])("asks first before %s: %s", (does, asks) => expect(asksFirst({ does }, view({}))).toBe(asks));

test("a card given up for nothing is asked for, one that pays for a grey tile is not", () => {
  expect(asksFirst({ does: "spend", card: 1 }, view({ target: 1 }))).toBe(true);
  expect(asksFirst({ does: "spend", card: 1 }, view({ target: 3 }))).toBe(false);
});

test("tiles, halves of coins and decrees explain themselves", () => {
  expect(aboutOffered(tile("Y14"))).toBe(
    "Yellow 5, Vintner’s Court, icons: crown and fox. A yellow flag pays for it, or a half that shows the crown and the fox.",
  );
  expect(aboutOffered(tile("P01"))).toMatch(/A purple flag pays for it, or any half with guilds\.$/);
  expect(aboutOffered(tile("X01"))).toMatch(/\+1 in a corner/);
  const [player] = view({}).players as { cards: Card[]; decrees: Decree[] }[];
  expect(aboutHalf(player!.cards[0]!, "flags")).toBe(
    "Flags: blue. This half pays for a tile of this colour. The other half may take a second tile at once.",
  );
  expect(aboutDecree(player!.decrees[0]!, "2 tiles missing")).toBe(
    "Court Street, starting decree: 6 points at the end if this pattern is anywhere in your city, even turned or mirrored. Now: 2 tiles missing.",
  );
});
