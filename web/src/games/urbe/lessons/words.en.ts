import type { Messages } from "../../../i18n";

export default {
  "market.title": "A common market",
  "market.text":
    "Everyone builds a city of 4 × 4 with tiles from this market. You are the boat guild, blue. In each round you first mark tiles with your two meeples, then take them, then place them. One of yours and one of the other player’s are already there.",
  "mark.title": "Mark a tile",
  "mark.text": "Put your second meeple on the Glass Furnace: purple, 5 points. Nobody else can take it then.",
  "mark.hint": "Press the ringed tile of the market, the purple 5, and confirm.",
  "mark.after": "The other player has marked the Weigh House. Now tiles are taken and paid for.",
  "take.title": "Two tiles with one card",
  "take.text": "First the Pearl House, the blue 6: press your meeple there.",
  "take.2":
    "It is blue. Each coin card has two halves: flags pay for their colour, guilds for the icons of a tile. Pay with the blue flag of the card that shows blue, crown and fox.",
  "take.3": "The other half of the card, the guilds, may now take a second tile that nobody has marked. Eel Weir, the blue 1, has no icons, so any guilds pay for it. Take it.",
  "take.hint": "Meeple on the Pearl House; then the flag half of the card blue / crown + fox; then the Eel Weir.",
  "take.after": "Two tiles for one card. The other player has taken two as well.",
  "colour.title": "The wrong colour",
  "colour.text": "Now the Glass Furnace, the purple 5. Try to pay with the green flag of the card green / crown + wheel.",
  "colour.hint": "Press the flag half of the card with the green flag, crown and wheel.",
  "colour.after": "Flags must show the tile’s colour; guilds must show all of its icons.",
  "again.title": "Pay well",
  "again.text": "Pay with the flags of the card purple + green / wheel.",
  "again.2": "And with its guild half take the Woodpile, the green 1, which has no icons.",
  "again.hint": "The flag half of the card purple + green / wheel, then the green 1.",
  "again.after": "Four tiles with two cards. When everybody has taken theirs, all place what they have.",
  "first.title": "Your city begins",
  "first.text": "The four tiles you have taken wait to be placed. The first may go on any cell: choose one of them, then B2.",
  "first.hint": "Choose one of the tiles you have taken, then the ringed cell B2 of your city, and confirm.",
  "first.after": "From now on every tile must touch one that is there.",
  "touch.title": "Side by side",
  "touch.text": "Try to put a tile on D4, in the far corner.",
  "touch.hint": "Choose a tile, then the cell D4, lower right.",
  "touch.after": "Tiles must touch another one side by side; diagonally does not count.",
  "square.title": "A fountain",
  "square.text": "Place the other three on C2, B3 and C3, in any order, so that all four form a square.",
  "square.2": "Two more: the square B2, C2, B3, C3.",
  "square.3": "One more, and the square is complete.",
  "square.hint": "Choose a tile and a ringed cell; then the next ones.",
  "square.after": "The square has earned a fountain of 3 points. Tiles can serve in several squares, so keep your city close together.",
  end: "After four rounds (eight with three or four players) tiles, fountains, your character and your secret decrees are counted. A decree asks for a pattern of colours in your city; you see yours at any time. Your character: 2 points for each blue tile of 1 or 2 points. Most points win.",

  // Puzzles.
  "purple.title": "The only purple",
  "purple.ask": "The last round begins, and you are 5 points behind. Look at your decrees before you mark a tile.",
  "purple.why":
    "Dye Works, the only purple tile. On A1 it completes the Court Quarter: five purple tiles for 9 points, and a fountain of 1 as well. If you wait the other player takes it.",
  "grey.title": "What can your last card pay?",
  "grey.ask": "You have marked the Royal Mint, and one more meeple is to be placed. Two cards are left.",
  "grey.why":
    "The New Town Hall, the grey tile. The Royal Mint needs your purple flag, so a card with a yellow flag, boat and fox remains. With it you could take no more than 3 points; a grey tile costs any one card and brings 7.",
  "two.title": "Both halves",
  "two.ask": "Which tile lets one of your cards take the most?",
  "two.why":
    "Pearl House, the blue 6. The blue flag of blue / crown + wheel pays for it, and the other half of the same card takes a second tile, such as the blue 2. The grey bridge gives 9, but no second tile and no fountain.",
  "green.title": "Your character",
  "green.ask": "You have marked the purple tile of 7. Which tile do you mark with your second meeple? Think of your Gardener.",
  "green.why":
    "The green 2, Pleasure Garden. The Gardener adds 2, so it counts 4, and green is what your decree Crown and Garden needs besides purple. A green flag pays, and the guild beside it takes another tile.",
  "ahead.title": "A fountain or a decree",
  "ahead.ask": "One tile is left to place, a purple one. A fountain would be yours at once. Is there something better?",
  "ahead.why":
    "C1. On A2 it would complete a square, a fountain of 3. But on C1 only one blue tile on D1 is missing for Crown and River, 8 points, and your blue flag can pay for it in the last round.",
} satisfies Messages;
