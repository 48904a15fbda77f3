import type { Messages } from "../../i18n";
import { refusals } from "./english";

export { nouns } from "./english";

export default {
  board: "Board of Urbino",
  black: "Black",
  white: "White",
  house: "house",
  palace: "palace",
  tower: "tower",

  // What is on a square, read out.
  "on.house.0": "black house",
  "on.palace.0": "black palace",
  "on.tower.0": "black tower",
  "on.house.1": "white house",
  "on.palace.1": "white palace",
  "on.tower.1": "white tower",
  "on.architect": "architect",
  "on.nothing": "empty",
  "on.district": "district {letter}",
  "on.last": "last move",
  "on.lot": "building lot",
  "on.barred": "building lot, but you can’t build here",
  "on.barred_for": "building lot, but not for {kind.a}",
  "can.build": "you can build here",
  "can.reposition": "you can reposition the architect here",
  "can.leave": "you can reposition it",
  "can.place": "you can place an architect here",

  // The line under the board.
  "ask.place.first": "Place the first architect.",
  "ask.place.second": "Place the second architect.",
  "ask.place.here": "Place the architect on {square}?",
  "do.place": "Place architect",
  "ask.name": "You play {seat.name}. Choose who builds first.",
  "do.name": "Let {seat.name} build first",
  "ask.first": "Choose the first building and a lot for it. The architects stay where they are.",
  "ask.turn": "Choose a building and a lot for it, or reposition an architect first.",
  "ask.reposition": "You can’t build with the architects here. Reposition one of them.",
  "ask.build": "Now choose a building and a lot for it.",
  "ask.lot": "Choose a lot for the {kind.one}.",
  "ask.kind": "Choose a building for {square}.",
  "ask.here": "Build {kind.a} on {square}?",
  "do.build": "Build {kind.one}",
  "ask.target": "Choose a new square for the architect on {square}.",
  "ask.go": "Reposition the architect from {from} to {to}?",
  "do.go": "Reposition architect",
  "skipped.title": "The other has just skipped",
  "skipped.about": "If you skip too, the game ends.",
  "ask.skip": "You skip: there is no lot for any of your buildings, wherever an architect goes.",
  "ask.skip.supply": "You skip: you have no buildings left.",
  "do.skip": "Skip turn",
  changes: "Black {black} → {black_then}, White {white} → {white_then}",
  lots: { one: "{n} building lot", other: "{n} building lots" },

  // The log.
  "said.place": "{who} placed an architect on {square}",
  "said.name": "{who} let {seat.name} build first",
  "said.build": "{who} built {kind.a} on {square}",
  "said.reposition": "{who} repositioned an architect from {from} to {to}",
  "said.both": "{who} repositioned an architect from {from} to {to} and built {kind.a} on {square}",
  "said.skip": "{who} skipped a turn",
  "short.place": "architect",
  "short.first": "builds first",
  "short.skip": "skipped",

  // Panels.
  districts: "Districts",
  sum: "total",
  no_district: "There are no districts yet. Buildings that touch form one. Once it has both colours, whoever has more points in it scores theirs: 1 for a house, 2 for a palace, 3 for a tower.",
  alone: { one: "{n} building stands alone", other: "{n} buildings stand alone" },
  "worth.row": {
    select: "scorer",
    black: "District {letter}: Black {black}, White {white}. Black scores it.",
    white: "District {letter}: Black {black}, White {white}. White scores it.",
    other: "District {letter}: Black {black}, White {white}. Nobody scores it.",
  },
  "monument.town_wall": "town wall",
  "monument.ducal_palace": "ducal palace",
  "monument.cathedral": "cathedral",
  supply: { select: "seat", white: "White’s supply", other: "Black’s supply" },
  // Under a number.
  "kinds.house": { one: "house", other: "houses" },
  "kinds.palace": { one: "palace", other: "palaces" },
  "kinds.tower": { one: "tower", other: "towers" },
  "left.house": { one: "{n} house", other: "{n} houses" },
  "left.palace": { one: "{n} palace", other: "{n} palaces" },
  "left.tower": { one: "{n} tower", other: "{n} towers" },
  // What things are for, to those who ask.
  "about.house": "A house counts 1 point in its district. Houses may stand side by side.",
  "about.palace": "A palace counts 2 points in its district. It can’t stand beside another palace, whoever owns it.",
  "about.tower": "A tower counts 3 points in its district. It can’t stand beside another tower, whoever owns it.",
  "about.architect": "An architect belongs to nobody. You build where both architects see: along rows, columns and diagonals, as far as nothing is in the way.",
  "show.lots": "Building lots",
  "show.sight": "Lines of vision",
  "show.districts": "Districts",
  "show.coordinates": "Coordinates on squares",

  // What decided the game.
  "decided.district": "{name}’s largest district brought {best} of {total} points, the largest of {other} {second}.",

  ...refusals,

  // What decides a game, and the score sheet.
  "measure.scored_cathedrals": "cathedrals in scored districts",
  "measure.scored_ducal_palaces": "ducal palaces in scored districts",
  "measure.scored_town_walls": "town walls in scored districts",
  "measure.scored_towers": "towers in scored districts",
  "measure.scored_palaces": "palaces in scored districts",
  "measure.scored_houses": "houses in scored districts",
  "kinds.district": "Districts",
  "sheet.district": {
    select: "id",
    town_wall: "District {letter} with a town wall",
    ducal_palace: "District {letter} with a ducal palace",
    cathedral: "District {letter} with a cathedral",
    other: "District {letter}",
  },

  "setup.pieces": "Pieces",
  "setup.remove": "Take away",
  "setup.to_move": "Whose turn",
  "setup.moves": "{seat} to move",
} satisfies Messages;
