/** What components are called in the present language. Ours have words; what another components file
 * has renamed keeps the name that it gives. */

import { capital, t, textOr } from "../../i18n";
import type { Card, Character, Decree, Half, Named, Tile, Useful } from "./view";

function named(key: string, { name, renamed }: Named): string {
  return renamed ? name : textOr(key, name);
}

export const tileName = (tile: Pick<Tile, "id" | keyof Named>) => named(`urbe.tile.${tile.id}`, tile);
export const decreeName = (decree: Pick<Decree, "id" | keyof Named>) => named(`urbe.decree.${decree.id}`, decree);
export const usefulName = (useful: Pick<Useful, "id" | keyof Named>) => named(`urbe.useful.${useful.id}`, useful);
export const usefulText = ({ text, ...useful }: Useful) =>
  named(`urbe.useful.${useful.id}.text`, { ...useful, name: text });

export function characterName(guild: string, side: string | null, character: Pick<Character, keyof Named>): string {
  return named(`urbe.character.${guild}.${side}`, character);
}

export type Kind = Pick<Tile, "colour" | "vp" | "power">;

/** What is seen of a tile: "yellow 5", "town hall". */
export function kindName({ colour, vp, power }: Kind): string {
  return power ? t("urbe.tile.grey", { power }) : t("urbe.tile.coloured", { colour, vp });
}

/** The same as what something is done to: "the yellow 5". */
export function theTile({ colour, vp, power }: Kind): string {
  return power ? t("urbe.the_tile.grey", { power }) : t("urbe.the_tile.coloured", { colour, vp });
}

export const guildName = (guild: string) => capital(t("urbe.guild.name", { guild }));
export const colourName = (colour: string) => t("urbe.colour.name", { colour });
const iconName = (guild: string) => t("urbe.guild.name", { guild });

/** A whole coin card as its signs say it: "blue + green / crown". */
export function coinName({ flags, guilds }: Pick<Card, Half>): string {
  return `${flags.map(colourName).join(" + ")} / ${guilds.map(iconName).join(" + ")}`;
}

/** All of a tile, read out: "yellow 5, Vintner’s Court, icons: crown and fox". */
export function tileInFull(tile: Tile): string {
  const icons = tile.guilds.length ? [t("urbe.icons", { guilds: tile.guilds })] : [];
  const points = tile.power ? [t("urbe.points", { n: tile.vp })] : [];
  return [kindName(tile), tileName(tile), ...points, ...icons].join(", ");
}

const SIDES = ["above", "below", "left", "right"] as const;

/** "above B1" in the present language; cells and borders are names. */
export function whereWords(location: string): string {
  const side = SIDES.find((one) => location.startsWith(`${one} `));
  return side ? t(`urbe.side.${side}`, { cell: location.split(" ").at(-1)! }) : location;
}
