import type { Messages } from "../../../i18n";

export default {
  "groups.title": "Few groups",
  "groups.text":
    "You are red. Tiles of one colour that touch side by side are a group; diagonals do not count. You have three groups now, ringed here. At the end the player with the fewest groups wins.",
  "number.title": "A number: its column",
  "number.text": "The five tiles on your rack are yours to place. A number goes anywhere in its column. Place the 5 on D5, between two of your groups, and confirm.",
  "number.hint": "Press the tile 5 on your rack, then the ringed square D5, then the button below.",
  "number.after": "Two groups have become one: 3 → 2. You draw a new tile at once. Then the others have placed one each.",
  "own.title": "Not on your own",
  "own.text": "A letter goes anywhere in its row. But you can’t place it on a tile of your own: try to place the D on D5.",
  "own.hint": "Press the tile D, then D5.",
  "own.after": "Your own tiles stay where they are.",
  "symbol.title": "A symbol",
  "symbol.text": "A symbol goes on any square that shows it; each fills nine squares. Place the lamp on D3, so that it joins your row.",
  "symbol.hint": "Press the tile with the lamp, then D3, to the left of your tiles.",
  "symbol.after": "It touches your group, so you still have two groups and not three. A singleton would be a group of its own.",
  "capture.title": "Capture",
  "capture.text": "A tile of another colour may be replaced. The yellow one on E4 is between your two groups: place the E there.",
  "capture.hint": "Press the tile E, then the yellow tile on E4, then the button below.",
  "capture.after": "All red tiles are one group now: 2 → 1. You keep what you capture; if players have equally many groups, the one who captured fewer tiles wins.",
  "split.title": "No splitting",
  "split.text": "A capture may not break a group apart. Blue has a row on C4, C5 and C6. Try the ring on C5, in the middle.",
  "split.hint": "Press the tile with the ring, then C5.",
  "split.after": "Without C5 the tile on C4 would be cut off from the others.",
  "edge.title": "From the edge",
  "edge.text": "You may capture at the edge of a group. Place the ring on C4.",
  "edge.hint": "Press the tile with the ring, then C4, above your tile on D4.",
  "edge.after": "Blue stays one group, and so do you.",
  end: "You place 24 of your 28 tiles; four remain unused. The $ tile goes anywhere. When all have finished, the fewest groups win. With two players everyone has two colours and two racks; nothing else changes.",

  // Puzzles.
  "money.title": "Where to spend it",
  "money.ask": "You are yellow, with three groups. The $ goes anywhere. Where is it worth most?",
  "money.why":
    "On D3. The blue tile there is a singleton, so you may capture it, and yours joins the groups on both sides of it: 3 → 2. None of your other tiles could go there.",
  "bridge.title": "A bridge",
  "bridge.ask": "You are blue, with four groups. Which tile brings them closer?",
  "bridge.why":
    "The G on G6: it joins F6 and H6, 4 → 3, without a capture. And the next tile can do the same on H7.",
  "narrow.title": "What cannot wait",
  "narrow.ask": "You are blue, with two groups. Several tiles fit without harm. Which one has to be placed now?",
  "narrow.why":
    "The 9 on E9. It is the only square of column 9 that touches your tiles, and red is beside it. The A, the 5 and the I have good places later, too.",
  "patience.title": "Keep your hands clean",
  "patience.ask": "You are yellow. All three have two groups; you have captured the fewest. What keeps it so?",
  "patience.why":
    "The 7 on A7: it touches your group and captures nothing. With equal groups the fewest captures win, so a capture now would help the others.",
  "shared.title": "The last tile",
  "shared.ask": "You are blue and place your last tile. Red has finished with two groups and three captured tiles, just like you.",
  "shared.why":
    "The car on G1, beside H1: no new group and no capture, so you share the win. Everything else makes a third group or a fourth captured tile.",
} satisfies Messages;
