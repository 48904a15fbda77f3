/** What the build makes of the Markdown of a rules page (rules.mjs). */

export interface Rule {
  id: string; // "URBINO-LOT-3"; refusals cite it
  ruling: boolean; // the source is silent or unclear, so we decided
  html: string;
}
export type Part =
  | { kind: "html"; html: string }
  | { kind: "rules"; rules: Rule[] }
  | { kind: "figure"; name: string; caption: string };
export interface Section {
  id: string;
  title: string;
  parts: Part[];
}
export interface RulesText {
  title: string;
  top: Part[];
  sections: Section[];
}

/** All rules of a page, in order. */
export function rulesIn(text: RulesText): Rule[] {
  return text.sections.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "rules" ? part.rules : [])));
}
