/** Things that fly from one place of the table to another, drawn over everything and never in the way: they
 * hold no press, move by transform and opacity alone, and any press ends them. */

import { WALK } from "../../games/board/motion";
import type { Flight } from "../../games/face";
import { placesNamed } from "../places";

/** One after another, so that they are seen one by one. */
const APART = 110;
/** More than this tells nothing. */
const MOST = 14;
const SVG = "http://www.w3.org/2000/svg";

/** Where a place is on the screen: the first of its elements that is seen. */
function rectOf(root: ParentNode, places: readonly string[]): DOMRect | null {
  for (const found of places.flatMap((place) => placesNamed(place, root))) {
    const rect = found.getBoundingClientRect();
    const isSeen = rect.width > 0 && rect.bottom > 0 && rect.top < innerHeight && rect.right > 0 && rect.left < innerWidth;
    if (isSeen) return rect;
  }
  return null;
}

/** Starts the flights that have both ends in sight; returns how to end them at once. */
export function fly(flights: readonly Flight[], root: ParentNode, layer: HTMLElement): () => void {
  const begun = flights.slice(0, MOST).flatMap((flight, i) => {
    const [from, to] = [rectOf(root, flight.from), rectOf(root, flight.to)];
    return from && to ? [begin(flight, from, to, layer, i * APART)] : [];
  });
  return () => begun.forEach((animation) => animation.finish());
}

function begin(flight: Flight, from: DOMRect, to: DOMRect, layer: HTMLElement, delay: number): Animation {
  const drawn = layer.appendChild(drawing(flight));
  const { offsetWidth: width, offsetHeight: height } = drawn;
  const at = (rect: DOMRect) => `translate(${rect.x + (rect.width - width) / 2}px, ${rect.y + (rect.height - height) / 2}px)`;
  const [start, end] = [at(from), at(to)];
  const turn = (angle: number) => (flight.turns ? `rotateY(${angle}deg)` : "");
  const frames = flight.text && !flight.tint
    ? [
        { transform: `${start} scale(.6)`, opacity: 0 },
        { transform: `${start} scale(1.15)`, opacity: 1, offset: 0.2 },
        { transform: `${start} scale(1)`, opacity: 1, offset: 0.5 },
        { transform: `${end} scale(.8)`, opacity: 0.2 },
      ]
    : [
        { transform: `${start} scale(1.05) ${turn(0)}`, opacity: 1 },
        { transform: `${end} scale(1) ${turn(360)}`, opacity: 1, offset: 0.85 },
        { transform: `${end} scale(.85) ${turn(360)}`, opacity: 0 },
      ];
  const duration = flight.text && !flight.tint ? 3 * WALK : 1.6 * WALK;
  const animation = drawn.animate(frames, { duration, delay, easing: "cubic-bezier(.3, .1, .3, 1)", fill: "backwards" });
  const gone = () => drawn.remove();
  animation.onfinish = gone;
  animation.oncancel = gone;
  return animation;
}

function drawing({ text, symbol, tint, ink, pattern, shape = "piece" }: Flight): HTMLElement {
  const drawn = document.createElement("span");
  drawn.className = `flying ${text && !tint ? "text" : shape}`;
  if (tint) drawn.style.background = tint;
  if (ink) drawn.style.color = ink;
  if (pattern) drawn.style.setProperty("--meeple", pattern);
  if (text) drawn.textContent = text;
  else if (symbol) {
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("viewBox", "0 0 48 48");
    picture.appendChild(document.createElementNS(SVG, "use")).setAttribute("href", `#${symbol}`);
    drawn.append(picture);
  }
  return drawn;
}
