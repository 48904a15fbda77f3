/** A small table of Urbe for tests: two seats, three places, one decision of each kind and a few more. */

import type { Parts, View } from "../../protocol";
import type { Tile } from "./view";
import { CELLS } from "./reading";

const TILES: Record<string, Tile> = {
  P01: { id: "P01", name: "Porter's Lodge", colour: "purple", vp: 1, guilds: [], power: null },
  Y14: { id: "Y14", name: "Vintner's Court", colour: "yellow", vp: 5, guilds: ["crown", "fox"], power: null },
  B05: { id: "B05", name: "Rope Walk", colour: "blue", vp: 2, guilds: ["boat"], power: null },
  X01: { id: "X01", name: "Upper Castle", colour: "grey", vp: 10, guilds: [], power: "castle" },
  X09: { id: "X09", name: "North Watchtower", colour: "grey", vp: 9, guilds: [], power: "watchtower" },
  X11: { id: "X11", name: "Wool Warehouse", colour: "grey", vp: 8, guilds: [], power: "warehouse" },
};

export function tile(id: string): Tile {
  return TILES[id]!;
}

export const PARTS: Parts[] = [
  { does: "choose_side", side: "A" },
  { does: "choose_side", side: "B" },
  { does: "keep_useful", useful: "mason" },
  { does: "mark", place: 1 },
  { does: "mark", place: 2 },
  { does: "send_archbishop", place: 1 },
  { does: "no_archbishop" },
  { does: "choose_meeple", place: 1 },
  { does: "pay", by: "flags", card: 1 },
  { does: "pay", by: "guilds", card: 1 },
  { does: "spend", card: 1 },
  { does: "take_second", place: 2 },
  { does: "no_second" },
  { does: "use_treasurer", place: 2 },
  { does: "no_treasurer" },
  { does: "place", slot: 0, location: "A1" },
  { does: "place", slot: 0, location: "B2" },
  { does: "place", slot: 1, location: "A1" },
  { does: "place", slot: 1, location: "A1-A2" },
  { does: "place", slot: 1, location: "above A1" },
  { does: "keep" },
  { does: "swap", cell: "A1", other: "B1" },
  { does: "swap", cell: "A1", other: "D4" },
  { does: "no_swap" },
];

const player = (seat: number, guild: string, colour: string) => ({
  seat,
  guild,
  colour,
  side: null,
  character: null,
  sides: ["A", "B"].map((side) => ({ side, name: side, vp: 2, counts: [1, 2] })),
  useful: null,
  drawn: [{ id: "mason", name: "Mason", text: "once: after placing, swap two tiles on cells", vp: 0 }],
  cards: [{ card: 1, flags: ["blue"], guilds: ["crown", "fox"], text: "blue/crown+fox", pays: { flags: [2], guilds: [1] } }],
  cards_played: 7,
  meeples: [],
  has_archbishop: false,
  is_herald: false,
  waiting: [tile("B05")],
  city: CELLS.map((cell) => ({ cell, tile: cell === "A2" ? tile("P01") : null, worth: cell === "A2" ? 1 : null })),
  bridges: [],
  watchtowers: [],
  fountains: [],
  decrees: [
    { id: "S01", name: "Court Street", vp: 6, grid: ["PPPP"], pile: "starting", met: false, cells: [], missing: 2, right: ["A2"], open: [] },
    { id: "A01", name: "Court Quarter", vp: 9, grid: ["PPP", "PP."], pile: "advanced", met: false, cells: [], missing: 1, right: ["A2"], open: [] },
  ],
  decrees_size: 2,
  points: 10,
  sheet: [],
});

export function view(more: Partial<View>): View {
  return {
    game: "urbe",
    options: { useful_eight: "beside", components: "ours" },
    scores: [10, 10],
    seats: 2,
    seat: 0,
    to_move: 0,
    due: "mark",
    phase: "mark",
    order: [0, 1],
    goes: 0,
    colours: ["purple", "blue", "yellow", "green"],
    guilds: ["crown", "boat", "wheel", "fox"],
    market: [
      { place: 1, tile: tile("Y14"), meeple: null, archbishop: null },
      { place: 2, tile: tile("B05"), meeple: null, archbishop: null },
      { place: 3, tile: tile("X01"), meeple: 1, archbishop: null },
    ],
    target: null,
    card: null,
    players: [player(0, "crown", "purple"), player(1, "boat", "blue")],
    ...more,
  };
}
