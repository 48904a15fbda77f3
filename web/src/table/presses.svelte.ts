/** Presses on what one chooses with: none is lost. While an answer is under way they are kept, then
 * applied in order; where nothing can be chosen, the table says so. Knows elements, but no game. */

import { flushSync, tick, untrack } from "svelte";
import { drag } from "../games/board/drag.svelte";
import { isTaken } from "../games/board/keys";
import type { Session } from "./session.svelte";

/** Areas of the page say whether a press in them chooses something ("choice") or not ("free"). */
const AREA = "[data-presses]";
/** The browser itself turns Enter and Space into a click on these. */
const CONTROLS = "a, button, summary, label, input, select, textarea";
const PRESSABLE = `${CONTROLS}, [role=gridcell]`;
/** Keys that may choose something; those that only move the focus need not wait. */
const CHOOSING = /^(Enter|Escape|[^?])$/;
const SAID_FOR = 2500; // milliseconds

interface Press {
  target: Element;
  /** "click", or the key. */
  what: string;
  /** What the target was called, since another may have taken its place. */
  label: string;
  byTouch: boolean;
  /** It repeats the press that is being answered: a second yes, with nothing to say about a new position. */
  isYes: boolean;
  ply: number;
  turn: number;
}

/** Why a press did nothing: it is not your turn, what was pressed has gone since, or nothing can be
 * chosen there. */
export type Vain = "wait" | "changed" | "elsewhere";

export class Presses {
  /** Those that wait for an answer. */
  kept: Press[] = $state.raw([]);
  /** Said for a moment after a press in vain; a new object each time. */
  vain: { why: Vain } | null = $state.raw(null);
  readonly #session: Session;
  /** The latest that was not kept. */
  #latest: Pick<Press, "target" | "what"> | null = null;
  /** What the pointer went down on. */
  #begun: Element | null = null;
  #isApplying = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session) {
    this.#session = session;
    $effect(() => this.#listen());
    $effect(() => {
      drag.isHeld = session.isSettling;
      if (!session.isSettling && this.kept.length > 0) untrack(() => void this.#applyKept());
    });
    $effect(() => () => {
      drag.isHeld = false;
      clearTimeout(this.#timer);
    });
  }

  /** Captures, so that nobody else hears of a press before. */
  #listen(): () => void {
    const listening = new AbortController();
    const how = { capture: true, signal: listening.signal };
    addEventListener("pointerdown", (event) => this.#begin(event), how);
    addEventListener("pointerup", (event) => this.#end(event), how);
    addEventListener("click", (event) => this.#click(event), how);
    addEventListener("keydown", (event) => this.#key(event), how);
    return () => listening.abort();
  }

  #begin(event: PointerEvent): void {
    this.#session.touch = event.pointerType === "touch";
    this.#begun = event.target as Element;
    this.#skip();
  }

  /** A press while the board still shows what others did means the board as it is now. */
  #skip(): void {
    flushSync(() => this.#session.pacing.skip());
  }

  /** The turn came in the middle of a press: what the pointer went down on has gone, and the browser
   * does not click on what stands there now. (A finger clicks on what it leaves.) */
  #end({ clientX, clientY, pointerType }: PointerEvent): void {
    const begun = this.#begun;
    if (begun === null || begun.isConnected || pointerType === "touch") return;
    const target = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(PRESSABLE);
    setTimeout(() => {
      if (target && isChoice(target) && this.#begun === begun) target.click(); // it has not clicked
    });
  }

  #click(event: MouseEvent): void {
    this.#begun = null;
    if (this.#isApplying) return;
    const hit = event.target as Element;
    const target = hit.closest(PRESSABLE);
    if (!isChoice(target ?? hit)) return;
    if (target === null) this.#sayIfWaiting();
    else if (this.#session.isSettling) this.#keep(event, target, "click");
    else this.#pass(target, "click");
  }

  #key(event: KeyboardEvent): void {
    if (this.#isApplying) return;
    this.#session.touch = false;
    this.#skip();
    const { key } = event;
    const hit = event.target as Element;
    const clicks = key === "Enter" || key === " ";
    if (isTaken(event) || !CHOOSING.test(key) || (clicks && hit.closest(CONTROLS))) return;
    const target = hit.closest(PRESSABLE) ?? hit;
    if (this.#session.isSettling) this.#keep(event, target, key);
    else if (clicks && isChoice(target)) this.#pass(target, key);
  }

  /** It goes on its way; if nothing comes of it, that is said. A control shows by itself what it does. */
  #pass(target: Element, what: string): void {
    this.#latest = { target, what };
    if (target.matches(CONTROLS)) return;
    if (this.#session.chooser) void this.#sayIfVain();
    else this.#sayIfWaiting();
  }

  #keep(event: Event, target: Element, what: string): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event instanceof KeyboardEvent && event.repeat) return; // a key held down is one press
    const isYes = this.#latest?.target === target && this.#latest.what === what;
    const { touch: byTouch, shown } = this.#session;
    const press = { target, what, label: labelOf(target), byTouch, isYes, ply: shown.ply, turn: this.#turn };
    this.kept = [...this.kept, press];
  }

  /** How many turns are over. */
  get #turn(): number {
    return this.#session.shown.log.filter(({ done }) => done).length;
  }

  async #applyKept(): Promise<void> {
    if (this.#isApplying) return;
    while (this.kept.length > 0 && !this.#session.isSettling) {
      const [press, ...rest] = this.kept;
      this.kept = rest;
      this.#isApplying = true;
      this.#apply(press!);
      this.#isApplying = false;
      await tick(); // what was chosen may be on its way to the server now
    }
  }

  #apply(press: Press): void {
    const { chooser, shown } = this.#session;
    if (press.isYes && press.ply !== shown.ply) return;
    const isControl = press.target.matches(CONTROLS);
    if (press.turn !== this.#turn && chooser) return this.#say("changed");
    if (!chooser && !isControl) return this.#say("wait");
    const target = isControl ? successorOf(press) : (press.target as HTMLElement);
    if (!target?.isConnected) return this.#say(chooser ? "changed" : "wait");
    this.#latest = { target, what: press.what };
    this.#session.touch = press.byTouch;
    if (press.what === "click") target.click();
    else target.dispatchEvent(new KeyboardEvent("keydown", { key: press.what, bubbles: true, cancelable: true }));
  }

  /** The connection is gone, or what they built upon was refused. */
  forget(): void {
    if (this.kept.length > 0) this.#say("changed");
    this.kept = [];
  }

  /** Whether anything follows from a press is known when all have heard of it; a microtask would come
   * before that. */
  async #sayIfVain(): Promise<void> {
    const state = () => {
      const { choosing, refusing, isSettling } = this.#session;
      return [choosing.picked, choosing.gathered, choosing.insisted, refusing, isSettling];
    };
    const before = state();
    await new Promise((resolve) => setTimeout(resolve));
    await tick();
    if (state().every((one, i) => one === before[i])) this.#say("elsewhere");
  }

  #sayIfWaiting(): void {
    const { chooser, isConnected, isLooking, seated, shown, you } = this.#session;
    const waits = shown.status === "playing" && seated !== null && shown.to_move !== you;
    if (waits && !chooser && isConnected && !isLooking) this.#say("wait");
  }

  #say(why: Vain): void {
    this.vain = { why };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.vain = null), SAID_FOR);
  }
}

function isChoice(target: Element): boolean {
  return target.closest<HTMLElement>(AREA)?.dataset.presses === "choice";
}

function labelOf(target: Element): string {
  return target.getAttribute("aria-label") ?? target.textContent.trim();
}

/** The control that is called what the pressed one was called: cards move up in a hand. */
function successorOf({ target, label }: Press): HTMLElement | null {
  if (target.isConnected && labelOf(target) === label) return target as HTMLElement;
  const all = [...document.querySelectorAll<HTMLElement>("button")];
  return all.find((one) => isChoice(one) && labelOf(one) === label) ?? null;
}
