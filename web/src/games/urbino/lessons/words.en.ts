import type { Messages } from "../../../i18n";

export default {
  "lots.title": "Two architects",
  "lots.text":
    "You are Black. The two red figures are architects; they belong to nobody. Each sees along rows, columns and diagonals until something is in the way. Where both see an empty square there is a dot: a building lot. Buildings go on lots only.",
  "house.title": "Build a house",
  "house.text": "White has a house on d4. Take a house from your supply, press the lot e4 beside it, and confirm.",
  "house.hint": "Your supply is in your own card, dark buildings. Press the house first, then the ringed square, then “Build house”.",
  "house.after":
    "The two houses touch, so they form one district with both colours. Only such districts score. It was 1 : 1, so nobody had points; now White has added a house: 2 points for White.",
  "palace.title": "Get ahead",
  "palace.text": "A house is worth 1, a palace 2, a tower 3. Build a palace on e5, beside your house.",
  "palace.hint": "Press the palace in your supply, then e5, then “Build palace”.",
  "palace.after":
    "3 against 2: the player with more in a district scores their own total, and the other scores nothing. White has answered: one architect was repositioned, and there is a palace on d6. Now it is 4 : 3 for White.",
  "unseen.title": "Not everywhere",
  "unseen.text": "You would like to build on f5, but there is no dot. Try it all the same: any building, on f5.",
  "unseen.hint": "Press a house in your supply, then f5. Nothing can go wrong.",
  "unseen.after": "The architect on e6 would see it; the other one, now on a6, does not. Both must.",
  "send.title": "Reposition an architect",
  "send.text": "Before you build you may reposition one architect to any free square. Press the one on a6, then f7.",
  "send.hint": "The architect on a6 is at the left edge. Press it, then the ringed square f7.",
  "send.after": "New lines, new lots: f5 is one of them. Your turn goes on: now you build.",
  "twin.title": "No twins",
  "twin.text": "Two palaces must never stand side by side, and neither must two towers. Try it: a palace on f5, beside the one on e5.",
  "twin.hint": "Press the palace, then f5.",
  "twin.after": "This holds for either colour: you can stop a neighbour’s palace with one of yours. Houses have no such limit.",
  "blocks.title": "One block each",
  "blocks.text":
    "In a district your buildings must be connected. On d7 you would touch White’s palace, but none of your own. Try a house on d7.",
  "blocks.hint": "Press the house, then d7, above White’s palace.",
  "blocks.after": "You would have two separate blocks in one district. So you cannot jump in anywhere: grow from what you have.",
  "tower.title": "Take the district",
  "tower.text": "Now build a tower on f5, beside your palace.",
  "tower.hint": "Press the tower, then f5, then “Build tower”.",
  "tower.after": "1 + 2 + 3 = 6 against 4: the district is yours, 6 : 0.",
  end: "A game goes on like this until neither player can build, even by repositioning an architect. Then the points of all districts are added, and the higher sum wins. In a new game you first place the architects, and Black says who builds first.",

  // Puzzles.
  "last.title": "Nothing left to build",
  "last.ask": "You are White and lead 11 : 3. Black still hopes for more. How do you settle the game?",
  "last.why":
    "A house on b4, without repositioning an architect. It joins your palace on a4 to the district below, 14 : 3, and no lot is left that an architect could open for either of you: the game is over. After any other move Black gets to build again.",
  "close.title": "The last word",
  "close.ask": "You are Black; it stands 2 : 2. Reposition an architect so that the last building is yours, and the right one.",
  "close.why":
    "Reposition the architect from c3 to b2, and the palace on c2 wins the small district 3 : 2. That makes 5 : 0, and nobody can build any more. A house there would only make it 2 : 2 in that district.",
  "wall.title": "The corner",
  "wall.ask": "You are White and lead 6 : 3. Where should you reposition an architect?",
  "wall.why":
    "From c2 to a3. The only lot then is a2: whatever you build there wins the corner, which stood 3 : 3. With architects on a1 and a3, walled in, all that Black has left is one house on c5.",
  "lock.title": "Let the other skip",
  "lock.ask": "You are White and lead 16 : 12, but Black could still catch up. Which architect do you reposition, and where?",
  "lock.why":
    "i6 to e8. You build on f9, the only lot, and then Black can’t build, even by repositioning an architect, and has to skip. You build once more, and the lead is safe.",
  "join.title": "A tower joins in",
  "join.ask": "You are White, 30 points behind. One house changes everything. From where can both architects see its lot?",
  "join.why":
    "Reposition f4 to a6: the house on c6 joins your tower on c5 to the big district. It stood 15 : 11 for Black and is now 15 : 15, so Black’s 30 points become 15. Next you add one more house there and win by a point.",
} satisfies Messages;
