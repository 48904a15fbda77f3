/** What the words of all games share. */

import { t, type Values } from "../i18n";
import type { Choosing, Picks } from "./face";

/** The text of a key if all it speaks of is known, otherwise somebody else's words for it. */
export function whole(key: string, values: Values, otherwise: string): string {
  const spoken = t(key, { n: values.n ?? 0 }).matchAll(/\{(\w+)\}/g);
  const known = [...spoken].every(([, name]) => ![undefined, ""].includes(values[name!] as never));
  return known ? t(key, values) : otherwise;
}

/** Whether all of it is picked already: then only the confirming is left. */
export function isPicked(choosing: Choosing, parts: Picks): boolean {
  return Object.entries(parts).every(([key, value]) => choosing.picked[key] === value);
}
