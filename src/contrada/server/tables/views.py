"""What each kind of onlooker may know about a table: the last step before anything is sent.

A shared snapshot leaves out what differs from connection to connection. Everyone with the same
viewpoint gets the same one, so it is computed and encoded once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import structs

from contrada import replay
from contrada.games.contract import Position, View
from contrada.replay import LogLine
from contrada.server import times
from contrada.server.tables.clock import Clock
from contrada.server.tables.table import Seat, Table, Turn
from contrada.server.wire import snapshots
from contrada.server.wire.answers import StoredSeat, StoredSummary
from contrada.server.wire.snapshots import (
    Can,
    Delta,
    Presence,
    Question,
    Seed,
    SharedSnapshot,
    Snapshot,
)

LATEST_CHAT = 200  # lines that a snapshot has
TOLD_APART = ("view", "log", "chat")  # fields that a delta does not send whole
SET = tuple(name for name in SharedSnapshot.__struct_fields__ if name not in TOLD_APART)


class Viewpoint(NamedTuple):
    """A viewpoint: a seat's, or everyone's without one; and whether it is the host's."""

    seat: int | None
    host: bool = False


@dataclass
class _Known:
    """What has been computed for a seat, reused while it is valid."""

    position: Position | None = None
    view: View | None = None
    lines: list[tuple[Turn, list[int], LogLine]] = field(default_factory=list)


class SnapshotCache:
    """The shared snapshots of one table."""

    def __init__(self, table: Table) -> None:
        """Start with an empty cache."""
        self._table = table
        self._known: dict[int | None, _Known] = {}

    def shared(self, viewpoint: Viewpoint) -> SharedSnapshot:
        """Return what this viewpoint may know now."""
        table, seat = self._table, viewpoint.seat
        made, position = table.made, table.position
        shared = SharedSnapshot(
            ply=table.ply,
            game=made.game,
            options=made.options,
            status=table.status,
            listed=made.listed,
            hints=made.hints,
            host=made.host,
            you=seat,
            seats=[_seat(each) for each in table.seats],
            clock=_clock(table),
            seed=_seed(table),
            view=self.view(seat),
            to_move=table.to_move,
            log=self._log(seat),
            can=_can(table, viewpoint),
            asks=[Question(each.what, each.seat, sorted(each.yes)) for each in table.questions],
            chat=list(table.chat),
            muted=sorted(table.muted),
            result=table.end,
            rematch=table.rematch,
        )
        if position and seat is not None and table.to_move == seat:
            show_choices(shared, position)
        if position and table.status == "over":
            show_the_end(shared, position)
        return shared

    def view(self, seat: int | None) -> View | None:
        """Return the position as a seat may see it, computed once for each position."""
        position = self._table.position
        if position is None:
            return None
        known = self._known.setdefault(self._eyes(seat), _Known())
        if known.position is not position:
            known.position, known.view = position, position.view(self._eyes(seat))
        return known.view

    def _eyes(self, seat: int | None) -> int | None:
        """Return the seat whose view counts; where nothing is hidden, all share one."""
        return seat if self._table.game.facts.hidden else None

    def _log(self, seat: int | None) -> list[LogLine]:
        known = self._known.setdefault(self._eyes(seat), _Known())
        turns, lines = self._table.turns, known.lines
        while lines and not _holds(lines, turns):
            lines.pop()
        ply = lines[-1][2]["ply"] if lines else 0
        for turn in turns[len(lines) :]:
            ply += len(turn.decisions)
            line = replay.log_line(turn.start, turn.decisions, self._eyes(seat), ply)
            lines.append((turn, [*turn.decisions], line))
        return [line for _, _, line in lines]


def _holds(lines: list[tuple[Turn, list[int], LogLine]], turns: list[Turn]) -> bool:
    """Whether the latest of these lines is still valid; if so, the earlier ones are too."""
    turn, decisions, _ = lines[-1]
    return (
        len(lines) <= len(turns)
        and turns[len(lines) - 1] is turn
        and turn.decisions == decisions  # one may have been taken instead of another
    )


def _seat(seat: Seat) -> snapshots.Seat:
    return snapshots.Seat(seat.kind, seat.name, seat.guest, seat.level, seat.out)


def _clock(table: Table) -> snapshots.Clock | None:
    """Return the clock; before the start, with the time that everyone will have."""
    if table.clock:
        return shown_clock(table.clock)
    return shown_clock(Clock(table.made.clock, len(table.seats), ())) if table.made.clock else None


def shown_clock(clock: Clock) -> snapshots.Clock:
    """Return a clock for the wire: the time left at a moment that no pause follows."""
    return snapshots.Clock(clock.setting, list(clock.left), clock.running, clock.runs_since())


def at_once(clock: snapshots.Clock) -> snapshots.Clock:
    """Return a clock that is sent at once, with the time that it is now."""
    return structs.replace(clock, now=times.now())


def _seed(table: Table) -> Seed | None:
    """Return the fingerprint of the seed, and the seed itself once nothing depends on it."""
    if table.seed is None or table.commitment is None:
        return None
    if table.status != "over":
        return Seed(table.commitment, None, None)
    return Seed(table.commitment, table.seed.salt, str(table.seed.seed))


def show_choices(shared: SharedSnapshot, position: Position) -> None:
    """Add the legal decisions of the seat to move."""
    shared.legal, shared.then = position.legal(), position.then()


def show_the_end(shared: SharedSnapshot, position: Position) -> None:
    """Add what is secret until the end: every line of every score sheet, and all hands."""
    shared.sheet, shared.hands = position.score_sheet(), _hands(position)


def _hands(position: Position) -> list[View] | None:
    """Return each seat's view, if they differ."""
    if not position.game.facts.hidden:
        return None
    return [position.view(seat) for seat in range(position.seats)]


def _can(table: Table, viewpoint: Viewpoint) -> list[Can]:
    """List what a guest may do now; the client checks what depends on the time."""
    seat, playing = viewpoint.seat, table.status == "playing"
    seated = seat is not None
    possible: dict[Can, bool] = {
        "play": playing and seated and table.to_move == seat,
        "undo": table.may_undo(seat),
        "takeback": table.may_take_back(seat),
        "draw": table.may_ask_for_draw(seat),
        "answer": seat is not None and any(table.to_answer(q, seat) for q in table.questions),
        "resign": playing and seated,
        "claim": playing and seated and table.clock is not None and table.to_move != seat,
        "sit": not seated and any(each.kind in ("open", "kept") for each in table.seats),
        "stand": seated and table.status == "open",
        "give": table.status != "over" and (viewpoint.host or seated),
        "rematch": table.status == "over" and seated,
        "chat": True,
        "mute": viewpoint.host,
        "hint": table.may_hint(seat),
    }
    return [action for action, may in possible.items() if may]


def snapshot(table: Table, shared: SharedSnapshot, presence: Presence) -> Snapshot:
    """Return a shared snapshot in the form of a first message about a table."""
    found = Snapshot(
        **structs.asdict(shared),
        table=table.id,
        seq=table.seq,
        online=presence.online,
        abandoned_at=presence.abandoned_at,
        watchers=presence.watchers,
    )
    found.chat = shared.chat[-LATEST_CHAT:]
    if shared.clock:
        found.clock = at_once(shared.clock)
    return found


def delta(table: Table, since: int, old: SharedSnapshot, new: SharedSnapshot) -> Delta:
    """Return the difference between a shared snapshot and a later one."""
    pairs = ((name, getattr(old, name), getattr(new, name)) for name in SET)
    found = Delta(
        table=table.id,
        seq=table.seq,
        set={name: after for name, before, after in pairs if after != before},
    )
    if table.seq != since + 1:
        found.since = since
    if old.view is None or new.view is None:
        if new.view is not None:
            found.set["view"] = new.view
    elif new.view is not old.view:
        found.view = replay.changed(old.view, new.view)
    if new.log != old.log:
        kept = _common(old.log, new.log)
        found.log_from, found.log = kept, new.log[kept:]
    if len(new.chat) != len(old.chat):
        found.chat = new.chat[len(old.chat) :]
    return found


def _common(old: list[Any], new: list[Any]) -> int:
    """Count the leading lines that two logs have in common."""
    pairs = enumerate(zip(old, new, strict=False))
    differing = (k for k, (a, b) in pairs if a is not b and a != b)
    return next(differing, min(len(old), len(new)))


def summary(table: Table) -> StoredSummary:
    """Return the table's summary for lists; `you` is added for each guest."""
    end = table.end
    return StoredSummary(
        id=table.id,
        game=table.made.game,
        options=table.made.options,
        status=table.status,
        listed=table.made.listed,
        hints=table.made.hints,
        host=table.made.host_name,
        clock=table.made.clock,
        created=table.created,
        changed=table.changed,
        seats=[StoredSeat(each.kind, each.name, each.level, each.guest) for each in table.seats],
        to_move=table.to_move,
        turn=len(table.turns),
        places=end.places if end else None,
        scores=end.scores if end else None,
    )
