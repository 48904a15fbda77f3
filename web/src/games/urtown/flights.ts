/** What flies over the table of Urtown from one position to the next: captured tiles. */

import type { View } from "../../protocol";
import type { Flight } from "../face";
import { drawing, read } from "./reading";

export function flights(before: View, after: View): Flight[] {
  const [was, is] = [read(before), read(after)];
  return is.captured.flatMap((tiles, seat) =>
    tiles.slice(was.captured[seat]?.length ?? 0).flatMap(({ colour, tile }) => {
      const lay = was.tiles.find((one) => one.colour === colour && one.tile === tile);
      const symbol = drawing(tile) ?? undefined;
      const tint = `var(--seat-${colour + 1})`;
      return lay ? [{ from: [`square:${lay.square}`], to: [`seat:${seat}`], shape: "tile" as const, tint, ink: `var(--seat-${colour + 1}-ink)`, ...(symbol ? { symbol } : { text: tile }) }] : [];
    }),
  );
}
