/** Movement explains, then stops; durations and curves are those of the design tokens. */

import type { TransitionConfig } from "svelte/transition";

export const PIECE = 220; // a piece arrives
export const WALK = 360; // an architect walks
export const TELL = 700; // a district changes hands

/** Whoever asks for less motion gets none: marks alone tell the story. */
export function calm(): boolean {
  return typeof matchMedia !== "function" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function lasting(duration: number): number {
  return calm() ? 0 : duration;
}

/** cubic-bezier(.3, 1.3, .5, 1) nearly: wood touching stone, 4 % too far and back. */
function settle(t: number): number {
  const back = 0.9;
  return 1 + (back + 1) * (t - 1) ** 3 + back * (t - 1) ** 2;
}

function ease(t: number): number {
  return 1 - (1 - t) ** 3;
}

/** A piece comes down from a little above. */
export function arrive(_node: Element, { delay = 0 }: { delay?: number } = {}): TransitionConfig {
  return {
    delay: lasting(delay),
    duration: lasting(PIECE),
    easing: settle,
    css: (t, u) => `transform: translateY(${-20 * u}px); opacity: ${Math.min(1, 2 * t)}`,
  };
}

/** A captured tile lifts, and is gone. */
export function lift(_node: Element): TransitionConfig {
  return {
    duration: lasting(PIECE),
    easing: ease,
    css: (t, u) => `transform: translateY(${-46 * u}px); opacity: ${t}`,
  };
}

/** Comes down, or walks in a straight line from where it stood. */
export function enter(
  node: Element,
  { delay, way }: { delay: number; way: { x: number; y: number } | null },
): TransitionConfig {
  if (way === null) return arrive(node, { delay });
  const { x, y } = way;
  return {
    duration: x || y ? lasting(WALK) : 0,
    easing: ease,
    css: (_t, u) => `transform: translate(${x * u}px, ${y * u}px)`,
  };
}

/** A wall is drawn round once; the path says `pathLength="1"`. */
export function drawn(_node: Element, { tells }: { tells: boolean }): TransitionConfig {
  return {
    duration: tells ? lasting(TELL) : 0,
    css: (t, u) => `stroke-dasharray: ${t} ${u + 0.01}`,
  };
}

/** A plaque turns round its upright. */
export function turned(_node: Element, { tells }: { tells: boolean }): TransitionConfig {
  return {
    duration: tells ? lasting(TELL) : 0,
    easing: ease,
    css: (t) => `transform: scaleX(${Math.abs(Math.cos((1 - t) * Math.PI))})`,
  };
}

/** A cross fades in. */
export function appear(_node: Element): TransitionConfig {
  return { duration: lasting(PIECE), css: (t) => `opacity: ${t}` };
}
