/** The themes of a puzzle that was found by search, in words: first what is done, in those of its game. */
import { list, t } from "../i18n";

export function themes(game: string, [kind, ...others]: string[]): string {
  return list([t(`lesson_${game}.theme.${kind}`), ...others.map((theme) => t(`puzzles.theme.${theme}` as "puzzles.theme.gains"))]);
}
