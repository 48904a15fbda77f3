/** What Urbania says of what is being done: the line that speaks, and its buttons. */

import { has, list, t } from "../../i18n";
import type { ScoreLine, View } from "../../protocol";
import type { Choice, Choosing, Prompt } from "../face";
import { isPicked } from "../saying";
import { cardSign, colourOf, hue, projectName, theSpecialist, theType } from "./naming";
import { kept, payingColour, progress, type Progress } from "./paying";
import { ownPlayer, read, rowOf, spaceAt } from "./reading";

export function seatName(seat: number): string {
  return has(`urbania.seat.${seat}`) ? t(`urbania.seat.${seat}`) : "";
}

export function scoreName({ what, name }: ScoreLine): string {
  if (what === "project") return t("urbania.sheet.project", { project: projectName(name) });
  return has(`urbania.sheet.${what}`) ? t(`urbania.sheet.${what}`) : name;
}

/** "End phase: 4 turns left", the present one included. */
export function ending(view: View): string {
  const { end_turns } = read(view);
  return end_turns > 0 ? t("urbania.end", { n: end_turns }) : "";
}

export function prompt(choosing: Choosing, view: View, preview: View | null): Prompt {
  const { does } = choosing.picked;
  if (choosing.complete && does !== undefined && does !== "pay") return asked(choosing, view, preview);
  const paying = progress(choosing, view);
  return paying ? payment(paying, view, preview) : due(choosing, view);
}

function joined(...sentences: string[]): { detail?: string } {
  const detail = sentences.filter(Boolean).join(" ");
  return detail ? { detail } : {};
}

/** What is to be done next. */
function due(choosing: Choosing, view: View): Prompt {
  const { due, actions_left, may_sweep } = read(view);
  if (due === "card") return { title: t("urbania.ask.icon"), ...joined(t("urbania.ask.icon_from")) };
  const sweep = may_sweep ? t("urbania.ask.sweep_too") : "";
  if (due === "draw") return { title: t("urbania.ask.draw_second"), ...joined(t("urbania.ask.from"), sweep) };
  const title = t(actions_left === 2 ? "urbania.ask.first" : "urbania.ask.second");
  const ways = ["renew", "hire", "draw", "submit"].filter((does) => choosing.can({ does }));
  return { title, ...joined(t("urbania.ask.now", { ways: either(ways.map((does) => t(`urbania.way.${does}`))) })) };
}

/** "renew, hire or draw". */
function either(words: string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : t("urbania.or", { first: words.slice(0, -1).join(", "), last });
}

/** A question that only wants a yes. */
function asked(choosing: Choosing, view: View, preview: View | null): Prompt {
  const { does, from, place, space, specialist, project } = choosing.picked;
  if (does === "sweep")
    return { title: t("urbania.ask.sweep"), detail: t("urbania.sweep.about"), action: t("urbania.do.sweep") };
  if (does === "decline") return { title: t("urbania.ask.decline"), action: t("urbania.do.decline") };
  if (does === "submit") return submitting(String(project), view, preview);
  if (does === "renew") {
    const building = theType(spaceAt(view, String(space))?.type ?? "");
    return { title: t("urbania.ask.renew", { building, space: String(space) }), action: t("urbania.do.renew") };
  }
  if (does === "hire") {
    const value = rowOf(view, String(specialist))?.value ?? 0;
    return { title: t("urbania.ask.hire", { specialist: theSpecialist(String(specialist)), value }), action: t("urbania.do.hire") };
  }
  return { title: drawing(view, String(from), Number(place)), action: t("urbania.do.draw") };
}

function drawing(view: View, from: string, place: number): string {
  if (from === "project") return t("urbania.ask.project");
  if (from === "pile") return t("urbania.ask.pile");
  const card = read(view).pool[place - 1];
  return t("urbania.ask.take", { card: card ? cardSign(card.text) : "" });
}

/** The fee is what a preview takes from the points, but for what specialists bring as the turn ends. */
function submitting(project: string, view: View, preview: View | null): Prompt {
  const seat = ownPlayer(view)?.seat ?? 0;
  const fees = (one: View) => {
    const sheet: ScoreLine[] | undefined = one.players?.[seat]?.sheet;
    return -(sheet?.find(({ what }) => what === "fees")?.points ?? 0);
  };
  const n = preview ? fees(preview) - fees(view) : null;
  const fee = n === null ? "" : n > 0 ? t("urbania.submit.fee", { n }) : t("urbania.submit.free");
  return {
    title: t("urbania.ask.submit", { project: projectName(project) }),
    ...joined(fee),
    action: t("urbania.do.submit"),
  };
}

// --- paying ---

function payment(paying: Progress, view: View, preview: View | null): Prompt {
  const { what, target, price } = paying.payment;
  const title =
    what === "renew"
      ? t("urbania.pay.building", { building: theType(spaceAt(view, target)?.type ?? ""), space: target })
      : t("urbania.pay.specialist", { specialist: theSpecialist(target) });
  if (paying.complete)
    return { title, ...joined(...outcome(paying, view, preview)), action: t("urbania.do.pay", { n: paying.cards }) };
  if (paying.paid > 0)
    return { title, ...joined(t("urbania.pay.more", { paid: paying.paid, price, n: price - paying.paid })) };
  return { title, ...joined(wanted(paying, view)) };
}

function wanted({ payment }: Progress, view: View): string {
  const colour = payingColour(view, payment);
  const n = payment.price;
  if (colour === null) return t("urbania.pay.one_colour", { n });
  return t(payment.what === "renew" ? "urbania.pay.workers" : "urbania.pay.coins", { n, colour: colourOf(colour) });
}

/** What a payment brings, as far as the server has foreseen it. */
function outcome({ payment, paid }: Progress, view: View, preview: View | null): string[] {
  const said: string[] = [];
  const seat = ownPlayer(view)?.seat ?? 0;
  const [from, to] = [view.scores[seat]!, preview?.scores[seat]];
  if (to !== undefined && to !== null && to !== from) said.push(t("urbania.pay.points", { from, to }));
  if (payment.what === "hire") {
    const [now, then] = [view, preview].map((one) => one?.track && rowOf(one, payment.target)?.value);
    if (now && then) said.push(t("urbania.pay.value", { from: now, to: then }));
  }
  if (paid > payment.price) said.push(t("urbania.pay.surplus", { n: paid - payment.price }));
  const coins = payment.what === "renew" ? kept(view, preview) : [];
  if (coins.length)
    said.push(t("urbania.pay.keeps", { coins: list(coins.map(({ colour, coins: n, rainbow }) => `$${n} ${hue(rainbow ? "rainbow" : colour)}`)) }));
  return said;
}

/** What has nothing to press on the table, or nothing in sight on a phone. */
export function choices(choosing: Choosing): Choice[] {
  return ["sweep", "decline"].flatMap((does) =>
    choosing.can({ does }) && !isPicked(choosing, { does }) ? [{ parts: { does }, label: t(`urbania.do.${does}`) }] : [],
  );
}

