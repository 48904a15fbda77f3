/** Every rule that Urbania can refuse by has a sentence in every language, and the right one is chosen. */
import { beforeEach, expect, test } from "vitest";
import source from "../../../../src/contrada/games/urbania/rules/refusals.py?raw";
import page from "../../../../docs/rules/urbania.md?raw";
import { language, registered, type Language } from "../../i18n";
import type { Refused } from "../../protocol";
import { refusal } from "./refusing";
import { PAYMENT, city, player } from "./sample";
import "./words";

const LANGUAGES: Language[] = ["en", "it", "ru"];
const RULES = [...source.matchAll(/RULE_IDS\.number\("([A-Z0-9-]+)"\)/g)].map(([, id]) => id!);

beforeEach(() => {
  language.current = "en";
});

function refused(rule: string, squares: string[] = []): Refused {
  return { type: "refused", id: 1, table: "", reason: "rule", sentence: "As the server says.", rule, squares };
}

test("each rule has a sentence, and is on the rule page", () => {
  expect(RULES.length).toBeGreaterThan(10);
  for (const id of RULES) {
    expect(page).toContain(id);
    for (const name of LANGUAGES) expect(registered().get("urbania")![name][id], `${id} in ${name}`).toBeTypeOf("string");
  }
});

const paying = city({ due: "renew", payment: PAYMENT });
const hiring = city({ due: "hire", payment: { ...PAYMENT, what: "hire", target: "Banker" } });
const full = city({ players: [player({ submitted_size: 3 })] });

test.each([
  ["URBANIA-RENEW-1", { does: "renew", space: "D4" }, city(), "The bank at D4 is renewed already."],
  ["URBANIA-RENEW-1", { does: "renew", space: "C4" }, city(), "The hospital at C4 touches no renewed building."],
  ["URBANIA-RENEW-2", { does: "renew", space: "C4" }, city(), "Not enough workers. The hospital at C4 needs 3 red ones from your hand; rainbow ones fit."],
  ["URBANIA-RENEW-2", { does: "pay", from: "hand", card: "gray 3" }, paying, "The card gray 3 gives no red workers."],
  ["URBANIA-RENEW-2", { does: "pay", from: "table", card: "red 2+$1" }, paying, "Cards on the table give no workers, only coins."],
  ["URBANIA-RENEW-3", { does: "renew", space: "E3" }, city(), "Not enough workers. The residential building at E3 needs 3 of one colour from your hand; rainbow ones fit any."],
  ["URBANIA-RENEW-5", { does: "pay", from: "hand", card: "red 1+$2" }, paying, "Not with red 1+$2: the payment would have a card too many, or never be enough."],
  ["URBANIA-RENEW-5", { does: "draw", from: "pile" }, paying, "A payment is under way. Complete it, or step back."],
  ["URBANIA-HIRE-2", { does: "hire", specialist: "Banker" }, city(), "The Banker works for you already."],
  ["URBANIA-HIRE-3", { does: "hire", specialist: "Banker" }, city(), "Not enough coins. The Banker costs 3 gray ones from your hand and table; rainbow ones fit."],
  ["URBANIA-HIRE-3", { does: "pay", from: "hand", card: "red 3" }, hiring, "The card red 3 gives no gray coins."],
  ["URBANIA-DRAW-2", { does: "sweep" }, city(), "No sweep: the pool shows 4 workers, and it takes three or fewer."],
  ["URBANIA-DRAW-6", { does: "sweep" }, city(), "A card for an icon is no draw action, so there is no sweep."],
  ["URBANIA-DRAW-6", { does: "renew", space: "C4" }, city(), "First the card for the icon: draw one, or decline it."],
  ["URBANIA-SUBMIT-1", { does: "submit", project: "park" }, full, "Three projects are submitted. A fourth is not allowed."],
  ["URBANIA-SUBMIT-1", { does: "submit", project: "park" }, city(), "This project is not in your hand."],
  ["URBANIA-NEW-9", { does: "sweep" }, city(), "As the server says."],
] as const)("%s %o", (rule, parts, view, said) => {
  expect(refusal(refused(rule), { ...parts }, view)).toBe(said);
}); // prettier-ignore

test("without a view or parts a refusal still says something whole", () => {
  for (const name of LANGUAGES) {
    language.current = name;
    for (const id of RULES) expect(refusal(refused(id), null)).not.toMatch(/[{}]|: \.|^ /);
  }
});
