/** The props of a game's board, supply and panels, whatever the layout. */

import type { BoardProps, Picks } from "../games/face";
import type { Session } from "./session.svelte";
import { settings } from "./settings.svelte";

export function seenOf(session: Session): Omit<BoardProps, "view"> {
  return {
    choosing: session.shownChooser,
    preview: session.preview?.view ?? null,
    you: session.you,
    names: session.names,
    last: session.last,
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
