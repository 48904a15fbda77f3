/** Replays that the service worker has kept, because somebody has seen them here. */

import type { Replay } from "../protocol";
import { keep, recall } from "../shell/kept";

const SEEN = "contrada-seen"; // as in sw.js
const ADDRESS = /^\/api\/tables\/([^/]+)\/replay$/;

export interface Seen {
  table: string;
  replay: Replay;
}

/** The replays that can be opened without a connection, the latest first, each table once. */
export async function seenReplays(): Promise<Seen[]> {
  if (!("caches" in window)) return [];
  const cache = await caches.open(SEEN);
  const found = new Map<string, Seen>();
  for (const request of [...(await cache.keys())].reverse()) {
    const [, table] = ADDRESS.exec(new URL(request.url).pathname) ?? [];
    const kept = table && !found.has(table) ? await cache.match(request) : undefined;
    if (table && kept) found.set(table, { table, replay: (await kept.json()) as Replay });
  }
  return [...found.values()];
}

const OWNER = "contrada.seen";

/** They show what a guest has seen, so they go when the guest goes. */
export function seenBy(guest: string | null): void {
  const before = recall<{ guest: string | null }>(OWNER, { guest: null });
  if (before.guest === guest) return;
  if (before.guest !== null && "caches" in globalThis) void caches.delete(SEEN).catch(() => {});
  keep(OWNER, { guest });
}
