/** What is read out of places and cells, for people who don’t see them. */

import { capital, t } from "../../i18n";
import type { View } from "../../protocol";
import type { Choosing } from "../face";
import { decreeName, kindName, tileInFull, whereWords } from "./names";
import { canPlace } from "./pressing";
import { lying, placeOf, read } from "./reading";
import { seatName } from "./saying";
import type { Card, Decree, Half, Tile } from "./view";

type OnMarket = "mark" | "archbishop" | "meeple" | "second" | "treasurer";

/** "5, yellow 5, Vintner’s Court, icons: crown and fox, meeple of Boat, you can mark it". */
export function announcePlace(
  view: View,
  place: number,
  choosing: Choosing | null,
  recent: number[],
  payable: number[],
): string {
  const { due, target } = read(view);
  const found = placeOf(view, place);
  const { tile, meeple, archbishop } = found ?? { tile: null, meeple: null, archbishop: null };
  const said = [String(place), tile ? tileInFull(tile) : t("urbe.on.empty")];
  if (meeple !== null) said.push(t("urbe.on.meeple", { seat: seatName(meeple, view) }));
  if (archbishop !== null) said.push(t("urbe.on.archbishop"));
  if (target === place) said.push(t("urbe.on.target"));
  if (recent.includes(place)) said.push(t("urbe.on.last"));
  if (payable.includes(place)) said.push(t("urbe.on.payable"));
  if (canPlace(choosing, view, place)) said.push(t(`urbe.can.${due as OnMarket}`));
  return said.join(", ");
}

/** "B2, yellow 5, Vintner’s Court, worth 5 points here" or "C2, empty, you can place a tile here". */
export function announceCell(
  view: View,
  seat: number,
  cell: string,
  choosing: Choosing | null,
  recent: string[],
  open: Set<string>,
): string {
  const player = read(view).players[seat]!;
  const tile = lying(player, cell);
  const worth = player.city.find((one) => one.cell === cell)?.worth;
  const said = [cell, tile ? tileInFull(tile) : t("urbe.on.empty")];
  if (tile && worth != null && worth !== tile.vp) said.push(t("urbe.on.worth", { n: worth }));
  const fountains = player.fountains.filter(({ square }) => square === cell);
  fountains.forEach(({ vp }) => said.push(t("urbe.on.fountain", { vp })));
  for (const { border, tile: bridge } of player.bridges)
    if (border.startsWith(cell)) said.push(t("urbe.on.beside", { tile: kindName(bridge), where: border }));
  for (const { outside, tile: tower } of player.watchtowers)
    if (outside.endsWith(cell)) said.push(kindName(tower));
  if (recent.includes(cell)) said.push(t("urbe.on.last"));
  if (choosing && open.has(cell)) said.push(t(read(view).due === "swap" ? "urbe.can.swap" : "urbe.can.place"));
  return said.join(", ");
}

/** What the grey tiles of a cell can do: on it, on its borders, or beside it. */
export function powersAt(view: View, seat: number, cell: string): string {
  const player = read(view).players[seat]!;
  const tile = lying(player, cell);
  const around = [
    ...player.bridges.flatMap(({ border, tile: bridge }) => (border.includes(cell) ? [bridge] : [])),
    ...player.watchtowers.flatMap(({ outside, tile: tower }) => (outside.endsWith(cell) ? [tower] : [])),
  ];
  return [...(tile ? [tile] : []), ...around].filter(({ power }) => power).map(aboutTile).join(" ");
}

/** "Castle, Upper Castle, 10 points. +1 in a corner, −1 in the middle." */
export function aboutTile(tile: Tile): string {
  return tile.power ? `${capital(tileInFull(tile))}. ${t(`urbe.where.${tile.power}`)}` : capital(tileInFull(tile));
}

/** The same, and what one has to pay for it; for a grey one, what it will do once it is placed. */
export function aboutOffered(tile: Tile): string {
  if (tile.power)
    return `${capital(tileInFull(tile))}. ${t(`urbe.gives.${tile.power}`)} ${t("urbe.about.price.grey")}`;
  const { colour, guilds } = tile;
  return `${aboutTile(tile)}. ${t("urbe.about.price", { colour, guilds })}`;
}

/** What a half of a coin card pays for. */
export function aboutHalf(card: Card, by: Half): string {
  return `${capital(t(`urbe.half.${by}`, { [by]: card[by] }))}. ${t(`urbe.about.half.${by}`, { n: card[by].length })} ${t("urbe.about.half")}`;
}

/** What a decree asks for and brings. */
export function aboutDecree({ pile, vp, ...decree }: Decree, standing: string): string {
  return t("urbe.about.decree", { name: decreeName(decree), pile: t(`urbe.pile.${pile}`), n: vp, standing });
}

/** A city as a whole: "City of Bruno: B1 blue 3, C1 blue 1; 1 fountain". */
export function announceCity(view: View, seat: number, name: string): string {
  const { city, bridges, watchtowers, fountains } = read(view).players[seat]!;
  const tiles = [
    ...city.flatMap(({ cell, tile }) => (tile ? [`${cell} ${kindName(tile)}`] : [])),
    ...bridges.map(({ border, tile }) => `${border} ${kindName(tile)}`),
    ...watchtowers.map(({ outside, tile }) => `${kindName(tile)} ${whereWords(outside)}`),
  ];
  return tiles.length ? t("urbe.city", { name, tiles, n: fountains.length }) : t("urbe.city_empty", { name });
}
