/** The guest of this browser. It is made when it is first needed, and is called what the bar has called it
 * until then: nobody gets another name unasked. */
import { textOr } from "../i18n";
import type { Identity } from "../protocol";
import { closeSession, forgetMe, makeGuest, openSession, rename, type Word } from "./api";
import { seenBy } from "./seen";

class Me {
  guest = $state<Identity | null>(null);
  #making: Promise<boolean> | null = null;
  /** Tabs share the cookie, so they tell each other about changes: two tabs must not make two guests. */
  #tabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("contrada");

  /** Takes over what the server says. */
  is(guest: Identity | null): void {
    this.guest = guest;
    seenBy(guest?.id ?? null);
  }

  #become(guest: Identity | null): void {
    this.is(guest);
    this.#tabs?.postMessage("changed");
  }

  onElsewhere(changed: () => void): void {
    if (this.#tabs) this.#tabs.onmessage = changed;
  }

  /** True if a guest was made: then the socket has to be opened again. */
  need(name = textOr("shell.guest", "Guest")): Promise<boolean> {
    if (this.guest) return Promise.resolve(false);
    return (this.#making ??= this.#make(name).finally(() => (this.#making = null)));
  }

  /** Comes in, where the house wants to see something first. */
  async comeIn(name: string, word: Word): Promise<void> {
    await this.#make(name, word);
  }

  async #make(wished: string, word: Word = {}): Promise<boolean> {
    const { id, name } = await makeGuest(wished, word);
    this.#become({ id, name });
    return true;
  }

  async rename(name: string): Promise<void> {
    this.#become(await rename(name));
  }

  /** Turns the token of a personal link into the cookie of this browser. */
  async arrive(token: string): Promise<void> {
    const { id, name } = await openSession(token);
    this.#become({ id, name });
  }

  /** Deletes the guest for good; `confirm` is their name. */
  async forget(confirm: string): Promise<void> {
    await forgetMe(confirm);
    this.#become(null);
  }

  async leave(): Promise<void> {
    await closeSession();
    this.#become(null);
  }
}

export const me = new Me();
