/** The texts and figures of the rule pages, each loaded when it is first needed. */

import type { Language } from "../i18n";
import type { GameName } from "../protocol";
import type { FigureData } from "./figure";
import type { RulesText } from "./text";

const TEXTS = import.meta.glob<{ default: RulesText }>("./texts/*.md");
const FIGURES = import.meta.glob<{ default: Record<string, FigureData> }>("./figures/*.json");

/** In the order of the overview. */
export const GAMES: readonly GameName[] = ["urbino", "urtown", "urbania", "urbe"];

export async function loadText(game: GameName, language: Language): Promise<RulesText> {
  const load = TEXTS[`./texts/${game}.${language}.md`];
  if (!load) throw new Error(`no rules of ${game} in ${language}`);
  return (await load()).default;
}

export async function loadFigures(game: GameName): Promise<Record<string, FigureData>> {
  return (await FIGURES[`./figures/${game}.json`]?.())?.default ?? {};
}
