import type { Messages } from "../../../i18n";

export default {
  "market.title": "The market",
  "market.text":
    "Everyone builds a city of 4 × 4 tiles from this market. You are the boat guild, blue. In each round you mark tiles with your two meeples, then take them, then place them. You and the other player have each marked one tile already.",
  "mark.title": "Mark a tile",
  "mark.text": "Put your second meeple on the Glass Furnace, the purple 5. Then nobody else can take it.",
  "mark.hint": "Press the ringed tile in the market, the purple 5, and confirm.",
  "mark.after": "The other player has marked the Weigh House. Next, you take your tiles and pay for them.",
  "take.title": "Two tiles with one card",
  "take.text": "Take the Pearl House, the blue 6, first: press your meeple there.",
  "take.2":
    "Each coin card has two halves. Flags pay for tiles of their colour; guilds pay for tiles with their icons. The Pearl House is blue: pay with the blue flag of the card that shows blue, crown and fox.",
  "take.3": "The other half of the card, the guilds, can now pay for a second tile that nobody has marked. The Eel Weir, the blue 1, has no icons, so any guilds pay for it. Take it.",
  "take.hint": "Press the meeple on the Pearl House, then the flag half of the card blue / crown + fox, then the Eel Weir.",
  "take.after": "You took two tiles with one card. The other player has taken two as well.",
  "colour.title": "The wrong colour",
  "colour.text": "Now take the Glass Furnace, the purple 5. Try to pay with the green flag of the card green / crown + wheel.",
  "colour.hint": "Press the flag half of the card with the green flag, crown and wheel.",
  "colour.after": "A flag must have the tile’s colour; guilds must include all of its icons.",
  "again.title": "Use both halves",
  "again.text": "Pay with the flags of the card purple + green / wheel.",
  "again.2": "With its guild half, take the Woodpile, the green 1, which has no icons.",
  "again.hint": "Press the flag half of the card purple + green / wheel, then the green 1.",
  "again.after": "You have four tiles for two cards. When everyone has taken their tiles, everyone places them.",
  "first.title": "Your first tile",
  "first.text": "Place the four tiles you have taken. The first may go on any cell: choose one of them, then B2.",
  "first.hint": "Choose one of the tiles you have taken, then the ringed cell B2 of your city, and confirm.",
  "first.after": "From now on, every tile must touch one that is already there.",
  "touch.title": "Side by side",
  "touch.text": "Try to place a tile on D4, in the far corner.",
  "touch.hint": "Choose a tile, then the cell D4, lower right.",
  "touch.after": "A tile must touch another one side by side; diagonals don’t count.",
  "square.title": "A fountain",
  "square.text": "Place the other three tiles on C2, B3 and C3, in any order, so that all four form a square.",
  "square.2": "Two more: fill the square B2, C2, B3, C3.",
  "square.3": "One more, and the square is complete.",
  "square.hint": "Choose a tile, then a ringed cell. Do the same with the next tile.",
  "square.after": "The square has earned a fountain of 3 points. A tile can belong to several squares, so keep your city compact.",
  end: "After four rounds (eight with three or four players) you score your tiles, your fountains, your character and your secret decrees. A decree asks for a pattern of colours in your city; you can look at yours at any time. Your character scores 2 for each blue tile worth 1 or 2. The most points win.",

  // Puzzles.
  "purple.title": "The only purple",
  "purple.ask": "The last round begins, and you are 5 points behind. Look at your decrees, then mark a tile.",
  "purple.why":
    "Mark the Dye Works, the only purple tile. On A1 it fulfils the Court Quarter, five purple tiles for 9 points, and earns a fountain of 1 as well. If you wait, the other player takes it.",
  "grey.title": "What your last card pays for",
  "grey.ask": "You have marked the Royal Mint and have two cards left. Mark a tile with your second meeple.",
  "grey.why":
    "Mark the New Town Hall, the grey tile. The Royal Mint needs your purple flag, which leaves a card with a yellow flag, boat and fox. It could take tiles worth 3 points at most, but any card pays for a grey tile, and this one is worth 7.",
  "two.title": "Both halves",
  "two.ask": "Mark the tile that lets one of your cards take the most.",
  "two.why":
    "Mark the Pearl House, the blue 6. The blue flag of blue / crown + wheel pays for it, and the other half of the same card takes a second tile, such as the blue 2. The grey bridge is worth 9, but gives you no second tile and no fountain.",
  "green.title": "Your character",
  "green.ask": "You have marked the purple 7. Mark a tile with your second meeple, and think of your Gardener.",
  "green.why":
    "Mark the Pleasure Garden, the green 2. The Gardener adds 2, so it’s worth 4, and your decree Crown and Garden needs green as well as purple. A green flag pays for it, and the other half of that card takes another tile.",
  "ahead.title": "A fountain or a decree",
  "ahead.ask": "You have one purple tile left to place. It could earn a fountain at once, but there is something better.",
  "ahead.why":
    "Place it on C1. On A2 it would complete a square and earn a fountain of 3. But with a tile on C1, Crown and River is missing only a blue tile on D1: that is worth 8 points, and your blue flag can pay for one in the last round.",
} satisfies Messages;
