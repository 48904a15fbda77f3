/** What the things of Urbania are for, to whoever asks. */
import { beforeEach, expect, test } from "vitest";
import { choose } from "../../i18n";
import { aboutCard, aboutContract, aboutDistrict, aboutProject, aboutSpace, aboutSpecialist } from "./about";
import { read, rowOf } from "./reading";
import { card, city } from "./sample";
import type { Project } from "./view";
import "./words";

beforeEach(() => choose("en"));

test.each([
  ["C4", "Renewing it takes 3 workers of its colour and scores 4 at once. Whoever renews it may draw a free card."],
  ["E3", "Renewing it takes 3 workers of one colour and scores 4 at once."],
  ["D4", "It makes its specialist bring more."],
])("the building on %s", (space, said) => expect(aboutSpace(city(), space)).toContain(`. ${said}`));

test("what a specialist costs and brings", () => {
  const banker = { ...rowOf(city(), "Banker")!, buildings: 4 };
  expect(aboutSpecialist(banker)).toBe(
    "The Banker brings 1 point at the end of each of your turns for every renewed bank: 4 now. Hiring takes 3 grey coins and raises the price by 1.",
  );
});

test.each<[string, boolean, string]>([
  ["red 2+$1", false, "Red card: 2 workers and 1 coin. Its workers renew hospitals and residential buildings. Its coins hire the Doctor. If the workers pay, the coins stay on your table."],
  ["red 2+$1", true, "Red card: 1 coin. Its coins hire the Doctor."],
  ["gray R+$1", false, "Grey card: 1 rainbow worker and 1 coin. Its coins hire the Banker. Rainbow ones count as any colour. If the workers pay, the coins stay on your table."],
])("the card %s, kept: %s", (text, kept, said) => {
  expect(aboutCard(city(), card(text), kept)).toBe(said);
}); // prettier-ignore

test.each([
  ["hand", "It only scores if you submit it, for 1 point for every full 10 that you have."],
  ["submitted", "It is submitted and scores at the end."],
  ["late", "You have submitted three, so this one can’t score any more."],
] as const)("a project: %s", (state, said) => {
  const project: Project = { name: "park", kind: "building", factor: 6, worth: 12, of: ["park"] };
  expect(aboutProject(project, state)).toBe(`Parks: 6 for each renewed park. That is 12 points now. ${said}`);
});

test("the contract, and when a district starts the end phase", () => {
  const view = city({ options: { subsidy: true, italian_politics: false, components: "ours" } });
  expect(aboutContract(view)).toMatch(/^Once a game/);
  expect(aboutContract({ ...view, options: { ...read(view).options, italian_politics: true } } as typeof view)).toMatch(/works again/);
  expect(aboutDistrict(view, "NE")).toBe(
    "5 run-down buildings in the north-east. The end phase starts when a district has 2 or fewer.",
  );
});
