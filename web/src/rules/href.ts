/** Where a rule stands in the rules page. */
export function ruleHref(game: string, id: string): string {
  return `/rules/${game}#${id}`;
}
