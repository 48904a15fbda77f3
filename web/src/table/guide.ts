/** What a study or a lesson puts into the room besides the table. */

import type { Snippet } from "svelte";
import type { Desktop } from "./desktop.svelte";
import type { Session } from "./session.svelte";

export interface Guide {
  /** The title of the window. */
  title: string;
  /** Of the tab on a phone. */
  label: string;
  icon: string;
  /** Wide: a column beside the table. On a phone: a tab. */
  beside: Snippet<[Session, Desktop]>;
  /** Wide: in place of moves, chat and the rest; true: what the position is worth has no other place. */
  desk?: Snippet<[Session, boolean]>;
  /** On a phone: over what one chooses from, always in sight. */
  dock?: Snippet<[Session, Desktop]>;
}
