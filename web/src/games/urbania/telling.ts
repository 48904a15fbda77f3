/** The log of Urbania: a turn as two actions, in a sentence and in a few signs. */

import { t } from "../../i18n";
import type { Account, View } from "../../protocol";
import { cardName, cardTold, projectName, shortSpecialist, typeName } from "./naming";
import { END_LEFT, faceOf, read, rowOf, spaceAt } from "./reading";

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
  ends: boolean; // it started the end phase
}

/** The columns of the track that a turn changed: by the specialist hired, and by the type renewed, once it was paid for. */
export function touched(does: Account[]): string[] {
  let column = "";
  return does.flatMap((one) => {
    if (one.does === "hire" || one.does === "renew") column = `track ${one.specialist ?? one.type}`;
    return one.does === "pay" && one.complete ? [column] : [];
  });
}

function drawn(one: Account): Drawn {
  return { from: String(one.from), card: (one.card as string) ?? null, project: (one.project as string) ?? null };
}

/** Puts the decisions of a turn together to actions. */
export function turnOf(does: Account[]): Turn {
  const actions: Action[] = [];
  for (const one of does) add(actions, one);
  return { actions, ends: does.some(({ end_phase }) => end_phase === true), specialists: does.reduce((sum, one) => sum + Number(one.specialists ?? 0), 0) };
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
  const turn = turnOf(does);
  const said = joined(turn.actions).flatMap((action) => clauses(action, names));
  if (turn.ends) said.push(t("urbania.said.end"));
  const actions = said.length ? said : [t("urbania.said.nothing")];
  const n = turn.specialists;
  return n ? t("urbania.said.turn_scored", { who, actions, n }) : t("urbania.said.turn", { who, actions });
}

/** A district in which so few are run-down is near the end phase. */
const NEAR = END_LEFT + 2;

/** What a turn of another changed for you: the points of your specialists, and how near the end is. */
export function forYou(does: Account[], view: View, you: number): string {
  const said: string[] = [];
  for (const action of turnOf(does).actions) {
    if (action.does === "hire" && action.former === you) {
      const n = rowOf(view, action.specialist)?.buildings ?? 0;
      if (n > 0) said.push(t("urbania.you.less", { n }));
    } else if (action.does === "renew") {
      if (read(view).track.some(({ type, holder }) => type === action.type && holder === you)) said.push(t("urbania.you.more", { n: 1 }));
      const district = spaceAt(view, action.space)?.district ?? "centre";
      const n = read(view).undeveloped[district] ?? 0;
      if (district !== "centre" && n > END_LEFT && n <= NEAR) said.push(t("urbania.you.near", { district, n, least: END_LEFT }));
    }
  }
  return said.join(" ");
}

/** Two draws in a row are told as one. */
function joined(actions: Action[]): Action[] {
  return actions.reduce<Action[]>((found, action) => {
    const last = found.at(-1);
    if (action.does !== "draw" || last?.does !== "draw") return [...found, action];
    return [...found.slice(0, -1), { does: "draw", steps: [...last.steps, ...action.steps] }];
  }, []);
}

/** What an action was made of, each as what somebody did: "renewed the bank on D6 for 5 points". */
function clauses(action: Action, names: string[]): string[] {
  if (action.does === "draw") return drawings(action.steps);
  if (action.does === "submit") return submitted(action);
  const contract = action.contract ? [t("urbania.said.contract")] : [];
  const icon = action.icon === null ? [] : action.icon === "declined" ? [t("urbania.said.decline")] : drawings([action.icon]);
  if (action.does === "hire") return [hired(action, names), ...contract, ...icon];
  const { type, space, points, kept } = action;
  const coins = kept.length ? [t("urbania.said.keep", { coins: kept.map(keptCoins) })] : [];
  return [t("urbania.said.renew", { type, space, points }), ...contract, ...coins, ...icon];
}

/** The coins of a card that is kept: "1 red coin", "1 rainbow coin". */
function keptCoins(text: string): string {
  const { colour, coins } = faceOf(text);
  return t("urbania.said.coins", { colour: coins.startsWith("R") ? "rainbow" : colour, n: Number(coins.replace(/\D/g, "")) });
}

/** Cards from the pool, and one’s own from the pile, are listed together; cards that nobody else has seen are counted. */
function drawings(steps: (Drawn | "sweep")[]): string[] {
  const unseen = { project: 0, pile: 0 };
  const said: string[] = [];
  const own: string[] = [];
  let pool: string[] = [];
  const sayPool = () => {
    if (pool.length) said.push(t("urbania.said.pool", { card: pool }));
    pool = [];
  };
  for (const step of steps) {
    if (step === "sweep") {
      sayPool();
      said.push(t("urbania.said.sweep"));
    } else if (step.from === "pool") pool.push(step.card ? cardTold(step.card) : "");
    else if (step.project) said.push(t("urbania.said.own_project", { project: projectName(step.project) }));
    else if (step.card) own.push(cardTold(step.card));
    else unseen[step.from === "project" ? "project" : "pile"] += 1;
  }
  sayPool();
  if (own.length) said.push(t("urbania.said.own_pile", { card: own }));
  if (unseen.pile) said.push(t("urbania.said.pile", { n: unseen.pile }));
  if (unseen.project) said.push(t("urbania.said.project", { n: unseen.project }));
  return said;
}

function submitted({ project, fee }: Extract<Action, { does: "submit" }>): string[] {
  const said = project ? t("urbania.said.own_submit", { project: projectName(project) }) : t("urbania.said.submit");
  return fee ? [said, t("urbania.said.fee", { n: fee })] : [said];
}

function hired({ specialist, value, former }: Extract<Action, { does: "hire" }>, names: string[]): string {
  const from = former === null ? "" : (names[former] ?? "");
  return from ? t("urbania.said.hire_from", { specialist, value, from }) : t("urbania.said.hire", { specialist, value });
}

// --- in a few signs ---

export function line(does: Account[]): string {
  const { actions, specialists } = turnOf(does);
  const said = [...paying(does).map(paidWith), ...actions.flatMap(short)];
  if (specialists) said.push(`+${specialists}`);
  return said.join(" · ");
}

function short(action: Action): string[] {
  if (action.does === "submit") {
    const project = action.project ? projectName(action.project) : t("urbania.short_project");
    const { fee } = action;
    return [fee ? t("urbania.brief.submit_fee", { project, fee }) : t("urbania.brief.submit", { project })];
  }
  if (action.does === "draw") return action.steps.map((step) => (step === "sweep" ? t("urbania.do.sweep") : briefDrawn(step)));
  const icon = action.icon && action.icon !== "declined" ? [briefDrawn(action.icon)] : [];
  if (action.does === "hire") return [`${shortSpecialist(action.specialist)}, ${t("urbania.n.coins", { n: action.value })}`, ...icon];
  const cards = action.paid.length ? `: ${action.paid.map(cardName).join(" + ")}` : "";
  return [`${typeName(action.type)} ${action.space} +${action.points}${cards}`, ...icon];
}

/** What pays for an action that was chosen before. */
function paying(does: Account[]): Account[] {
  const end = does.findIndex((one) => one.does !== "pay");
  return end < 0 ? does : does.slice(0, end);
}

const paidWith = ({ card }: Account) => (card ? t("urbania.brief.pay", { card: cardName(String(card)) }) : t("urbania.contract"));

function briefDrawn({ from, card, project }: Drawn): string {
  if (from === "project") return project ? projectName(project) : t("urbania.brief.project");
  if (from === "pool") return t("urbania.brief.pool", { card: card ? cardName(card) : "" });
  return card ? cardName(card) : t("urbania.brief.pile");
}
