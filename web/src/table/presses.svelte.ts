/** Loses no press on the board and supply. While the server's answer is pending, presses are kept and
 * then applied in order; a press that does nothing gets a message. It knows elements, but no game. */

import { flushSync, tick, untrack } from "svelte";
import { drag } from "../games/board/drag.svelte";
import { isTaken } from "../games/board/keys";
import type { Session } from "./session.svelte";

/** Areas of the page say whether a press in them chooses something ("choice") or not ("free"). */
const AREA = "[data-presses]";
/** Elements on which the browser turns Enter and Space into a click. */
const CONTROLS = "a, button, summary, label, input, select, textarea";
const PRESSABLE = `${CONTROLS}, [role=gridcell]`;
/** Keys that may choose something. Those that only move the focus need not wait. */
const CHOOSING = /^(Enter|Escape|[^?])$/;
const SAID_FOR = 2500; // milliseconds

interface Press {
  target: Element;
  /** "click", or the key. */
  what: string;
  /** The target's name, since another element may have taken its place. */
  label: string;
  byTouch: boolean;
  /** Repeats the press being answered: a double confirmation, meaningless in a new position. */
  isYes: boolean;
  ply: number;
  /** How many turns others had finished. */
  others: number;
}

/** Why a press did nothing: it is not your turn, the target is gone, or there is nothing to choose. */
export type Vain = "wait" | "changed" | "elsewhere";

export class Presses {
  /** Presses that wait for an answer. */
  kept: Press[] = $state.raw([]);
  /** Shown for a moment after a press that did nothing; a new object each time. */
  vain: { why: Vain } | null = $state.raw(null);
  readonly #session: Session;
  /** The latest press that wasn't kept. */
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

  /** Listens in the capture phase, before any other handler. */
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

  /** A press while moves of others are still being shown is meant for the latest position. */
  #skip(): void {
    flushSync(() => this.#session.pacing.skip());
  }

  /** If the turn came in the middle of a press, the element under the pointer was replaced and the browser
   * doesn't click on its successor. (With a finger it does.) */
  #end({ clientX, clientY, pointerType }: PointerEvent): void {
    const begun = this.#begun;
    if (begun === null || begun.isConnected || pointerType === "touch") return;
    const target = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(PRESSABLE);
    setTimeout(() => {
      if (target && isChoice(target) && this.#begun === begun) target.click(); // the browser hasn't clicked
    });
  }

  #click(event: MouseEvent): void {
    this.#begun = null;
    if (this.#isApplying) return;
    const hit = event.target as Element;
    const target = hit.closest(PRESSABLE);
    if (!isChoice(target ?? hit)) {
      this.#latest = null; // such as the button that confirms: what follows repeats nothing
      return;
    }
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

  /** Lets the press through, and says so if it does nothing. Controls show by themselves what they do. */
  #pass(target: Element, what: string): void {
    this.#latest = { target, what };
    if (target.matches(CONTROLS)) return;
    if (this.#session.chooser) void this.#sayIfVain();
    else this.#sayIfWaiting(target);
  }

  #keep(event: Event, target: Element, what: string): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event instanceof KeyboardEvent && event.repeat) return; // a key held down is one press
    const before = this.kept.at(-1);
    const isSame = (one: Pick<Press, "target" | "what"> | null) => one?.target === target && one.what === what;
    const isYes = before ? before.isYes && isSame(before) : isSame(this.#latest);
    const { touch: byTouch, shown } = this.#session;
    const press = { target, what, label: labelOf(target), byTouch, isYes, ply: shown.ply, others: this.#others };
    this.kept = [...this.kept, press];
  }

  /** How many turns others have finished. A press made before one of those was meant for another position. */
  get #others(): number {
    return this.#session.shown.log.filter(({ done, seat }) => done && !this.#session.isAtThisScreen(seat)).length;
  }

  async #applyKept(): Promise<void> {
    if (this.#isApplying) return;
    while (this.kept.length > 0 && !this.#session.isSettling) {
      const [press, ...rest] = this.kept;
      this.kept = rest;
      this.#isApplying = true;
      this.#apply(press!);
      this.#isApplying = false;
      await tick(); // the choice may be on its way to the server now
    }
  }

  #apply(press: Press): void {
    const { chooser, shown } = this.#session;
    if (press.isYes && press.ply !== shown.ply) return;
    const isControl = press.target.matches(CONTROLS);
    if (press.others !== this.#others && chooser) return this.#say("changed");
    if (!chooser && !isControl) return this.#say("wait");
    const target = isControl ? successorOf(press) : (press.target as HTMLElement);
    if (!target?.isConnected) return this.#say(chooser ? "changed" : "wait");
    this.#latest = { target, what: press.what };
    this.#session.touch = press.byTouch;
    if (press.what === "click") target.click();
    else target.dispatchEvent(new KeyboardEvent("keydown", { key: press.what, bubbles: true, cancelable: true }));
  }

  /** Call it when the connection is gone, or when the play that the presses follow was refused. */
  forget(): void {
    if (this.kept.length > 0) this.#say("changed");
    this.kept = [];
  }

  /** Only after all handlers have run is it clear whether a press did anything; a microtask would be too
   * early. */
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

  #sayIfWaiting(target?: Element): void {
    const { chooser, isConnected, isLooking, seated, shown, you } = this.#session;
    const waits = shown.status === "playing" && seated !== null && shown.to_move !== you;
    if (!waits || chooser || !isConnected || isLooking) return;
    const square = target?.closest<HTMLElement>("[data-square]")?.dataset.square;
    if (square === undefined || !this.#session.store.ahead?.begin(square)) this.#say("wait");
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

/** The control with the same name as the pressed one: cards move up in a hand. */
function successorOf({ target, label }: Press): HTMLElement | null {
  if (target.isConnected && labelOf(target) === label) return target as HTMLElement;
  const all = [...document.querySelectorAll<HTMLElement>("button")];
  return all.find((one) => isChoice(one) && labelOf(one) === label) ?? null;
}
