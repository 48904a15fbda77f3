import type { Messages } from "../../../i18n";

export default {
  "city.title": "A run-down city",
  "city.text":
    "Five buildings in the centre are renewed, ringed here; the other 44 are run-down. Everyone renews the same city. A turn is two actions: renew a building, hire a specialist, draw cards or submit a project. Most points win.",
  "far.title": "Step by step",
  "far.text": "Only a building that touches a renewed one side by side can be renewed. Try the factory on F2, which touches none.",
  "far.hint": "Press the space F2 in the city, top right.",
  "far.after": "The renewed city grows outwards from the centre.",
  "renew.title": "Renew a building",
  "renew.text":
    "Your cards show workers and coins. The park on D2 needs 2 green workers and gives 3 points. Press D2.",
  "renew.2": "Now pay: press your green card with two workers, and confirm.",
  "renew.hint": "Press the park on D2, above the centre, then the green card in your hand, then the button.",
  "renew.after":
    "3 points for you, and the value of parks has gone up by one. The card shows a coin, too: that is why it stays on your table, to hire somebody with later.",
  "draw.title": "Draw two cards",
  "draw.text": "Your second action: draw. Take the first card from the project pile. Projects are secret tasks that score at the end.",
  "draw.2": "The second card: any one from the pool, or blindly from the resource pile.",
  "draw.phone": "On a small screen the pool and the piles are behind “Pool” below.",
  "draw.hint": "Press the project pile first, then a card from the pool.",
  "draw.after":
    "You have drawn “Businesses”: 6 points for every renewed business, and there are two already. Your turn is over. The other player has drawn two cards and hired the Parks Director.",
  "hire.title": "Hire a specialist",
  "hire.text":
    "At the end of each of your turns a specialist brings you as many points as there are renewed buildings of their type. Businesses stand at 2: hire the Small Business Owner for 1 coin.",
  "hire.2": "Pay with a pink coin from your hand. More than the price is lost, there is no change.",
  "hire.phone": "On a small screen the specialists are behind “Track” below.",
  "hire.hint": "Press the Small Business Owner (pink) on the value track, then a pink card with a coin.",
  "hire.after": "The Small Business Owner works for you now. The price is now 2, and it goes up each time somebody hires them away.",
  "own.title": "Not your own",
  "own.text": "Could you hire the Small Business Owner again, to raise the price for the others? Try it.",
  "own.phone": "On a small screen the specialists are behind “Track” below.",
  "own.hint": "Press the Small Business Owner once more.",
  "own.after": "Only those who are free or work for others can be hired.",
  "submit.title": "Submit a project",
  "submit.text": "Only submitted projects score, three at most. Submit “Businesses” while it is free: later it costs 1 point for every 10 you have.",
  "submit.phone": "On a small screen your projects are behind “Projects” below.",
  "submit.hint": "Press the project “Businesses” among your projects, then “Submit”.",
  "submit.after": "Your turn is over, and the Small Business Owner has brought 2 points at once. They will do so every turn as long as they work for you.",
  "signs.title": "Small signs",
  "signs.text":
    "The little card on A1 is a card icon: renew that building and you draw a free card. You also draw one when a specialist you hire reaches a card icon on the track. Residential buildings like A1 take workers of any one colour. Rainbow workers and coins count as every colour. If the pool shows three workers or fewer, you may sweep it before you draw: five new cards replace it.",
  end: "The end phase starts when a district has two or fewer run-down buildings, or three specialists are at 5 or more: the round is finished, then everyone has one more turn. Tiles and cards are our own reconstruction; the rules page tells you more.",

  // Puzzles.
  "parks.title": "Lure somebody away",
  "parks.ask": "It is your second action. You have six cards and a small lead. What brings most?",
  "parks.why":
    "Hire the Parks Director for 3. Two parks are renewed: 2 points each turn for you, and no longer for the other player. The value arrives at 4, so you draw a card, and your project with the Parks Director grows by 3.",
  "project.title": "Before it is over",
  "project.ask": "The end phase has begun and you have one action left in this turn. How do you use it?",
  "project.why":
    "Submit the project of the Banker: 5 × 5 = 25 points for a fee of 4. The hospitals would bring 12. What stays in your hand brings nothing.",
  "guard.title": "Guard your people",
  "guard.ask": "You lead, and the Small Business Owner works for you. You draw the second card of a draw. Which one?",
  "guard.why":
    "The pink card with three coins. The other player has a rainbow coin on the table. Together they make 4, the price of the Small Business Owner, and you would lose 3 points each turn.",
  "lure.title": "The dearest specialist",
  "lure.ask": "You are 15 points behind. It is your second action. Who turns the game?",
  "lure.why":
    "Hire the Small Business Owner for 4; your two pink cards show 5 coins. Four businesses are renewed, so 4 points a turn go to you instead of the other player, and two of your projects grow by 3 each.",
  "finish.title": "Call the end",
  "finish.ask": "You lead 30 : 24, and both actions are yours. The north-east has four run-down buildings. How do you begin?",
  "finish.why":
    "Renew G3 with three brown workers; then F2 with the other two brown cards. Two run-down buildings are left there, so the end phase begins while you are ahead. (F2 first is as good, if you pay with the right cards.)",
} satisfies Messages;
