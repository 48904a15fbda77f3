/** Why Urbania refuses something, in words, by the rule and by what was tried. */

import { capital, has, type Values } from "../../i18n";
import type { Parts, Refused, View } from "../../protocol";
import { whole } from "../saying";
import { cardSign, colourOf, theSpecialist, theType } from "./naming";
import { payingColour } from "./paying";
import { MOST_SUBMITTED, ownPlayer, read, rowOf, spaceAt } from "./reading";

/** Which of the sentences of a rule fits what was tried. */
function cases(rule: string, parts: Parts | null, view: View | null): string {
  const does = parts?.does ?? "";
  if (rule === "URBANIA-RENEW-1") {
    const space = view && spaceAt(view, String(parts?.space));
    return space ? (space.renewed ? "renewed" : "far") : "";
  }
  if (rule === "URBANIA-RENEW-2" && parts?.from === "table") return "table";
  if (rule === "URBANIA-SUBMIT-1")
    return view && ownPlayer(view)?.submitted_size === MOST_SUBMITTED ? "three" : "";
  return does;
}

function values(parts: Parts | null, view: View | null): Values {
  const found: Values = {};
  if (parts?.card) found.card = cardSign(String(parts.card));
  if (parts?.specialist) found.Specialist = capital(theSpecialist(String(parts.specialist)));
  if (!view) return found;
  const { payment, types, colours, pool_workers } = read(view);
  found.workers = pool_workers;
  const space = spaceAt(view, String(parts?.space));
  const row = rowOf(view, String(parts?.specialist));
  const paid = payment ? payingColour(view, payment) : null;
  if (space) {
    Object.assign(found, { space: space.space, Building: capital(theType(space.type)), need: space.workers });
    found.colour = colourOf(colours[types.indexOf(space.type)] ?? "");
  } else if (row) Object.assign(found, { price: row.value, colour: colourOf(row.colour) });
  else if (paid) found.colour = colourOf(paid);
  return found;
}

export function refusal(refused: Refused, parts: Parts | null, view: View | null = null): string {
  const rule = refused.rule ?? "";
  const known = [`urbania.${rule}.${cases(rule, parts, view)}`, `urbania.${rule}`].filter(has);
  const words = values(parts, view);
  return known.reduceRight((otherwise, key) => whole(key, words, otherwise), refused.sentence);
}
