/** What components are called in the present language. Ours have words; those of another file keep the
 * names that it gives them. */

import { has, list, registered, t } from "../../i18n";
import type { Card, Decree, Part, Tile, Useful } from "./view";

/** Our word for it, if it is ours: another components file may call it something else. */
function ours(key: string, name: string): string {
  return registered().get("urbe")?.en[key] === name ? t(`urbe.${key}`) : name;
}

export function tileName({ id, name }: Pick<Tile, "id" | "name">): string {
  return ours(`tile.${id}`, name);
}

export function decreeName({ id, name }: Pick<Decree, "id" | "name">): string {
  return ours(`decree.${id}`, name);
}

export function characterName(guild: string, side: string | null, name: string): string {
  return ours(`character.${guild}.${side}`, name);
}

export function usefulName({ id, name }: Pick<Useful, "id" | "name">): string {
  return ours(`useful.${id}`, name);
}

export function usefulText({ id, text }: Useful): string {
  return ours(`useful.${id}.text`, text);
}

/** A name in a score sheet, of which only the words are known. */
export function nameInSheet(what: string, name: string): string {
  const words = registered().get("urbe")?.en ?? {};
  const prefix = `${what}.`;
  const key = Object.keys(words).find((each) => each.startsWith(prefix) && words[each] === name);
  return key ? t(`urbe.${key}`) : name;
}

export type Named = Pick<Tile, "id" | "name" | "colour" | "vp" | "power">;

/** "yellow 5", "Town Hall". */
export function kindName({ colour, vp, power }: Named): string {
  return power ? t(`urbe.power.${power}`) : t(`urbe.of.${colour}`, { vp });
}

/** The same as what something is done to: "the yellow 5". */
export function theTile({ colour, vp, power }: Named): string {
  return power ? t(`urbe.the.${power}`) : t(`urbe.the.${colour}`, { vp });
}

export function guildName(guild: string): string {
  return has(`urbe.guild.${guild}`) ? t(`urbe.guild.${guild}`) : guild;
}

export function colourName(colour: string): string {
  return has(`urbe.colour.${colour}`) ? t(`urbe.colour.${colour}`) : colour;
}

/** "boat + fox", "blue + green": what a part of a coin shows. */
export function partName(card: Pick<Card, Part>, part: Part): string {
  return card[part].map(part === "flags" ? colourName : guildName).join(" + ");
}

/** All of a tile, read out: "yellow 5, Vintner's Court, icons: crown and fox". */
export function tileInFull(tile: Tile): string {
  const icons = tile.guilds.length ? [t("urbe.icons", { guilds: list(tile.guilds.map(guildName)) })] : [];
  const points = tile.power ? [t("urbe.points", { n: tile.vp })] : [];
  return [kindName(tile), tileName(tile), ...points, ...icons].join(", ");
}

/** "above B1" in the present language; cells and borders are names. */
export function whereWords(location: string): string {
  const [side, ...rest] = location.split(" ");
  return rest.length ? t(`urbe.side.${side!}`, { cell: rest.at(-1)! }) : location;
}
