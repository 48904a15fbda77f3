/** The train of the monorail, on its way round the centre. */

import { SQUARE, circuits, type Place, type Point } from "../board/geometry";
import { TELL, calm } from "../board/motion";

const LAP = 6 * TELL;
const STEPS = 90; // of a lap: corners stay round

/** Cars on a closed rail run round it once, from where they stand to where they stand. Where they are is worked out
 * here: asking the drawn path for each point of a lap held a phone up for seconds. */
export function lap(rail: readonly Point[], cars: readonly SVGGraphicsElement[]): void {
  if (calm()) return;
  const { whole, at } = round(rail);
  for (const car of cars) {
    const start = nearest(at, whole, middleOf(car));
    const here = at(start);
    let turned = 0;
    const frames = [...Array(STEPS + 1).keys()].map((step) => {
      const length = start + (step / STEPS) * whole;
      const { x, y } = at(length);
      const [before, after] = [at(length - 1), at(length + 1)];
      turned = unwound((Math.atan2(after.x - before.x, before.y - after.y) * 180) / Math.PI, turned); // from north
      return { transform: `translate(${x - here.x}px, ${y - here.y}px) rotate(${turned}deg)` };
    });
    car.animate(frames, { duration: LAP, easing: "cubic-bezier(.4, 0, .4, 1)" });
  }
}

/** A closed line through these points: how long it is, and the point after any length of it, also of later rounds. */
export function round(points: readonly Point[]): { whole: number; at: (length: number) => Point } {
  let whole = 0;
  const pieces = points.map((from, i) => {
    const to = points[(i + 1) % points.length]!;
    const piece = { from, to, begins: whole, length: Math.hypot(to.x - from.x, to.y - from.y) };
    whole += piece.length;
    return piece;
  });
  const at = (length: number): Point => {
    const within = ((length % whole) + whole) % whole;
    const { from, to, begins, length: long } = pieces.findLast(({ begins }) => begins <= within)!;
    const part = long ? (within - begins) / long : 0;
    return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
  };
  return { whole, at };
}

/** An angle that is the same, and nearest to another: nothing spins back at the end of a lap. */
function unwound(angle: number, to: number): number {
  return angle + 360 * Math.round((to - angle) / 360);
}

function middleOf(drawn: SVGGraphicsElement): Point {
  const { x, y, width, height } = drawn.getBBox();
  return { x: x + width / 2, y: y + height / 2 };
}

function nearest(at: (length: number) => Point, whole: number, { x, y }: Point): number {
  const away = (length: number) => Math.hypot(at(length).x - x, at(length).y - y);
  return [...Array(400).keys()].map((i) => (i / 400) * whole).reduce((best, one) => (away(one) < away(best) ? one : best));
}

const CURVE = [0, 0.25, 0.5, 0.75, 1]; // of a rounded corner

/** The outer path round these squares (`circuit`) as points, as close as a rounded corner needs them. */
export function route(places: Place[], inset: number, corner: number): Point[] {
  const [outer = []] = circuits(places, SQUARE / 2 - inset);
  return outer.flatMap(({ x, y, wayIn, wayOut }) =>
    CURVE.map((t) => {
      const [from, to] = [corner * (1 - t) ** 2, corner * t ** 2];
      return { x: x - from * wayIn[0] + to * wayOut[0], y: y - from * wayIn[1] + to * wayOut[1] };
    }),
  );
}
