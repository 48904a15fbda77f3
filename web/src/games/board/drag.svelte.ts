/** Dragging from a supply or from the board to a square. Dropping is a click on that square, so that
 * no board needs a second way to be told. */

import { tick } from "svelte";

const FAR_ENOUGH = 6; // pixels; less is a click with an unsteady hand

/** What hangs at the pointer: a symbol of the sprite, or a tile with its sign. */
export interface Ghost {
  symbol: string;
  sign?: { colour: number; tile: string };
  size: number; // pixels
}

class Drag {
  ghost: Ghost | null = $state.raw(null);
  x = $state(0);
  y = $state(0);
  /** The square under the pointer while something is dragged. */
  over: string | null = $state(null);
  /** Nothing can be picked up yet: what was pressed before has to be answered first. */
  isHeld = false;
}

export const drag = new Drag();

/** Looks into shadow trees too: on pages of others, the board is in one. */
function squareAt(x: number, y: number): HTMLElement | null {
  let hit = document.elementFromPoint(x, y);
  for (let root = hit?.shadowRoot; root; root = hit?.shadowRoot) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit?.closest<HTMLElement>("[data-square]") ?? null;
}

/** Call on `pointerdown`; `begin` picks up the piece, and says no if it cannot. */
export function startDrag(event: PointerEvent, begin: () => Ghost | null): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const { pointerId, clientX, clientY } = event;
  let dragging = false;

  function isFar(now: PointerEvent): boolean {
    return Math.hypot(now.clientX - clientX, now.clientY - clientY) >= FAR_ENOUGH;
  }

  function move(moved: PointerEvent): void {
    if (moved.pointerId !== pointerId) return;
    if (!dragging) {
      if (!isFar(moved) || drag.isHeld) return;
      const ghost = begin();
      if (!ghost) return end();
      dragging = true;
      drag.ghost = ghost;
    }
    drag.x = moved.clientX;
    drag.y = moved.clientY;
    drag.over = squareAt(moved.clientX, moved.clientY)?.dataset.square ?? null;
  }

  function up(ended: PointerEvent): void {
    if (ended.pointerId !== pointerId) return;
    const wasHeld = !dragging && drag.isHeld && isFar(ended);
    const square = dragging || wasHeld ? squareAt(ended.clientX, ended.clientY) : null;
    const from = event.target as Element;
    end();
    // Where it was picked up, the browser clicks by itself.
    if (!square || square.contains(from)) return;
    if (wasHeld) from.closest<HTMLElement>("button, [data-square]")?.click(); // kept, and so is the next
    void tick().then(() => square.click());
  }

  function cancel(ended: PointerEvent): void {
    if (ended.pointerId === pointerId) end();
  }

  function end(): void {
    drag.ghost = null;
    drag.over = null;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", cancel);
  }

  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", cancel);
}
