import type { Messages } from "../../i18n";
import { refusals } from "./english";

export { nouns } from "./english";

export default {
  board: "Board of Urtown",
  colour: "{colour.name}",
  seat: "{colours:colour.name}",
  // A tile: its colour, and a number, a letter or the name of its symbol.
  tile: "{colour.name} {tile:symbol.name}",

  // A square, read out.
  "on.empty": "empty, symbol: {symbol.name}",
  "on.group": { one: "singleton", other: "group of {n} tiles" },
  "on.last": "last move",
  "can.place": "you can place a tile here",
  "can.capture": "can be captured",
  "on.barred": "can’t be captured",

  // The line under the board.
  "ask.tile": "Choose a tile from your rack.",
  "ask.which": "Choose a tile for {square}.",
  "ask.number": "Choose a square in column {tile}.",
  "ask.letter": "Choose a square in row {tile}.",
  "ask.symbol": "Choose a square with this symbol: {symbol.name}.",
  "ask.money": "Choose any square.",
  "ask.place": "Place the {colour.name} {tile:symbol.name} on {square}?",
  "ask.capture": "Capture the {theirs:colour.name} {captured:symbol.name} on {square}?",
  "last.title": { one: "The last tile", other: "{n} last tiles" },
  "last.about": "Then the game ends.",
  "ask.skip": "You skip: none of your tiles can be placed, not even by capturing.",
  "do.place": "Place on {square}",
  "do.capture": "Capture {square}",
  "do.skip": "Skip",
  "changes.groups": { one: "{from} → {n} group", other: "{from} → {n} groups" },
  "changes.points": { one: "{from} → {n} point", other: "{from} → {n} points" },

  // The log.
  "said.place": "{who} placed the {colour.name} {tile:symbol.name} on {square}",
  "said.capture":
    "{who} placed the {colour.name} {tile:symbol.name} on {square} and captured the {theirs:colour.name} {captured:symbol.name}",
  "said.skip": "{who} skipped",
  "short.place": "{tile:symbol.name} {square}",
  "short.capture": "{tile:symbol.name} {square}, captures {captured:symbol.name}",
  "short.captures": "captures",
  "short.skip": "skipped",

  // What things are for, to those who ask.
  "about.number": "It goes on any square of column {tile}.",
  "about.letter": "It goes on any square of row {tile}.",
  "about.symbol": "It goes on any square with its symbol.",
  "about.money": "It goes on any square.",
  "about.group": {
    one: "It has no neighbour of its colour, so others can always capture it.",
    other: "Its group has {n} tiles. Others can capture it if that doesn’t split the group.",
  },
  "about.singletons": {
    one: "It has no neighbour of its colour, so others can capture it.",
    other: "Its group has {n} tiles, so nobody can capture it.",
  },
  "about.pile": { one: "{n} tile in the pile. One is drawn after each turn.", other: "{n} tiles in the pile. One is drawn after each turn." },
  "about.captured": "If players have as few groups, whoever captured fewer tiles wins.",

  // Panels.
  groups: "Groups",
  "n.groups": { one: "{n} group", other: "{n} groups" },
  "n.points": { one: "{n} point", other: "{n} points" },
  group: { one: "Singleton on {squares}", other: "Group of {n} tiles: {squares}" },
  "fewest.groups": "The fewest groups win.",
  "fewest.points": "The fewest points win.",
  none_placed: "no tiles placed yet",
  yours: "yours",
  total: "Total",
  your_tiles: "Your tiles",
  your_tiles_of: "Your tiles: {colour.name}",
  to_draw: "{n} left to draw",
  whereabouts: {
    select: "where",
    pile: "{colour.name} {tile:symbol.name}: in the pile",
    rack: "{colour.name} {tile:symbol.name}: on the rack",
    gone: "{colour.name} {tile:symbol.name}: placed",
    aside: "{colour.name} {tile:symbol.name}: set aside",
  },
  supply: "Tiles: {seat}",
  rack: "Rack: {colour.name}",
  pile: "{n} in the pile",
  pile_of: "{colour.name}: {n} in the pile",
  captured_n: "{n} captured",
  captured: "Captured tiles",
  nothing_captured: "No captured tiles",
  finished: "finished",
  finished_of: "{colour.name}: finished",
  set_aside: "Set aside",
  shown: "Known",
  "show.lots": "Squares that fit",
  "show.sizes": "Group sizes",
  "show.coordinates": "Coordinates on squares",

  // What decided the game.
  "decided.group": { by: "points", one: "{name} formed {points} group, {other} {less}.", other: "{name} formed {points} groups, {other} {less}." },
  "decided.captured": { by: "points", one: "{name} captured {points} tile, {other} {less}.", other: "{name} captured {points} tiles, {other} {less}." },

  ...refusals,

  // What decides a game, and the score sheet.
  "measure.captured_tiles": "fewer captured tiles",
  "kinds.group": "Groups",
  "kinds.captured": "Captured tiles",
  "sheet.group": { one: "{colour.name}: singleton", other: "{colour.name}: group of {n} tiles" },
  "sheet.captured": "Captured tiles",
} satisfies Messages;
