/** Which panel lies on top, and how much of the chat has not been read. */

import { untrack } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import { me } from "../net";
import type { Session } from "./session.svelte";
import { settings } from "./settings.svelte";
import { play as sound } from "./sounds";

/** There a hint lies over the board. */
const PHONE = new MediaQuery("(max-width: 700px)");

export type Panel = "board" | "result" | "moves" | "worth" | "chat" | "more" | "hint" | "guide" | `own ${string}`;

export class Desktop {
  panel: Panel = $state("moves");
  #read: number = $state(0);
  readonly #session: Session;

  constructor(session: Session, first: Panel) {
    this.#session = session;
    this.panel = session.live.status === "over" && first === "moves" ? "result" : first;
    this.#read = session.live.chat.length;
    let heard = this.#read;
    let over = session.live.status === "over";
    $effect(() => {
      const { chat, status } = session.live;
      const isRead = this.panel === "chat" || (this.panel === "more" && session.face.panels);
      if (isRead) this.#read = chat.length;
      if (chat.length > heard && this.#others(heard) > 0 && settings.chat) sound("chat");
      heard = chat.length;
      if (status === "over" && !over && !session.isStudy) this.panel = "result";
      over = status === "over";
    });
    this.#showHints();
  }

  /** A hint was asked for: it is shown, and afterwards what was there before. */
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
