/** How a snapshot changes with the messages that follow it. */
import type { Delta, Presence, Snapshot } from "../protocol";

/** The snapshot after the delta; the same one if the delta is old, null if one was missed. */
export function applyDelta(now: Snapshot, delta: Delta): Snapshot | null {
  if (delta.seq <= now.seq) return now;
  if ((delta.since ?? delta.seq - 1) !== now.seq) return null;
  const next: Snapshot = { ...now, ...delta.set, seq: delta.seq };
  // `set` may bring a whole new view (at the start); `view` changes fields of the present one.
  if (delta.view) next.view = { ...next.view, ...delta.view } as Snapshot["view"];
  if (delta.log || delta.log_from !== undefined)
    next.log = [...next.log.slice(0, delta.log_from ?? next.log.length), ...(delta.log ?? [])];
  if (delta.chat?.length) next.chat = [...next.chat, ...delta.chat];
  return next;
}

export function applyPresence(now: Snapshot, presence: Presence): Snapshot {
  const { online, abandoned_at, watchers } = presence;
  return { ...now, online, abandoned_at, watchers };
}
