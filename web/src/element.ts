/** `<contrada-board src="game.replay.json">`: a replay in any page, also to play on. See docs/element.md.
 *
 * All styles are in the shadow tree, as a constructed style sheet: pages with a strict
 * Content-Security-Policy allow that.
 */

import { mount, unmount } from "svelte";
import Shown from "./element/Shown.svelte";
import { Playing, type Look, type Turn, type Why } from "./element/playing.svelte";
import { Showing } from "./element/showing.svelte";
import "./styles/base.css";
import "./element/host.css";
import "./element/words";
import { speak } from "./i18n";
import type { Decisions, Replay } from "./protocol";
import "./styles/tokens.css";

/** The build puts all styles here; see vite.element.config.ts. */
declare const __CONTRADA_STYLES__: string;

let sheet: CSSStyleSheet | null = null;
function styles(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(__CONTRADA_STYLES__);
  }
  return sheet;
}

export class ContradaBoard extends HTMLElement {
  static observedAttributes = ["src", "step", "lang", "controls"];

  readonly #showing = new Showing(() => this.#tell());
  readonly #playing = new Playing((wish, ply, decisions) =>
    this.dispatchEvent(new CustomEvent(wish, { detail: { ply, decisions } })),
  );
  #mounted: ReturnType<typeof mount> | null = null;
  #replay: Replay | null = null;

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styles()];
    void speak(this.closest("[lang]")?.getAttribute("lang") ?? "");
    this.#mounted ??= mount(Shown, { target: root, props: { showing: this.#showing, playing: this.#playing } });
  }

  disconnectedCallback(): void {
    // Moving an element removes it and inserts it again at once.
    queueMicrotask(() => {
      if (this.isConnected || !this.#mounted) return;
      void unmount(this.#mounted);
      this.#mounted = null;
    });
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (name === "controls") this.#showing.controls = now !== null;
    else if (before === now) return;
    else if (name === "lang") void speak(now ?? "");
    else if (name === "step") this.#showing.step = now === "last" ? Infinity : Number(now ?? 0);
    else if (name === "src") this.#load(now);
  }

  /** The replay being shown, as docs/protocol.md describes it. */
  get replay(): Replay | null {
    return this.#showing.film?.replay ?? this.#replay;
  }

  set replay(replay: Replay | null) {
    this.#replay = replay;
    void this.#showing.take(replay);
  }

  /** How many decisions have been made at the position shown. */
  get step(): number {
    return this.#showing.step;
  }

  set step(step: number) {
    this.#showing.step = step;
  }

  /** How many decisions the game has; 0 until it has loaded. */
  get length(): number {
    return this.#showing.film?.length ?? 0;
  }

  /** What the decisions of the game consist of, as `GET /api/games/GAME/decisions` says: to play here. */
  set decisions(decisions: Decisions | null) {
    this.#playing.decisions = decisions;
  }

  /** What may be decided at the end of the replay; null if it is not for somebody here to decide. */
  get turn(): Turn | null {
    return this.#playing.turn;
  }

  set turn(turn: Turn | null) {
    this.#playing.turn = turn;
  }

  /** The answer to `look`. */
  set preview(look: Look | null) {
    this.#playing.looked = look;
  }

  /** Why a decision is not legal. */
  set refused(why: Why | null) {
    this.#playing.refused = why;
  }

  #load(src: string | null): void {
    this.#replay = null;
    void this.#showing.take(src === null ? null : fetched(new URL(src, this.baseURI)));
  }

  #tell(): void {
    this.dispatchEvent(new CustomEvent("step", { detail: { step: this.step, length: this.length } }));
  }
}

async function fetched(address: URL): Promise<Replay> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.href}: ${answer.status}`);
  return (await answer.json()) as Replay;
}

if (!customElements.get("contrada-board")) customElements.define("contrada-board", ContradaBoard);
