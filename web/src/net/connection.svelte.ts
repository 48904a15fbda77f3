/** The state of the page's one connection. Only the socket writes it. */

import type { Refused } from "../protocol";

/** "refused": the house does not let us in, so that trying again would not help. */
export type Link = "connecting" | "open" | "lost" | "refused";

class Connection {
  link = $state<Link>("connecting");
  /** Why the house does not let us in. */
  refused = $state.raw<Refused | null>(null);
  /** The server's clock minus ours, in milliseconds. */
  offset = $state(0);
  /** The server's time at which all clocks stand still, because nobody can play. */
  stoppedAt = $state<number | null>(null);
  /** The server has announced a restart. */
  closing = $state(false);
  /** The server's version when this page was loaded, and whether it has changed since. */
  version = $state<string | null>(null);
  outdated = $state(false);

  /** A slow message makes `now` look early, so the largest difference is the most exact. */
  clock(now: number, fresh = false): void {
    const offset = now - Date.now();
    this.offset = fresh ? offset : Math.max(this.offset, offset);
  }

  /** The server's time has stopped, or goes on; it may have jumped. */
  time(now: number, paused: boolean): void {
    this.clock(now, true);
    this.stoppedAt = paused ? now : null;
  }

  /** The server's time, as far as we know it. */
  now(): number {
    return Date.now() + this.offset;
  }

  announcedStop(): void {
    this.closing = true;
    this.stoppedAt ??= this.now();
  }

  greeted(version: string): void {
    this.outdated ||= this.version !== null && this.version !== version;
    this.version = version;
  }
}

export const connection = new Connection();
