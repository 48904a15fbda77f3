/** The address of a rule in the rules. */
export function ruleHref(game: string, id: string): string {
  return `/rules/${game}#${id}`;
}
