/** The pictures on the cards of the games. */

import type { Component } from "svelte";
import type { GameName } from "../protocol";
import Urbania from "./urbania/Art.svelte";
import Urbe from "./urbe/Art.svelte";
import Urbino from "./urbino/Art.svelte";
import Urtown from "./urtown/Art.svelte";

export const ART: Record<GameName, Component> = {
  urbino: Urbino,
  urtown: Urtown,
  urbania: Urbania,
  urbe: Urbe,
};
