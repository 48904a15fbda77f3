/** When a payment is proposed, on a small table. */
import { expect, test } from "vitest";
import { Choosing } from "../../table/choosing.svelte";
import { proposal } from "./paying";
import { PARTS, tile, view } from "./testing";

const card = (number: number, flags: number[], guilds: number[]) => ({ card: number, flags: [], guilds: [], text: "", pays: { flags, guilds } });
const market = [
  { place: 1, tile: tile("Y14"), meeple: 0, archbishop: null },
  { place: 2, tile: tile("B05"), meeple: null, archbishop: null },
  { place: 3, tile: tile("X01"), meeple: null, archbishop: null },
];

function paying(cards: ReturnType<typeof card>[], meeples = [1], target = 1) {
  const [own, other] = (view({}) as any).players;
  return view({ due: "pay", phase: "take", target, market, players: [{ ...own, cards, meeples }, other] });
}

const CASES: [string, ReturnType<typeof paying>, object[] | null][] = [
  ["the only half that pays", paying([card(1, [1], []), card(2, [2], [])]), [{ does: "pay", by: "flags", card: 1 }]],
  ["two cards pay", paying([card(1, [1], []), card(2, [], [1])]), null],
  ["two halves of one card: the other finds a second tile", paying([card(1, [1], [1, 2])]), [{ does: "pay", by: "flags", card: 1 }]],
  ["two halves of one card, and neither finds one", paying([card(1, [1], [1])]), null],
  ["one of two cards is needed for the other mark",
    paying([card(1, [1], [2]), card(2, [1], [])], [1, 2]), [{ does: "pay", by: "flags", card: 2 }]],
  ["whatever is paid, nothing is left for the other mark", paying([card(1, [1], []), card(2, [1], [])], [1, 2]), null],
  ["any card pays for a grey tile", paying([card(1, [], []), card(2, [], [])], [3], 3), null],
  ["the last card, whatever it is for", paying([card(2, [], [])], [3], 3), [{ does: "spend", card: 2 }]],
  ["nothing is to be paid", view({}), null],
]; // prettier-ignore

test.each(CASES)("%s", (_, at, wanted) => expect(proposal(at)).toEqual(wanted));

test("what is proposed is picked, and waits for a press", () => {
  const choosing = new Choosing({ game: "urbe", parts: PARTS, implied: [] });
  const [flags, guilds] = [8, 9]; // of the first card
  choosing.update(3, [flags, guilds], null);
  choosing.propose(proposal(paying([card(1, [1], [1, 2])]))!);
  expect(choosing.complete?.decisions).toEqual([flags]);
  expect(choosing.isProposed).toBe(true);
  choosing.pick({ does: "pay", by: "guilds", card: 1 });
  expect(choosing.complete?.decisions).toEqual([guilds]);
  expect(choosing.isProposed).toBe(false);
});
