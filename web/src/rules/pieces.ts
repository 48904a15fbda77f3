/** The parts of a game's face that a figure is drawn with, by the names that docs/figures.py uses. */

import type { Component } from "svelte";
import { loadFace } from "../games";
import type { BoardProps, GameFace } from "../games/face";
import type { GameName } from "../protocol";
import type { FigureData } from "./figure";

export interface Piece {
  name: string;
  Part: Component<BoardProps & { seat: number }>;
  seat: number;
}
type Parts = Record<string, unknown>;

/** Games with a layout of their own have parts that no panel shows alone. */
const FURTHER = import.meta.glob<Parts>("../games/*/rules/parts.ts", { import: "default" });

function partsOf(face: GameFace): Parts {
  const panels = Object.fromEntries((face.panels ?? []).map(({ key, Panel }) => [key, Panel]));
  return { Board: face.Board, Supply: face.Supply, ...panels };
}

/** "city 1" is the city of the second seat; without a number it is the viewer's. */
export async function loadPieces(game: GameName, { parts, you }: FigureData): Promise<{ face: GameFace; pieces: Piece[] }> {
  const face = await loadFace(game);
  const known = { ...partsOf(face), ...(await FURTHER[`../games/${game}/rules/parts.ts`]?.()) };
  const pieces = parts.map((name) => {
    const [part = "", seat] = name.split(" ");
    return { name, Part: known[part] as Piece["Part"], seat: Number(seat ?? you ?? 0) };
  });
  return { face, pieces };
}
