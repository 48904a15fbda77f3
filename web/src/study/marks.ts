/** Arrows and rings that somebody draws on a board, and how an address carries them: `ge5-e7,rd6`. */

export const COLOURS = { g: "green", r: "red", b: "blue", y: "yellow" } as const;
export type Colour = keyof typeof COLOURS;

export interface DrawnMark {
  colour: Colour;
  from: string; // a square
  to: string | null; // an arrow leads there; null: a ring
}

const WRITTEN = /^([grby])([A-Za-z0-9]{1,8})(?:-([A-Za-z0-9]{1,8}))?$/;
const MOST = 40;

export function writeMarks(marks: DrawnMark[]): string {
  return marks.map(({ colour, from, to }) => colour + from + (to === null ? "" : `-${to}`)).join(",");
}

/** Leaves out what is no mark. */
export function readMarks(text: string): DrawnMark[] {
  return text
    .split(",")
    .slice(0, MOST)
    .flatMap((written) => {
      const [, colour, from, to = null] = WRITTEN.exec(written) ?? [];
      return colour && from ? [{ colour: colour as Colour, from, to: to === from ? null : to }] : [];
    });
}

/** Draws a mark; the same once more removes it, and in another colour it changes its colour. */
export function toggled(marks: DrawnMark[], mark: DrawnMark): DrawnMark[] {
  const others = marks.filter(({ from, to }) => from !== mark.from || to !== mark.to);
  const isSame = marks.some((each) => each.from === mark.from && each.to === mark.to && each.colour === mark.colour);
  return isSame ? others : [...others, mark].slice(-MOST);
}

/** The keys held while drawing choose the colour. */
export function colourOf({ shiftKey, ctrlKey, altKey, metaKey }: Pick<MouseEvent, "shiftKey" | "ctrlKey" | "altKey" | "metaKey">): Colour {
  const [one, other] = [shiftKey || ctrlKey, altKey || metaKey];
  return one && other ? "y" : one ? "r" : other ? "b" : "g";
}

export interface Point {
  x: number;
  y: number;
}

/** An arrow between the middles of two squares: its line, and its head, whose tip is at the second. */
export function arrow(from: Point, to: Point, width: number): { line: string; head: string } {
  const length = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (along: number, aside: number) =>
    `${round(from.x + along * x - aside * y)} ${round(from.y + along * y + aside * x)}`;
  const neck = length - 3.2 * width;
  return {
    line: `M${at(Math.min(1.5 * width, neck), 0)}L${at(neck, 0)}`,
    head: `M${at(length, 0)}L${at(neck - 0.3 * width, 1.7 * width)}L${at(neck - 0.3 * width, -1.7 * width)}Z`,
  };
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
