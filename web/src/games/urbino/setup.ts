/** A position of Urbino being set up: pieces on squares, and its text as docs/notation/urbino.md
 * describes it. Whether it can come up in a game is for the server to say. */

import { COLUMN_FIRST } from "../board/geometry";
import { KINDS } from "./reading";
import type { Building, Kind } from "./view";

export interface SetUp {
  buildings: Building[];
  architects: string[];
  toMove: 0 | 1;
  variant: string;
}

/** What a press puts on a square; null clears it. */
export type Piece = { kind: Kind; seat: 0 | 1 } | "architect" | null;

const LETTERS: Record<Kind, string> = { house: "h", palace: "p", tower: "t" };

export function readSetUp(text: string): SetUp {
  const [board = "", architects = "-", toMove = "b", , , variant = "base"] = text.split(" ");
  return {
    buildings: board.split("/").flatMap(buildingsOf),
    architects: architects === "-" ? [] : architects.split(","),
    toMove: toMove === "w" ? 1 : 0,
    variant,
  };
}

function buildingsOf(line: string, row: number): Building[] {
  let column = 0;
  return [...line].flatMap((sign) => {
    const kind = KINDS.find((each) => LETTERS[each] === sign.toLowerCase());
    if (!kind) {
      column += Number(sign);
      return [];
    }
    const square = COLUMN_FIRST.name({ column: column++, row });
    return [{ square, kind, seat: sign === LETTERS[kind] ? 0 : 1 }];
  });
}

export function writeSetUp({ buildings, architects, toMove, variant }: SetUp): string {
  const board = [...COLUMN_FIRST.rows].map((_, row) => rowText(buildings, row)).join("/");
  const squares = architects.toSorted((one, other) => key(one) - key(other)).join(",") || "-";
  return `${board} ${squares} ${toMove === 0 ? "b" : "w"} ${due({ buildings, architects, toMove })} 0 ${variant}`;
}

/** What comes next at the start of a turn: the architects first, then who builds first, then turns. */
function due({ buildings, architects, toMove }: Pick<SetUp, "buildings" | "architects" | "toMove">): string {
  if (architects.length < 2) return "architect";
  if (buildings.length > 0) return "turn";
  return toMove === 0 ? "name" : "first";
}

function rowText(buildings: Building[], row: number): string {
  const signs = [...COLUMN_FIRST.columns].map((_, column) => {
    const found = buildings.find(({ square }) => square === COLUMN_FIRST.name({ column, row }));
    if (!found) return ".";
    return found.seat === 0 ? LETTERS[found.kind] : LETTERS[found.kind].toUpperCase();
  });
  return signs.join("").replace(/\.+/g, (run) => String(run.length));
}

/** Lower rows first, each row from the left. */
function key(square: string): number {
  const { column, row } = COLUMN_FIRST.place(square);
  return -row * 16 + column;
}

/** Puts a piece on a square in place of what was there; the same again takes it away. A third architect
 * replaces the one placed first. */
export function put(before: SetUp, square: string, piece: Piece): SetUp {
  const was = pieceAt(before, square);
  const buildings = before.buildings.filter((each) => each.square !== square);
  const architects = before.architects.filter((each) => each !== square);
  const isSame = JSON.stringify(was) === JSON.stringify(piece);
  if (piece === null || isSame) return { ...before, buildings, architects };
  if (piece === "architect") return { ...before, buildings, architects: [...architects, square].slice(-2) };
  return { ...before, buildings: [...buildings, { square, ...piece }], architects };
}

export function pieceAt({ buildings, architects }: SetUp, square: string): Piece {
  if (architects.includes(square)) return "architect";
  const found = buildings.find((each) => each.square === square);
  return found ? { kind: found.kind, seat: found.seat === 0 ? 0 : 1 } : null;
}
