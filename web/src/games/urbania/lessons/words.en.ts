import type { Messages } from "../../../i18n";

export default {
  "city.title": "A run-down city",
  "city.text":
    "The five ringed buildings in the centre are renewed; the other 44 are run-down. Everyone works on the same city. A turn is two actions: renew a building, hire a specialist, draw cards or submit a project. The most points win.",
  "far.title": "Step by step",
  "far.text": "You can only renew a building that shares a side with a renewed one. Try the factory on F2, which doesn’t.",
  "far.hint": "Press the space F2 in the city, top right.",
  "far.after": "The renewed city grows outwards from the centre.",
  "renew.title": "Renew a building",
  "renew.text":
    "Your cards show workers and coins. The park on D2 needs 2 green workers and gives 3 points. Press D2.",
  "renew.2": "Now pay: press your green card with two workers, then confirm.",
  "renew.hint": "Press the park on D2, above the centre, then the green card in your hand, then the button.",
  "renew.after":
    "You score 3 points, and the value of parks goes up by one. Your card also shows a coin, so it stays on your table: you can use it to hire a specialist later.",
  "draw.title": "Draw two cards",
  "draw.text": "For your second action, draw two cards. Take the first from the project pile. Projects are secret goals that score at the end.",
  "draw.2": "Take the second card from the pool, or the top one of the resource pile, unseen.",
  "draw.phone": "On a small screen, the pool and the piles are under “Market” below.",
  "draw.hint": "Press the project pile first, then a card from the pool.",
  "draw.after":
    "You have drawn “Businesses”: 6 points for each renewed business, and there are two already. That was your turn. The other player then drew two cards and hired the Parks Director.",
  "hire.title": "Hire a specialist",
  "hire.text":
    "At the end of each of your turns, every specialist who works for you scores one point for each renewed building of their type. Two businesses are renewed: hire the Small Business Owner for 1 coin.",
  "hire.2": "Pay with a pink coin from your hand. You get no change if you pay more than the price.",
  "hire.phone": "On a small screen, the specialists are under “Market” below.",
  "hire.hint": "Press the Small Business Owner (pink) on the value track, then a pink card with a coin.",
  "hire.after": "The Small Business Owner now works for you. The price is now 2; it goes up with every hire.",
  "own.title": "Not your own specialist",
  "own.text": "Can you hire the Small Business Owner again, to raise the price for the others? Try it.",
  "own.phone": "On a small screen, the specialists are under “Market” below.",
  "own.hint": "Press the Small Business Owner again.",
  "own.after": "You can only hire specialists who work for nobody or for somebody else.",
  "submit.title": "Submit a project",
  "submit.text": "Only submitted projects score, and you can submit three at most. Submit “Businesses” while it’s free: later it costs 1 point for every 10 you have.",
  "submit.phone": "On a small screen, your projects are under “Projects” below.",
  "submit.hint": "Press the project “Businesses” among your projects, then “Submit”.",
  "submit.after": "Your turn is over, and the Small Business Owner has already scored you 2 points. That happens every turn, as long as they work for you.",
  "signs.title": "Icons and rainbows",
  "signs.text":
    "The little card on A1 is a card icon: if you renew that building, you draw a free card. You also draw one when a specialist you hire reaches a card icon on the track. Residential buildings, such as A1, take workers of any one colour. Rainbow workers and coins count as any colour. If the pool shows three workers or fewer, you may sweep it before you draw: five new cards replace it.",
  end: "The end phase starts when a district has two or fewer run-down buildings, or three specialists are at 5 or more. The round is finished, and then everyone has one more turn. The tiles and cards are our own reconstruction; the rules explain why.",

  // Puzzles.
  "parks.title": "Hire somebody away",
  "parks.ask": "This is your second action. You have six cards and a small lead. Find the action that gains you most.",
  "parks.why":
    "Hire the Parks Director for 3. Two parks are renewed, so you get 2 points each turn and the other player no longer does. The value reaches 4, where you draw a card, and your project with the Parks Director gains 3 points.",
  "project.title": "Before it’s over",
  "project.ask": "The end phase has begun, and you have one action left in this turn. Choose it.",
  "project.why":
    "Submit the Banker project: 5 × 5 = 25 points for a fee of 4. The hospitals would score 12. Projects left in your hand score nothing.",
  "guard.title": "Protect your specialists",
  "guard.ask": "You lead, and the Small Business Owner works for you. Draw the second card of your action.",
  "guard.why":
    "Take the pink card with three coins. The other player has a rainbow coin on the table: with your pink card they would have 4 coins, the price of the Small Business Owner, and you would lose 3 points each turn.",
  "lure.title": "An expensive specialist",
  "lure.ask": "You are 15 points behind, and this is your second action. Find the one that turns the game around.",
  "lure.why":
    "Hire the Small Business Owner for 4; your two pink cards show 5 coins. Four businesses are renewed, so 4 points a turn go to you instead of the other player, and two of your projects gain 3 points each.",
  "finish.title": "Start the end phase",
  "finish.ask": "You lead 30–24 and have both actions left. The north-east has four run-down buildings. Choose your first action.",
  "finish.why":
    "Renew G3 with three brown workers, then F2 with the other two brown cards. That leaves two run-down buildings in the north-east, so the end phase begins while you are ahead. (F2 first is just as good, if you pay with the right cards.)",
} satisfies Messages;
