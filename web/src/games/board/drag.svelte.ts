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
}

export const drag = new Drag();

function squareAt(x: number, y: number): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-square]") ?? null;
}

/** Call on `pointerdown`; `begin` picks up the piece, and says no if it cannot. */
export function startDrag(event: PointerEvent, begin: () => Ghost | null): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const { pointerId, clientX, clientY } = event;
  let dragging = false;

  function move(moved: PointerEvent): void {
    if (moved.pointerId !== pointerId) return;
    if (!dragging) {
      if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < FAR_ENOUGH) return;
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
    const square = dragging ? squareAt(ended.clientX, ended.clientY) : null;
    const from = event.target as Element;
    end();
    // Where it was picked up, the browser clicks by itself.
    if (square && !square.contains(from)) void tick().then(() => square.click());
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
