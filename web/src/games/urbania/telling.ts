/** The log of Urbania: a turn as two actions, in sentences and in a few words. */

import { list, t } from "../../i18n";
import type { Account, View } from "../../protocol";
import { cardSign, hue, projectName, theSpecialist, theType, typeName, shortSpecialist } from "./naming";
import { faceOf } from "./reading";

/** A card drawn: from where, and what it was if one has seen it. */
export interface Drawn {
  from: string;
  card: string | null;
  project: string | null;
}
export type Action =
  | { does: "draw"; steps: (Drawn | "sweep")[] }
  | { does: "renew"; space: string; type: string; points: number; paid: string[]; kept: string[]; contract: boolean; icon: Icon }
  | { does: "hire"; specialist: string; value: number; former: number | null; contract: boolean; icon: Icon }
  | { does: "submit"; project: string | null; fee: number };
type Icon = Drawn | "declined" | null;
export interface Turn {
  actions: Action[];
  specialists: number; // what they score as it ends
}

function drawn(one: Account): Drawn {
  return { from: String(one.from), card: (one.card as string) ?? null, project: (one.project as string) ?? null };
}

/** Puts the decisions of a turn together to actions. */
export function turnOf(does: Account[]): Turn {
  const actions: Action[] = [];
  for (const one of does) add(actions, one);
  return { actions, specialists: does.reduce((sum, one) => sum + Number(one.specialists ?? 0), 0) };
}

function add(actions: Action[], one: Account): void {
  const last = actions.at(-1);
  if (one.does === "renew")
    actions.push({
      does: "renew", space: String(one.space), type: String(one.type), points: Number(one.points),
      paid: [], kept: [], contract: false, icon: null,
    }); // prettier-ignore
  else if (one.does === "hire") {
    const former = (one.former as number | null) ?? null;
    actions.push({ does: "hire", specialist: String(one.specialist), value: Number(one.value), former, contract: false, icon: null });
  } else if (one.does === "submit")
    actions.push({ does: "submit", project: (one.project as string) ?? null, fee: Number(one.fee ?? 0) });
  else if (one.does === "pay") pay(last, one);
  else if (one.does === "decline" || one.icon) {
    if (last?.does === "renew" || last?.does === "hire") last.icon = one.does === "decline" ? "declined" : drawn(one);
  } else if (one.does === "draw" || one.does === "sweep") draw(actions, one);
}

function pay(action: Action | undefined, one: Account): void {
  if (action?.does !== "renew" && action?.does !== "hire") return;
  if (one.from === "contract") action.contract = true;
  else if (action.does === "renew") {
    action.paid.push(String(one.card));
    if (one.kept) action.kept.push(String(one.card));
  }
}

/** A draw is two cards; what comes after them is another. */
function draw(actions: Action[], one: Account): void {
  const last = actions.at(-1);
  const step = one.does === "sweep" ? ("sweep" as const) : drawn(one);
  const isOpen = last?.does === "draw" && last.steps.filter((each) => each !== "sweep").length < 2;
  if (isOpen) last.steps.push(step);
  else actions.push({ does: "draw", steps: [step] });
}

// --- in words ---

export function sentence(does: Account[], who: string, _view?: View | null, names: string[] = []): string {
  const { actions, specialists } = turnOf(does);
  const said = actions.map((action) => clauses(action, names).join(", "));
  if (specialists) said.push(t("urbania.said.specialists", { n: specialists }));
  return `${who} ${said.join("; ") || t("urbania.said.nothing")}`;
}

function clauses(action: Action, names: string[]): string[] {
  if (action.does === "draw") return action.steps.map((step) => (step === "sweep" ? t("urbania.said.sweep") : drawnWords(step)));
  if (action.does === "submit") return [submitted(action)];
  const contract = action.contract ? [t("urbania.said.contract")] : [];
  const icon = action.icon === null ? [] : [action.icon === "declined" ? t("urbania.said.decline") : drawnWords(action.icon)];
  if (action.does === "hire") return [hired(action, names), ...contract, ...icon];
  const { type, space, points, kept } = action;
  const renewed = t("urbania.said.renew", { building: theType(type), space, points });
  const coins = kept.length ? [t("urbania.said.keep", { coins: list(kept.map(coinSign)) })] : [];
  return [renewed, ...contract, ...coins, ...icon];
}

/** "$1 red", "R$1". */
function coinSign(text: string): string {
  const { colour, coins } = faceOf(text);
  return coins.startsWith("R") ? coins : `${coins} ${hue(colour)}`;
}

function drawnWords({ from, card, project }: Drawn): string {
  if (from === "project")
    return project ? t("urbania.said.own_project", { project: projectName(project) }) : t("urbania.said.project");
  if (from === "pool") return t("urbania.said.pool", { card: card ? cardSign(card) : "" });
  return card ? t("urbania.said.own_pile", { card: cardSign(card) }) : t("urbania.said.pile");
}

function submitted({ project, fee }: Extract<Action, { does: "submit" }>): string {
  const words = project
    ? t("urbania.said.own_submit", { project: projectName(project) })
    : t("urbania.said.submit");
  return fee ? `${words}, ${t("urbania.said.fee", { n: fee })}` : words;
}

function hired({ specialist, value, former }: Extract<Action, { does: "hire" }>, names: string[]): string {
  const words = { specialist: theSpecialist(specialist), value };
  const from = former === null ? "" : (names[former] ?? "");
  return from ? t("urbania.said.hire_from", { ...words, from }) : t("urbania.said.hire", words);
}

// --- in a few words ---

export function line(does: Account[]): string {
  const { actions, specialists } = turnOf(does);
  const said = [...paying(does).map(paidWith), ...actions.map(short)];
  if (specialists) said.push(`+${specialists}`);
  return said.join(" · ");
}

function short(action: Action): string {
  if (action.does === "submit") {
    const project = action.project ? projectName(action.project) : t("urbania.short_project");
    return t("urbania.brief.submit", { project: action.fee ? `${project} −${action.fee}` : project });
  }
  if (action.does === "draw") return action.steps.map((step) => (step === "sweep" ? t("urbania.do.sweep") : briefDrawn(step))).join(", ");
  const icon = action.icon && action.icon !== "declined" ? `, ${briefDrawn(action.icon)}` : "";
  if (action.does === "hire") return `${shortSpecialist(action.specialist)} $${action.value}${icon}`;
  const cards = action.paid.length ? ` (${action.paid.map(cardSign).join(" + ")})` : "";
  return `${typeName(action.type)} ${action.space} +${action.points}${cards}${icon}`;
}

/** What pays for an action that was chosen before. */
function paying(does: Account[]): Account[] {
  const end = does.findIndex((one) => one.does !== "pay");
  return end < 0 ? does : does.slice(0, end);
}

const paidWith = ({ card }: Account) => (card ? t("urbania.brief.pay", { card: cardSign(String(card)) }) : t("urbania.contract"));

function briefDrawn({ from, card, project }: Drawn): string {
  if (from === "project") return project ? projectName(project) : t("urbania.brief.project");
  if (from === "pool") return t("urbania.brief.pool", { card: card ? cardSign(card) : "" });
  return card ? cardSign(card) : t("urbania.brief.pile");
}
