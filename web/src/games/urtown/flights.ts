/** What flies over the table of Urtown from one position to the next: captured tiles, and those that refill a rack. */

import type { View } from "../../protocol";
import type { Flight } from "../face";
import { drawing, read } from "./reading";
import type { UrtownView } from "./view";

export function flights(before: View, after: View): Flight[] {
  const [was, is] = [read(before), read(after)];
  return [...captured(was, is), ...refilled(was, is)];
}

/** From the pile to a rack that one may see. */
function refilled(was: UrtownView, is: UrtownView): Flight[] {
  return is.colours.flatMap(({ rack, pile_size, owner }, colour) => {
    const before = was.colours[colour];
    if (!rack || !before?.rack || pile_size >= before.pile_size) return [];
    const fresh = rack.filter((tile) => !before.rack!.includes(tile));
    return fresh.map((tile) => ({ from: [`pile ${colour}`, `seat ${owner}`], to: [`rack ${tile}`], ...faceOf(colour, tile) }));
  });
}

function faceOf(colour: number, tile: string) {
  const symbol = drawing(tile);
  const tint = { tint: `var(--seat-${colour + 1})`, ink: `var(--seat-${colour + 1}-ink)` };
  return { shape: "tile" as const, ...tint, ...(symbol ? { symbol } : { text: tile }) };
}

function captured(was: UrtownView, is: UrtownView): Flight[] {
  return is.captured.flatMap((tiles, seat) =>
    tiles.slice(was.captured[seat]?.length ?? 0).flatMap(({ colour, tile }) => {
      const lay = was.tiles.find((one) => one.colour === colour && one.tile === tile);
      return lay ? [{ from: [lay.square], to: [`seat ${seat}`], ...faceOf(colour, tile) }] : [];
    }),
  );
}
