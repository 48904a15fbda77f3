/** What Urbania says of what is being done: the line under the city, its buttons, refusals. */

import { capital, either, t, textOr } from "../../i18n";
import type { Refused, ScoreLine, View } from "../../protocol";
import type { Choice, Choosing, Prompt } from "../face";
import { isPicked, refusalOf } from "../saying";
import { coinsNamed, faceInWords, projectName } from "./naming";
import { kept, payingColour, progress, type Progress } from "./paying";
import { faceOf, ownPlayer, read, rowOf, spaceAt } from "./reading";

export function seatName(seat: number): string {
  return capital(textOr(`urbania.seat.${seat}`, ""));
}

export function scoreName({ what, id, name }: ScoreLine): string {
  if (what === "project") return t("urbania.sheet.project", { project: projectName(id) });
  return textOr(`urbania.sheet.${what}`, name);
}

/** Records and the command line write "2+$1"; here that is words. */
export function refusal(refused: Refused): string {
  const face = refused.values?.face;
  return refusalOf("urbania", face === undefined ? refused : { ...refused, values: { ...refused.values, face: faceInWords(String(face)) } });
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

/** What is to be done next. */
function due(choosing: Choosing, view: View): Prompt {
  const { due, actions_left, may_sweep, end_turns, seats } = read(view);
  if (due === "card") return { title: t("urbania.ask.icon"), detail: t("urbania.ask.from") };
  if (due === "draw")
    return { title: t("urbania.ask.draw_second"), detail: t(may_sweep ? "urbania.ask.from_or_sweep" : "urbania.ask.from") };
  const isLast = end_turns > 0 && end_turns <= seats; // of this seat's turns
  const title = t(actions_left === 2 ? "urbania.ask.first" : isLast ? "urbania.ask.last" : "urbania.ask.second");
  const ways = (["renew", "hire", "draw", "submit"] as const).filter((does) => choosing.can({ does }));
  return { title, detail: t("urbania.ask.now", { ways: either(ways.map((does) => t(`urbania.way.${does}`))) }) };
}

/** A question that only wants a yes. */
function asked(choosing: Choosing, view: View, preview: View | null): Prompt {
  const { does, from, place, project } = choosing.picked;
  if (does === "sweep")
    return { title: t("urbania.ask.sweep"), detail: t("urbania.sweep.about"), action: t("urbania.do.sweep") };
  if (does === "decline") return { title: t("urbania.ask.decline"), action: t("urbania.do.decline") };
  if (does === "submit") return submitting(String(project), view, preview);
  if (does === "renew") {
    const space = String(choosing.picked.space);
    const type = spaceAt(view, space)?.type ?? "";
    return { title: t("urbania.ask.renew", { type, space }), action: t("urbania.do.renew") };
  }
  if (does === "hire") {
    const specialist = String(choosing.picked.specialist);
    const value = rowOf(view, specialist)?.value ?? 0;
    return { title: t("urbania.ask.hire", { specialist, value }), action: t("urbania.do.hire") };
  }
  return { title: drawing(view, String(from), Number(place)), action: t("urbania.do.draw") };
}

function drawing(view: View, from: string, place: number): string {
  if (from === "project") return t("urbania.ask.project");
  if (from === "pile") return t("urbania.ask.pile");
  const card = read(view).pool[place - 1];
  const { colour, face } = faceOf(card?.text ?? "");
  return t("urbania.ask.take", { suit: colour, shows: faceInWords(face) });
}

/** The fee is what a preview takes from the points, but for what specialists bring as the turn ends. */
function submitting(project: string, view: View, preview: View | null): Prompt {
  const seat = ownPlayer(view)?.seat ?? 0;
  const fees = (one: View) => {
    const sheet: ScoreLine[] | undefined = one.players?.[seat]?.sheet;
    return -(sheet?.find(({ what }) => what === "fees")?.points ?? 0);
  };
  const n = preview ? fees(preview) - fees(view) : null;
  const fee = n === null ? {} : { detail: n > 0 ? t("urbania.submit.fee", { n }) : t("urbania.submit.free") };
  return { title: t("urbania.ask.submit", { project: projectName(project) }), ...fee, action: t("urbania.do.submit") };
}

// --- paying ---

function payment(paying: Progress, view: View, preview: View | null): Prompt {
  const { what, target, price } = paying.payment;
  const title =
    what === "renew"
      ? t("urbania.pay.building", { type: spaceAt(view, target)?.type ?? "", space: target })
      : t("urbania.pay.specialist", { specialist: target });
  if (paying.complete) {
    const sentences = outcome(paying, view, preview);
    const detail = sentences.length ? { detail: sentences.join(" ") } : {};
    return { title, ...detail, action: t("urbania.do.pay", { n: paying.cards }) };
  }
  if (paying.paid > 0)
    return { title, detail: t("urbania.pay.more", { paid: paying.paid, price, n: price - paying.paid }) };
  return { title, detail: wanted(paying, view) };
}

function wanted({ payment }: Progress, view: View): string {
  const colour = payingColour(view, payment);
  const n = payment.price;
  if (colour === null) return t("urbania.pay.one_colour", { n });
  return t(payment.what === "renew" ? "urbania.pay.workers" : "urbania.pay.coins", { n, colour });
}

/** What a payment brings, as far as the server has foreseen it: whole sentences. */
function outcome({ payment, paid }: Progress, view: View, preview: View | null): string[] {
  const said: string[] = [];
  const seat = ownPlayer(view)?.seat ?? 0;
  const [from, to] = [view.scores[seat]!, preview?.scores[seat]];
  if (to !== undefined && to !== null && to !== from) said.push(t("urbania.pay.points", { from, to }));
  if (payment.what === "hire") {
    const [now, then] = [view, preview].map((one) => one?.track && rowOf(one, payment.target)?.value);
    const n = rowOf(view, payment.target)?.buildings ?? 0;
    said.push(t("urbania.pay.brings", { n }));
    if (now && then) said.push(t("urbania.pay.value", { from: now, to: then }));
  }
  if (paid > payment.price) said.push(t("urbania.pay.surplus", { n: paid - payment.price }));
  const coins = payment.what === "renew" ? kept(view, preview) : [];
  const named = coins.map(({ colour, coins: n, rainbow }) => coinsNamed(rainbow ? "rainbow" : colour, n));
  if (named.length) said.push(t("urbania.pay.keeps", { coins: named }));
  return said;
}

const ICONS = { sweep: "ui-refill", decline: "ui-no", pile: "ui-pile", project: "ua-project" } as const;

/** What has nothing to press on the table, or nothing in sight on a phone: there a card can be drawn from a pile
 * without a look at the market. */
export function choices(choosing: Choosing): Choice[] {
  const drawn = Object.keys(choosing.picked).length > 0 ? [] : (["pile", "project"] as const).flatMap((from) => {
    const parts = { does: "draw", from };
    return choosing.can(parts) ? [{ parts, label: t(`urbania.from.${from}`), name: t(`urbania.from.${from}.name`), icon: ICONS[from], atOnce: true, isFar: true }] : [];
  });
  const others = (["sweep", "decline"] as const).flatMap((does) =>
    choosing.can({ does }) && !isPicked(choosing, { does }) ? [{ parts: { does }, label: t(`urbania.do.${does}`), icon: ICONS[does] }] : [],
  );
  return [...drawn, ...others];
}
