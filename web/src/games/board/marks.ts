/** What a square may be marked with; `Marks.svelte` draws it. */

export type Mark =
  | "lot" // can act: pegs, tint and a dot
  | "open" // can act, and something is printed there: pegs and tint
  | "staked" // a lot, and somebody else's turn
  | "target" // can act, one of many: a dot
  | "capture" // can act and takes something: pegs round the tile
  | "barred" // cannot act: hatch and dashed red line
  | "barred-tile" // the same over a tile
  | "selected"
  | "selected-tile"
  | "previewed"
  | "previewed-tile";
