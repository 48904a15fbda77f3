import type { Messages } from "../../../i18n";

export default {
  "lots.title": "Two architects",
  "lots.text":
    "You are Black. The two red figures are architects; they belong to nobody. Each sees along rows, columns and diagonals until something is in the way. A dot marks each empty square that both of them see: a building lot. You can only build on lots.",
  "house.title": "Build a house",
  "house.text": "White has a house on d4. Press a house in your supply, then the lot e4 next to White’s house, and confirm.",
  "house.hint": "Your supply is next to your name: the dark buildings. Press the house first, then the ringed square, then “Build house”.",
  "house.after":
    "The two houses touch, so they form a district with both colours. Only districts with both colours score. At 1–1, nobody scored. Now White has added a house and scores 2 points.",
  "palace.title": "Get ahead",
  "palace.text": "A house is worth 1 point, a palace 2, a tower 3. Build a palace on e5, next to your house.",
  "palace.hint": "Press the palace in your supply, then e5, then “Build palace”.",
  "palace.after":
    "3 against 2: the player with more points in a district scores them, and the other scores nothing. White has answered by repositioning an architect and building a palace on d6. Now it’s 4–3 to White.",
  "unseen.title": "Not everywhere",
  "unseen.text": "There is no dot on f5. Try to build there anyway, with any building.",
  "unseen.hint": "Press a house in your supply, then f5.",
  "unseen.after": "The architect on e6 sees f5, but the other one, now on a6, doesn’t. Both must see it.",
  "send.title": "Reposition an architect",
  "send.text": "Before you build, you may reposition one architect to any free square. Press the one on a6, then f7.",
  "send.hint": "The architect on a6 is at the left edge. Press it, then the ringed square f7.",
  "send.after": "That opens new lots, and f5 is one of them. It’s still your turn: next, you build.",
  "twin.title": "No twins",
  "twin.text": "Two palaces must never stand side by side, and nor must two towers. Try to build a palace on f5, next to the one on e5.",
  "twin.hint": "Press the palace, then f5.",
  "twin.after": "The colours don’t matter: your palace also keeps your opponent’s palaces away. Houses may stand next to anything.",
  "blocks.title": "One block each",
  "blocks.text":
    "All your buildings in a district must be connected. On d7 you would touch White’s palace, but none of your own buildings. Try to build a house there.",
  "blocks.hint": "Press the house, then d7, above White’s palace.",
  "blocks.after": "So you can’t just join in anywhere: build on from what you have.",
  "tower.title": "Take the district",
  "tower.text": "Now build a tower on f5, next to your palace.",
  "tower.hint": "Press the tower, then f5, then “Build tower”.",
  "tower.after": "1 + 2 + 3 = 6 against 4: the district is yours, 6–0.",
  end: "A game goes on like this until neither player can build, even by repositioning an architect. Then you add up your districts, and the player with more points wins. A real game begins with placing the architects; then Black chooses who builds first.",

  // Puzzles.
  "last.title": "Nothing left to build",
  "last.ask": "You are White and lead 11–3, but Black could still build. Find the move that decides the game.",
  "last.why":
    "Build a house on b4, without repositioning an architect. It joins your palace on a4 to the district below, which makes it 14–3. After that neither of you can build, wherever the architects go, so the game is over. After any other move Black can build again.",
  "close.title": "The last word",
  "close.ask": "You are Black, and the score is 2–2. Reposition an architect so that you build last, and build the right thing.",
  "close.why":
    "Reposition the architect from c3 to b2 and build a palace on c2. It wins the small district 3–2. That makes 5–0, and nobody can build any more. A house there would only tie the district 2–2.",
  "wall.title": "The corner",
  "wall.ask": "You are White and lead 6–3. Reposition an architect.",
  "wall.why":
    "Reposition the architect from c2 to a3. The only lot then is a2, and whatever you build there wins the corner, which is tied 3–3. That walls in the architects on a1 and a3, and all Black can still build is a house on c5.",
  "lock.title": "Make Black skip",
  "lock.ask": "You are White and lead 16–12, but Black could still catch up. Reposition the right architect.",
  "lock.why":
    "Reposition the architect from i6 to e8 and build on f9, the only lot. Then Black can’t build, even by repositioning an architect, and has to skip. You build once more, and your lead is safe.",
  "join.title": "Bring in a tower",
  "join.ask": "You are White, 30 points behind. One house changes everything. Reposition an architect so that you can build it.",
  "join.why":
    "Reposition the architect from f4 to a6 and build a house on c6. It joins your tower on c5 to the big district, which was 15–11 to Black and is now 15–15, so Black’s 30 points become 15. Next turn you add another house there and win by a point.",
} satisfies Messages;
