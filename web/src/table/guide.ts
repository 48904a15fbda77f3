/** What a study, or preparing answers, adds to the room of a table. */

import type { Snippet } from "svelte";
import type { Desktop } from "./desktop.svelte";
import type { Session } from "./session.svelte";

export interface Guide {
  /** The title of the window. */
  title: string;
  /** The label of the tab on a phone. */
  label: string;
  icon: string;
  /** Wide: a column beside the table. On a phone: a tab. */
  beside: Snippet<[Session, Desktop]>;
  /** Wide: it takes the place of the column left of the board or, in a game with a layout of its own, of moves
   * and chat, so that the board stays where it is. */
  left?: boolean;
  /** Wide: replaces moves, chat and the rest; true: the value of the position has no other place. */
  desk?: Snippet<[Session, boolean]>;
  /** On a phone: above the board, in place of the seats. */
  above?: Snippet<[Session]>;
  /** On a phone: below the seats, in place of the latest event, and as high. */
  row?: Snippet<[Session]>;
  /** Lies over the whole room. */
  over?: Snippet;
  /** On a phone: above the supply, always in sight. */
  dock?: Snippet<[Session, Desktop]>;
}
