/** The texts and figures of the rule pages, each loaded when it is first needed. */

import { GAMES } from "../games/manifest";
import type { Language } from "../i18n";
import type { GameName } from "../protocol";
import type { FigureData } from "./figure";
import type { RulesText } from "./text";

const TEXTS = import.meta.glob<{ default: RulesText }>("../games/*/rules/*.md");
const FIGURES = import.meta.glob<{ default: Record<string, FigureData> }>("../games/*/rules/figures.json");

const textOf = (game: GameName, language: Language) => TEXTS[`../games/${game}/rules/${language}.md`];

/** Games whose rules can be read here, in the order of the overview. */
export const READABLE: readonly GameName[] = GAMES.filter((game) => textOf(game, "en"));

export async function loadText(game: GameName, language: Language): Promise<RulesText> {
  const load = textOf(game, language);
  if (!load) throw new Error(`no rules of ${game} in ${language}`);
  return (await load()).default;
}

export async function loadFigures(game: GameName): Promise<Record<string, FigureData>> {
  return (await FIGURES[`../games/${game}/rules/figures.json`]?.())?.default ?? {};
}
