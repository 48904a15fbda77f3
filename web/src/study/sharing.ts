/** What a position is shared as: addresses of its picture and its replay, text, and a piece of a web page. */

import type { Decision, PositionText, Source } from "../protocol";

/** A position that an address can carry: no uploaded record. */
export interface Shared {
  source: Exclude<Source, { kind: "record" }>;
  decisions: Decision[];
}

/** A record is too long for an address, but its start and its decisions aren't. */
export function sharedOf(source: Source, decisions: Decision[], text: PositionText): Shared {
  if (source.kind !== "record") return { source, decisions };
  const { game, options, seats, seed, position } = source.record as unknown as Recorded;
  const start = { game, options: options ?? {} };
  return position === undefined
    ? { source: { kind: "start", ...start, seats: seats.length, seed: String(seed ?? 0) }, decisions: text.decisions }
    : { source: { kind: "position", ...start, text: position }, decisions: text.decisions };
}

/** What this needs of a record; the server has checked it. */
interface Recorded {
  game: string;
  options?: Record<string, string | boolean>;
  seats: string[];
  seed?: string | number;
  position?: string;
}

const query = (shared: Shared) => `at=${encodeURIComponent(JSON.stringify(shared))}`;

export function pictureUrl(shared: Shared): string {
  return `/api/study/picture.png?${query(shared)}`;
}

export function replayUrl(shared: Shared): string {
  return `/api/study/replay?${query(shared)}`;
}

/** A board to step through, for any web page. It opens at the position shared. */
export function snippet(origin: string, shared: Shared): string {
  const src = `${origin}${replayUrl(shared)}`.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return [
    `<script type="module" src="${origin}/element/contrada-board.js"></` + "script>",
    `<contrada-board src="${src}" step="last" controls></contrada-board>`,
  ].join("\n");
}

/** The moves up to here, numbered as in the log, then the position as one line. */
export function plainText(heading: string, { moves, position }: PositionText, link: string | null): string {
  const numbered = moves.map((move, i) => `${i + 1}. ${move}`).join("  ");
  return [heading, numbered, position, link].filter(Boolean).join("\n");
}

