/** Whom you have blocked: what they say is hidden from you. Asked for when it first matters. */
import { api, me } from "../net";
import type { Identity } from "../protocol";

class Blocks {
  list = $state.raw<Identity[]>([]);
  #of: string | null = null; // whose list it is

  /** Asks once for each guest. */
  need(): void {
    const guest = me.guest?.id ?? null;
    if (guest === this.#of) return;
    this.#of = guest;
    this.list = [];
    if (guest) api.blocks().then((found) => this.#of === guest && (this.list = found.blocked), () => (this.#of = null));
  }

  has(guest: string | null): boolean {
    return this.list.some(({ id }) => id === guest);
  }

  async block(guest: string): Promise<void> {
    this.list = (await api.block(guest)).blocked;
  }

  async unblock(guest: string): Promise<void> {
    this.list = (await api.unblock(guest)).blocked;
  }
}

export const blocks = new Blocks();
