/** The score sheets of all seats side by side, by kind of line. */

import type { GameFace } from "../games/face";
import { textOr } from "../i18n";
import type { GameName, ScoreLine } from "../protocol";

/** What a seat scored of one kind. */
export interface Cell {
  points: number;
  lines: ScoreLine[];
}

export interface Kind {
  key: string;
  title: string;
  cells: (Cell | null)[]; // by seat; null: no line of this kind
}

type Naming = Pick<GameFace, "scoreKind">;

/** The kinds of lines in the order in which the sheets have them. */
export function kindsOf(sheet: ScoreLine[][], game: GameName, { scoreKind }: Naming): Kind[] {
  const found = new Map<string, Kind>();
  sheet.forEach((lines, seat) =>
    lines.forEach((line) => {
      const named = scoreKind?.(line, sheet) ?? { key: line.what, title: titleOf(line, game) };
      const kind = found.get(named.key) ?? { ...named, cells: sheet.map(() => null) };
      found.set(named.key, kind);
      const cell = (kind.cells[seat] ??= { points: 0, lines: [] });
      cell.points += line.points;
      cell.lines.push(line);
    }),
  );
  return [...found.values()];
}

/** The name of a kind, or of its lines if a game does not tell them apart. */
function titleOf({ what, name, id }: ScoreLine, game: GameName): string {
  return textOr(`${game}.kinds.${what}`, textOr(`${game}.sheet.${what}`, name, { id }));
}

/** Whether unfolding a kind tells more: its parts, or where they are. */
export function canUnfold({ cells }: Kind): boolean {
  return cells.some((cell) => cell && (cell.lines.length > 1 || cell.lines.some(({ squares, id }) => squares.length || id)));
}
