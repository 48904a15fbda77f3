/** A payment put together card by card, with a real choosing; and what is said of it. */
import { beforeEach, expect, test } from "vitest";
import { language } from "../../i18n";
import type { View } from "../../protocol";
import { Choosing } from "../../table/choosing.svelte";
import { announce, announceSpecialist, worksFor } from "./announce";
import { progress, proposal, rows } from "./paying";
import { carryOut, onAction, onCard, type Pressed } from "./pressing";
import { rowOf } from "./reading";
import { DECISIONS, PAYMENT, card, city, player, way } from "./sample";
import { choices, ending, prompt } from "./saying";
import "./words";

beforeEach(() => {
  language.current = "en";
});

const paying = city({ due: "renew", payment: PAYMENT });

function payer(view: View = paying): Choosing {
  const choosing = new Choosing(DECISIONS);
  choosing.update(7, [10, 11], null, rows(view));
  return choosing;
}

const pay = (text: string) => ({ does: "pay", from: "hand", card: text });
const press = (choosing: Choosing, text: string, pressed: Pressed = {}) =>
  carryOut(onCard(choosing, pay(text), 0), choosing, pressed);

test("cards are laid in any order and paid in the right one", () => {
  const choosing = payer();
  press(choosing, "pink R+$1");
  expect(progress(choosing, paying)).toMatchObject({ paid: 1, cards: 1, complete: false });
  press(choosing, "red 2+$1");
  expect(progress(choosing, paying)).toMatchObject({ paid: 3, cards: 2, complete: true });
  expect(choosing.complete?.decisions).toEqual([11, 12]);
});

test("a card that no way has beside the others takes their place", () => {
  const choosing = payer();
  press(choosing, "red 2+$1");
  press(choosing, "red 3");
  expect(choosing.complete?.decisions).toEqual([10]);
});

test("pressed again a card is taken back", () => {
  const choosing = payer();
  press(choosing, "red 3");
  press(choosing, "red 3");
  expect(choosing.gathered).toEqual([]);
});

test("the only sensible payment is proposed, and changed by a press", () => {
  expect(proposal(paying)).toEqual([pay("red 3")]); // the other takes two cards, and a rainbow worker
  const choosing = payer();
  choosing.propose(proposal(paying)!);
  expect(choosing.isProposed).toBe(true);
  expect(choosing.complete?.decisions).toEqual([10]);
  press(choosing, "red 2+$1");
  expect(choosing.isProposed).toBe(false);
  expect(choosing.gathered).toEqual([11]);
});

test.each([
  ["less surplus or fewer cards", [way(["red 3", 3], ["red 3", 3]), way(["red 3", 3], ["red 1+$2", 1], ["red 1+$2", 1])], 5],
  ["less surplus or no rainbow", [way(["red 3", 3], ["pink R+$1", 1]), way(["red 3", 3], ["red 2+$1", 2])], 4],
  ["two alike", [way(["red 3", 3]), way(["gray 3", 3])], 3],
])("nothing is proposed where there is a choice: %s", (_, ways, price) => {
  expect(proposal(city({ due: "renew", payment: { ...PAYMENT, ways, price } }))).toBeNull();
});

test("nothing is proposed once something is paid", () => {
  const begun = { ...PAYMENT, cards: [{ ...card("red 2+$1"), from: "hand" as const }] };
  expect(proposal(city({ due: "renew", payment: begun }))).toBeNull();
});

test("a card that pays nothing is refused by the server", () => {
  let tried: unknown = null;
  press(payer(), "gray 3", { onrefuse: (parts) => (tried = parts) });
  expect(tried).toEqual(pay("gray 3"));
});

test("another building takes the place of one of which nothing is paid; the same is let go", () => {
  const choosing = payer();
  expect(onAction(choosing, paying, { does: "renew", space: "E3" })).toEqual({ does: "instead", parts: { does: "renew", space: "E3" } });
  expect(onAction(choosing, paying, { does: "renew", space: "C4" })).toEqual({ does: "instead", parts: null });
  const half = city({ due: "renew", payment: { ...PAYMENT, cards: [{ ...card("red 1"), from: "hand" }] } });
  expect(onAction(choosing, half, { does: "renew", space: "E3" }).does).toBe("refuse");
});

test("the line says what is wanted, what is missing, and what it brings", () => {
  const choosing = payer();
  expect(prompt(choosing, paying, null)).toEqual({
    title: "Pay for the hospital on C4.",
    detail: "You need 3 red workers. Choose cards from your hand.",
  });
  press(choosing, "red 2+$1");
  expect(prompt(choosing, paying, null).detail).toBe("2 of 3 paid, 1 to go.");
  press(choosing, "pink R+$1");
  const later = city({
    scores: [33, 31],
    players: [player({ table: [{ ...card("red 2+$1"), count: 1 }, { ...card("pink R+$1"), count: 1 }] })],
  });
  expect(prompt(choosing, paying, later)).toEqual({
    title: "Pay for the hospital on C4.",
    detail: "29 → 33 points. You keep 1 red coin and 1 pink coin on the table.",
    action: "Pay 2 cards",
  });
});

test("for a residential building it is workers of one colour", () => {
  const view = city({ due: "renew", payment: { ...PAYMENT, target: "E3" } });
  expect(prompt(payer(view), view, null).detail).toBe("You need 3 workers of one colour. Choose cards from your hand.");
});

test("an action: what there is to do", () => {
  const choosing = new Choosing(DECISIONS);
  choosing.update(1, [0, 1, 2, 5, 8], null);
  expect(prompt(choosing, city(), null)).toEqual({
    title: "Choose your first action.",
    detail: "You can renew a building, hire a specialist or draw two cards.",
  });
  expect(announce(city(), choosing, "C4", [])).toBe(
    "C4, hospital, run-down, 3 workers, 4 points, card icon, in the north-west, can be renewed",
  );
  choosing.pick({ does: "draw", from: "pool", place: 1 });
  expect(prompt(choosing, city(), null)).toEqual({ title: "Take the red card (3 coins)?", action: "Draw" });
});

test.each([
  [1, ["Ada", "Bruno"], "Banker, costs 3 coins, works for you, bank: 1 renewed, can be hired"],
  [0, ["Ada", "Bruno"], "Banker, costs 3 coins, works for Bruno, bank: 1 renewed, can be hired"],
  [null, [], "Banker, costs 3 coins, works for Blue, bank: 1 renewed, can be hired"],
] as const)("a row of the track, read out for seat %s", (you, names, said) => {
  const row = rowOf(city(), "Banker")!;
  const choosing = new Choosing(DECISIONS);
  choosing.update(1, DECISIONS.parts.flatMap(({ does }, i) => (does === "hire" ? [i] : [])), null);
  expect(announceSpecialist(city(), choosing, row, worksFor(row, you, [...names]))).toBe(said);
});

test("sweeping, declining and drawing from piles are offered when they are legal and nothing is chosen", () => {
  const choosing = new Choosing(DECISIONS);
  const offered = () => choices(choosing).map(({ name, label, atOnce = false }) => [name ?? label, atOnce]);
  choosing.update(1, [2, 3], null);
  expect(offered()).toEqual([["Sweep the pool", false]]);
  choosing.update(2, [0, 1, 4], null);
  expect(offered()).toEqual([["Card from the pile", true], ["Project from the pile", true], ["Decline card", false]]);
  choosing.pick({ does: "decline" });
  expect(offered()).toEqual([]);
});

test("a fee is foreseen", () => {
  const choosing = new Choosing(DECISIONS);
  choosing.update(1, [9], null);
  choosing.pick({ does: "submit", project: "park" });
  const sheet = (fees: number) => city({ players: [{ ...player(), sheet: [{ what: "fees", points: -fees }] }] });
  expect(prompt(choosing, sheet(1), sheet(3)).detail).toBe("It costs 2 points. You can’t take it back.");
  expect(prompt(choosing, sheet(0), sheet(0)).detail).toBe("It’s free. You can’t take it back.");
});

test("the end phase says how many turns are left", () => {
  expect(ending(city())).toBe("");
  expect(ending(city({ end_turns: 5 }))).toBe("End phase: 5 turns left");
  expect(ending(city({ end_turns: 1 }))).toBe("End phase: last turn");
});
