/** Which panel is open, and how many messages are unread. */

import { untrack } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import { me } from "../net";
import type { Session } from "./session.svelte";
import { settings } from "./settings.svelte";
import { play as sound } from "./sounds";

/** Where there is one tab at a time, and a hint lies over the board. */
export const PHONE = new MediaQuery("(max-width: 700px)");

export type Panel = "board" | "result" | "moves" | "worth" | "chat" | "more" | "hint" | "guide" | `own ${string}`;

export class Desktop {
  panel: Panel = $state("moves");
  #read: number = $state(0); // lines of the chat
  readonly #session: Session;

  constructor(session: Session, first: Panel) {
    this.#session = session;
    this.panel = session.live.status === "over" && first === "moves" ? "result" : first;
    this.#read = session.store.readChat ?? session.live.chat.length;
    let heard = session.live.chat.length;
    let over = session.live.status === "over";
    $effect(() => {
      const { chat, status } = session.live;
      const isRead = this.panel === "chat" || (this.panel === "more" && session.face.panels);
      if (isRead) this.#read = chat.length;
      session.store.readChat = untrack(() => this.#read);
      if (chat.length > heard && this.#others(heard) > 0 && settings.chat) sound("chat");
      heard = chat.length;
      // On a phone the final board stays; the result is in the row above it.
      if (status === "over" && !over && !session.isStudy && !PHONE.current) this.panel = "result";
      over = status === "over";
    });
    this.#showHints();
  }

  /** Opens the hint panel for a hint, and afterwards the panel that was open before. */
  #showHints(): void {
    let before: Panel | null = null;
    $effect(() => {
      const asked = this.#session.hinting.advice !== null;
      untrack(() => {
        if (asked && !PHONE.current) [before, this.panel] = [this.panel, "hint"];
        else if (!asked && before && this.panel === "hint") this.panel = before;
      });
    });
  }

  get unread(): number {
    return settings.chat ? this.#others(this.#read) : 0;
  }

  #others(from: number): number {
    return this.#session.live.chat.slice(from).filter(({ guest }) => guest !== me.guest?.id).length;
  }
}
