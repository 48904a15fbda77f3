/** The games there are: every folder here that has a manifest. */

import type { Sources } from "../i18n";
import type { GameName } from "../protocol";

/** What pages say of a game before anybody sits down to it. */
export interface Manifest {
  order: number; // among the games, easiest first; newcomers are offered the first
  minutes: number; // that a game takes
  icon: string; // a symbol of its pieces.svg
  seatFills?: readonly string[]; // colours of seats in lists, if not those of most games: in turn
  exampleRule?: string; // an id to show how rules are named
  words: Sources; // title, about, summary, credit, options
}

const FOLDER = /^\.\/(\w+)\//;

const found = Object.entries(import.meta.glob<Manifest>("./*/manifest.ts", { eager: true, import: "default" }));

export const MANIFESTS: ReadonlyMap<GameName, Manifest> = new Map(
  found
    .map(([path, manifest]) => [FOLDER.exec(path)![1]!, manifest] as const)
    .sort(([, one], [, other]) => one.order - other.order),
);

export const GAMES: readonly GameName[] = [...MANIFESTS.keys()];
