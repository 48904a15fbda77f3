/** What flies over the table of Urbe from one position to the next: coins, tiles and meeples. */

import type { View } from "../../protocol";
import type { Flight } from "../face";
import { guildOf, read } from "./reading";
import type { Tile, UrbeView } from "./view";

export function flights(before: View, after: View): Flight[] {
  const [was, is] = [read(before), read(after)];
  return [...paid(was, is), ...taken(was, is), ...home(was, is), ...placed(was, is)];
}

const COIN = { shape: "round", symbol: "ua-coin", tint: "var(--raised)", ink: "var(--ink)", turns: true } as const;

/** The coin that pays turns on its way to the tile. */
function paid(was: UrbeView, is: UrbeView): Flight[] {
  const { target } = was;
  if (target === null) return [];
  return was.players.flatMap(({ seat, cards }) =>
    cards.flatMap(({ card }) =>
      is.players[seat]?.cards.some((one) => one.card === card) ? [] : [{ from: [`coin ${card} flags`, `waiting ${seat}`, `seat ${seat}`], to: [String(target)], ...COIN }],
    ),
  );
}

function ofTile(view: UrbeView, tile: Tile) {
  const guild = guildOf(view, tile.colour);
  const symbol = tile.power ? `ur-${tile.power}` : guild === "grey" ? undefined : `ur-${guild}`;
  return { shape: "tile", tint: `var(--ur-${guild})`, ink: `var(--ur-${guild}-ink)`, ...(symbol ? { symbol } : {}) } as const;
}

/** From the market to the one who has it now, or back to the box. */
function taken(was: UrbeView, is: UrbeView): Flight[] {
  return was.market.flatMap(({ place, tile }, i) => {
    if (!tile || is.market[i]?.tile?.id === tile.id) return [];
    const seat = is.players.findIndex(({ waiting, seat }) => waiting.some(({ id }) => id === tile.id) && !was.players[seat]?.waiting.some(({ id }) => id === tile.id));
    return seat < 0 ? [] : [{ from: [String(place)], to: [`waiting ${seat}`, `seat ${seat}`], ...ofTile(is, tile) }];
  });
}

/** Meeples return. */
function home(was: UrbeView, is: UrbeView): Flight[] {
  return was.market.flatMap(({ place, meeple }, i) => {
    if (meeple === null || is.market[i]?.meeple === meeple) return [];
    const guild = is.players[meeple]?.guild ?? "grey";
    return [{ from: [String(place)], to: [`seat ${meeple}`], symbol: "ur-meeple", ink: `var(--ur-${guild})`, pattern: `url(#pat-ur-${guild})` }];
  });
}

function placed(was: UrbeView, is: UrbeView): Flight[] {
  return is.players.flatMap(({ seat, city }) =>
    city.flatMap(({ tile }, i) => {
      if (!tile || was.players[seat]?.city[i]?.tile) return [];
      return [{ from: [`waiting ${seat}`, `seat ${seat}`], to: [`city ${seat}`], ...ofTile(is, tile) }];
    }),
  );
}
