"""A table in memory, its onlookers, and what they have been told."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from contrada.server.runtime.connections import Connection
from contrada.server.tables import views
from contrada.server.tables.table import Table
from contrada.server.tables.views import SnapshotCache, Viewpoint
from contrada.server.wire.clocks import TurnClock
from contrada.server.wire.encoding import frame_of
from contrada.server.wire.guests import Identity
from contrada.server.wire.snapshots import ClockChange, Presence, SharedSnapshot, Snapshot


@dataclass
class LiveTable:
    """A table, the lock for changing it, and everything needed to tell its onlookers."""

    table: Table
    snapshots: SnapshotCache
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: dict[Connection, Viewpoint] = field(default_factory=dict)
    told: dict[Viewpoint, SharedSnapshot] = field(default_factory=dict)  # as of `told_seq`
    told_seq: int = 0
    told_forgotten: int = 0
    gone: dict[str, int] = field(
        default_factory=dict
    )  # everyone who sits here or came by, and since when they are away
    # Who is present through other processes, and whether they can see the table there. Strangers
    # have an id here too, so that they are counted.
    elsewhere: dict[str, bool] = field(default_factory=dict)
    noted: dict[str, bool] = field(default_factory=dict)  # the same of this one, as others know it
    presence: Presence | None = None  # as last told
    used: float = field(default_factory=time.monotonic)
    address: str = ""  # where it was made or first watched, if known; never stored
    patience: int = 0  # milliseconds that people may be away before a bot may take their seat
    is_doubtful: bool = False  # a write is pending or has failed: the log may or may not have it

    def viewpoint(self, guest: Identity | None) -> Viewpoint:
        """Return the viewpoint of a guest."""
        if guest is None:
            return Viewpoint(None)
        return Viewpoint(self.table.seat_of(guest.id), guest.id == self.table.made.host)

    @property
    def is_left_in_doubt(self) -> bool:
        """Whether a write has failed and nobody is finding out whether it was stored."""
        return self.is_doubtful and not self.lock.locked()

    @property
    def is_awaited(self) -> bool:
        """Whether a person plays here or looks on, so that somebody waits for the bots."""
        playing = any(seat.is_person for seat in self.table.seats)
        return playing or bool(self.listeners) or bool(self.elsewhere)

    # --- Telling ---

    def tell(self) -> bool:
        """Send all onlookers what has changed; return whether anything had."""
        table, since = self.table, self.told_seq
        if table.seq == since:
            return False
        old, self.told, self.told_seq = self.told, {}, table.seq
        if (
            table.forgotten != self.told_forgotten
        ):  # names in old lines have changed: send everything again
            old, self.told_forgotten = {}, table.forgotten
        differences = views.Differences(table, since)
        frames: dict[Viewpoint, bytes] = {}
        for connection, before in list(self.listeners.items()):
            viewpoint = self.viewpoint(connection.guest)
            shared = self._shared(viewpoint)
            if viewpoint != before or viewpoint not in old:
                self.listeners[connection] = viewpoint
                connection.send(self.snapshot(viewpoint))
                continue
            if viewpoint not in frames:
                frames[viewpoint] = frame_of(differences.between(old[viewpoint], shared))
            connection.send_frame(frames[viewpoint])
        return True

    def tell_clock(self) -> None:
        """Send all onlookers the clock, if a pause has moved it since they were told."""
        shown = views.clock_of(self.table)
        if shown is None or self.table.clock is None or self.table.seq != self.told_seq:
            return
        known = list(self.told.values())
        if all(shared.clock == shown for shared in known):
            return
        for shared in known:
            shared.clock = shown
        change = ClockChange(self.table.id, views.at_once(shown))
        frame = frame_of(change)
        for connection in self.listeners:
            connection.send_frame(frame)
        self.tell_presence()  # when a seat counts as abandoned may depend on its clock

    def _shared(self, viewpoint: Viewpoint) -> SharedSnapshot:
        """Return what a guest may know, as of the state that was last sent."""
        if viewpoint not in self.told:
            self.told[viewpoint] = self.snapshots.shared(viewpoint)
        return self.told[viewpoint]

    def snapshot(self, viewpoint: Viewpoint) -> Snapshot:
        """Return everything that a guest may know, for a new onlooker."""
        return views.snapshot(self.table, self._shared(viewpoint), self._presence())

    # --- Presence ---

    def is_here(self, guest: str | None) -> bool:
        """Whether a guest has the table open, through any process."""
        return guest is not None and guest in self._present()

    def is_seen_by(self, guest: str | None) -> bool:
        """Whether a guest looks at the table: a page that cannot be seen is open, but not seen."""
        if guest is None:
            return False
        return self.elsewhere.get(guest, False) or self.shown_here_to(guest) is True

    def shown_here_to(self, visitor: str) -> bool | None:
        """Return whether somebody can see the table here; None if they do not have it open."""
        visible = [c.is_visible for c in self.listeners if c.visitor == visitor]
        return any(visible) if visible else None

    def _present(self) -> set[str]:
        return {*self.elsewhere, *[c.visitor for c in self.listeners]}

    def _gone_since(self, number: int) -> int | None:
        """Return since when the person of a seat has been away; None if they are here."""
        seat = self.table.seats[number]
        if seat.kind != "person" or seat.guest is None or self.is_here(seat.guest):
            return None
        return max(self.gone.get(seat.guest, 0), seat.acted)

    def abandoned_at(self, number: int) -> int | None:
        """Return when a seat will count as abandoned; None if its person may be away.

        With hours for each turn, nobody needs to be there before these are over.
        """
        since, running = self._gone_since(number), self.table.clock
        if since is None or (running and running.paused):
            return None
        if running and isinstance(running.setting, TurnClock):
            over = running.runs_out_at(number)
            return None if over is None else max(over, since + self.patience)
        return since + self.patience

    def _presence(self) -> Presence:
        seats, present = self.table.seats, self._present()
        online = [seat.kind == "bot" or seat.guest in present for seat in seats]
        return Presence(
            table=self.table.id,
            online=online,
            abandoned_at=[
                None if here else self.abandoned_at(number) for number, here in enumerate(online)
            ],
            watchers=[self.table.seat_of(visitor) for visitor in present].count(None),
        )

    def tell_presence(self) -> None:
        """Send the list of people present, if it has changed."""
        if self.is_doubtful:
            return  # told once it is stored or rebuilt
        found = self._presence()
        if found == self.presence:
            return
        self.presence = found
        frame = frame_of(found)
        for connection in self.listeners:
            connection.send_frame(frame)
