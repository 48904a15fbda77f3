/** What there is to say about clocks and prepared answers, on phones and wide screens alike. */

import type { LastAnswer } from "../protocol";
import { offUntil } from "./clock";
import type { Session } from "./session.svelte";

/** Until when the seat to move has to make its first move, for those who play. */
export function firstMoveBy({ live }: Session): number | null {
  return live.status === "playing" && live.you !== null ? (live.clock?.first_move_by ?? null) : null;
}

/** Until when somebody else has days off whose turn it is. */
export function awaitedOff({ live, store }: Session): number | null {
  const waited = live.to_move;
  return waited === null || waited === live.you ? null : offUntil(live.clock, waited, Date.now() + (store?.offset ?? 0));
}

/** What became of the latest answer that was prepared, until it has been read. */
export function unreadAnswer({ store }: Session): LastAnswer | null {
  const prepared = store?.ahead?.prepared;
  const last = prepared?.found?.last ?? null;
  return last && last.at > prepared!.read ? last : null;
}
