/** What the page shows of its one connection. Written by the socket only. */

export type Link = "connecting" | "open" | "lost";

class Connection {
  link = $state<Link>("connecting");
  /** The server's clock minus ours, in milliseconds. */
  offset = $state(0);
  /** The server said that it is about to stop; it will be back. */
  closing = $state(false);
  /** Version of the server when this page was loaded, and whether it has changed since. */
  version = $state<string | null>(null);
  outdated = $state(false);

  /** A message that took its time makes `now` look early, so the largest difference is the best. */
  clock(now: number, fresh = false): void {
    const offset = now - Date.now();
    this.offset = fresh ? offset : Math.max(this.offset, offset);
  }

  greeted(version: string): void {
    this.outdated ||= this.version !== null && this.version !== version;
    this.version = version;
  }
}

export const connection = new Connection();
