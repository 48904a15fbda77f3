/** The pictures on the cards of the games. */

import type { Component } from "svelte";
import type { GameName } from "../protocol";

const ART = import.meta.glob<Component>("./*/Art.svelte", { eager: true, import: "default" });

export function artOf(game: GameName): Component | null {
  return ART[`./${game}/Art.svelte`] ?? null;
}
