/** What things at the table are for, to whoever asks: what they cost, what they bring, and when. */

import { capital, t } from "../../i18n";
import type { View } from "../../protocol";
import { announce } from "./announce";
import { cardTitle, projectName, projectRule } from "./naming";
import { END_LEFT, read, spaceAt } from "./reading";
import type { Card, Project, Row } from "./view";

const sentences = (...said: (string | false)[]) => said.filter(Boolean).join(" ");

/** "C4, hospital, run-down, 3 workers, 4 points, … Renewing it takes 3 workers of its colour …". */
export function aboutSpace(view: View, name: string): string {
  const space = spaceAt(view, name);
  const seen = `${announce(view, null, name, [])}.`;
  if (!space) return seen;
  const { type, workers, points, card, renewed } = space;
  const anyColour = !read(view).track.some((row) => row.type === type); // no specialist, no colour of its own
  if (renewed) return sentences(seen, !anyColour && t("urbania.about.renewed"));
  const kind = anyColour ? "any" : "own";
  return sentences(seen, t("urbania.about.renew", { kind, workers, points }), card && t("urbania.about.icon"));
}

/** What a specialist costs and brings. */
export function aboutSpecialist({ specialist, type, colour, value, buildings }: Row): string {
  return t("urbania.about.specialist", { specialist, type, colour, value, n: buildings });
}

/** What the signs of a card do; those of a kept card are its coins alone. */
export function aboutCard(view: View, card: Card, kept: boolean): string {
  const row = read(view).track.find(({ type }) => type === card.suit);
  const seen = `${capital(cardTitle(card, kept))}.`;
  if (!row) return seen;
  const { type, specialist } = row;
  const rainbow = (!kept && card.rainbow_workers > 0) || card.rainbow_coins > 0;
  return sentences(
    seen,
    !kept && card.workers > 0 && t("urbania.about.workers", { type }),
    card.coins > 0 && t("urbania.about.coins", { specialist }),
    rainbow && t("urbania.about.rainbow"),
    !kept && card.coins + card.rainbow_coins > 0 && card.workers + card.rainbow_workers > 0 && t("urbania.about.keeps"),
  );
}

export function aboutContract(view: View): string {
  return t("urbania.about.contract", { again: read(view).options.italian_politics ? "yes" : "no" });
}

/** What a project counts, what that is now, and what is still to be done for it. */
export function aboutProject(project: Project, state: "hand" | "submitted" | "late"): string {
  const said = t("urbania.about.project", { project: projectName(project.name), rule: projectRule(project), n: project.worth });
  return sentences(said, t(`urbania.about.project.${state}`));
}

export function aboutDistrict(view: View, district: string): string {
  const n = read(view).undeveloped[district] ?? 0;
  return sentences(`${capital(t("urbania.heard.run_down", { district, n }))}.`, t("urbania.about.district", { n: END_LEFT }));
}
