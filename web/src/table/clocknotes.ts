/** What there is to say about clocks and prepared answers, on phones and wide screens alike. */

import type { LastAnswer } from "../protocol";
import { offUntil, runsOutIn } from "./clock";
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

/** What happens, and when, unless somebody who is away comes back: the earliest of what may be done then. */
export interface BackBy {
  at: number; // by the server's clock
  then: "free" | "claim" | "claim_many" | "give";
}

export function backBy(session: Session, seat: number, now: number): BackBy | null {
  const { live } = session;
  const { clock } = live;
  const all: BackBy[] = [];
  if (clock && clock.first_move_by !== null) all.push({ at: clock.first_move_by, then: "free" });
  else if (clock && clock.running === seat && !clock.paused && session.can("claim"))
    all.push({ at: now + runsOutIn(clock, seat, now), then: live.seats.length > 2 ? "claim_many" : "claim" });
  const since = live.abandoned_at?.[seat] ?? null;
  if (since !== null && session.can("give")) all.push({ at: since, then: "give" });
  return all.filter(({ at }) => at > now).toSorted((one, other) => one.at - other.at)[0] ?? null;
}

/** What became of the latest answer that was prepared, until it has been read. */
export function unreadAnswer({ store }: Session): LastAnswer | null {
  const prepared = store?.ahead?.prepared;
  const last = prepared?.found?.last ?? null;
  return last && last.at > prepared!.read ? last : null;
}
