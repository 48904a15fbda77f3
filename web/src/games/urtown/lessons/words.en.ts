import type { Messages } from "../../../i18n";

export default {
  "groups.title": "Few groups",
  "groups.text":
    "You are red. Tiles of one colour that touch side by side form a group; diagonals don’t count. You have three groups now, ringed here. At the end, the player with the fewest groups wins.",
  "number.title": "Numbers go in columns",
  "number.text": "You have five tiles on your rack. A number goes anywhere in its column. Place the 5 on D5, between two of your groups, and confirm.",
  "number.hint": "Press the tile 5 on your rack, then the ringed square D5, then the button below.",
  "number.after": "You have joined two groups: 3 → 2. You drew a new tile at once, and the others have placed one each.",
  "own.title": "Not on your own tiles",
  "own.text": "A letter goes anywhere in its row, but not on a tile of your own. Try to place the D on D5.",
  "own.hint": "Press the tile D, then D5.",
  "own.after": "Your own tiles stay where they are.",
  "symbol.title": "Symbols go in boxes",
  "symbol.text": "A symbol goes on any of the nine squares that show it. Place the lamp on D3, so that it joins your row.",
  "symbol.hint": "Press the tile with the lamp, then D3, to the left of your tiles.",
  "symbol.after": "It touches your group, so you still have two groups. A singleton, a tile on its own, would have been a third.",
  "capture.title": "Capture",
  "capture.text": "You can capture a tile of another colour by placing yours on its square. The yellow tile on E4 is between your two groups: place the E there.",
  "capture.hint": "Press the tile E, then the yellow tile on E4, then the button below.",
  "capture.after": "Your tiles are now one group: 2 → 1. You keep the tiles you capture. If players are tied on groups, the one who captured fewer tiles wins.",
  "split.title": "No splitting",
  "split.text": "A capture must not split a group. Blue has a row on C4, C5 and C6. Try to place the ring on C5, in the middle.",
  "split.hint": "Press the tile with the ring, then C5.",
  "split.after": "Without C5 the tile on C4 would be cut off from the others.",
  "edge.title": "Capture the end of a row",
  "edge.text": "You may capture a tile if the rest of its group stays together. Place the ring on C4.",
  "edge.hint": "Press the tile with the ring, then C4, above your tile on D4.",
  "edge.after": "Blue still has one group, and so do you.",
  end: "You place 24 of your 28 tiles; four stay unused. The $ tile goes anywhere. When everyone has finished, the fewest groups win. With two players, each of you has two colours and two racks, and you add up the groups of both.",

  // Puzzles.
  "money.title": "Where to spend it",
  "money.ask": "You are yellow, with three groups. The $ goes anywhere. Place it where it helps most.",
  "money.why":
    "Place it on D3. The blue tile there is a singleton, so you may capture it, and your tile joins the groups on both sides: 3 → 2. None of your other tiles could go there.",
  "bridge.title": "A bridge",
  "bridge.ask": "You are blue, with four groups. Find the tile that joins two of them.",
  "bridge.why":
    "Place the G on G6: it joins F6 and H6, 4 → 3, without a capture. Your next tile can do the same on H7.",
  "narrow.title": "What cannot wait",
  "narrow.ask": "You are blue, with two groups. You could place several tiles safely. Find the one that can’t wait.",
  "narrow.why":
    "Place the 9 on E9. It’s the only square in column 9 that touches your tiles, and red is next to it. The A, the 5 and the I will still have good squares later.",
  "patience.title": "Keep your hands clean",
  "patience.ask": "You are yellow. All three players have two groups, and you have captured the fewest tiles. Keep it that way.",
  "patience.why":
    "Place the 7 on A7: it touches your group and captures nothing. If you tie on groups, the fewest captures win, so a capture now would help the others.",
  "shared.title": "The last tile",
  "shared.ask": "You are blue. Red has finished with two groups and three captured tiles, and you have the same. Place your last tile.",
  "shared.why":
    "Place the car on G1, next to H1: no new group and no capture, so you share the win. Anything else makes a third group or a fourth captured tile.",
} satisfies Messages;
