/** The props of a game's board, supply and panels, whatever the layout. */

import type { BoardProps, Changed, Picks } from "../games/face";
import type { LogLine } from "../protocol";
import { marked } from "./recap/since";
import type { Session } from "./session.svelte";
import { settings } from "./settings.svelte";

type Done = Pick<LogLine, "squares" | "does">;

/** The squares of a turn, and what else it changed. */
const placesOf = ({ face }: Session, { squares, does }: Done) => [...squares, ...(face.touched?.(does) ?? [])];

/** One change alone is the last turn, which is marked anyway. In a line that is being prepared, every turn has its
 * number. */
function changedOf(session: Session): Changed[] {
  if (session.store.isLine)
    return marked(session.log.map((turn, i) => ({ ...turn, line: i, number: i + 1, squares: placesOf(session, turn) }))).map(
      (each) => ({ ...each, own: each.seat === session.seated }),
    );
  const { changes, steps } = session.recap;
  return steps.length > 1 ? marked(changes.map((change) => ({ ...change, squares: placesOf(session, change) }))) : [];
}

export function seenOf(session: Session): Omit<BoardProps, "view"> {
  const upToHere = session.log.slice(0, (session.lookback.at ?? session.log.length) + 1);
  return {
    choosing: session.shownChooser,
    preview: session.preview?.view ?? null,
    you: session.you,
    names: session.names,
    last: session.lastLine ? placesOf(session, session.lastLine) : [],
    changed: changedOf(session),
    turns: session.live.seats.map((_, seat) => upToHere.findLast((line) => line.done && line.seat === seat)?.does ?? []),
    pointed: session.pointed,
    refused: session.refused,
    show: settings.shown(session.game, session.face.toggles),
    outlook: session.outlook,
    onlook: () => void session.lookAhead(),
    onhover: (parts: Picks | null) => session.hover(parts),
    onrefuse: (parts: Picks) => void session.refuse(parts),
    oninstead: (parts: Picks | null) => void session.instead(parts),
  };
}
