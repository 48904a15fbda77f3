"""What each kind of onlooker may know about a table: the last step before anything is sent.

A shared snapshot leaves out what differs from connection to connection. Everyone with the same
viewpoint gets the same one, so it is computed and encoded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import UNSET, structs

from contrada import replay
from contrada.games.contract import Position, View
from contrada.replay import LogLine
from contrada.server import times
from contrada.server.tables.clock import Clock
from contrada.server.tables.table import Seat, Table, Turn
from contrada.server.wire import snapshots
from contrada.server.wire.answers import RematchNews, StoredSeat, StoredSummary
from contrada.server.wire.clocks import TurnClock
from contrada.server.wire.encoding import encoded_once
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
OWN = ("you", "clock", "legal", "then", "can", "sheet", "hands")  # differ between viewpoints
COMMON = tuple(name for name in SharedSnapshot.__struct_fields__ if name not in (*TOLD_APART, *OWN))
_own_values, _common_values = attrgetter(*OWN), attrgetter(*COMMON)


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
    log: list[LogLine] = field(default_factory=list)  # the same lines; a new list if they change


class SnapshotCache:
    """The shared snapshots of one table."""

    def __init__(self, table: Table) -> None:
        """Start with an empty cache."""
        self._table = table
        self._known: dict[int | None, _Known] = {}
        self._seq = 0  # the entry that `_for_all` belongs to
        self._for_all: SharedSnapshot | None = None  # all others are copies of it

    def shared(self, viewpoint: Viewpoint) -> SharedSnapshot:
        """Return what this viewpoint may know now."""
        table, seat = self._table, viewpoint.seat
        position, shared = table.position, copy(self._same_for_all())
        shared.you = seat
        shared.clock = clock_of(table)
        shared.view = self.view(seat)
        shared.log = self._log(seat)
        shared.can = _can(table, viewpoint)
        if position and seat is not None and table.to_move == seat:
            show_choices(shared, position)
        if position and table.status == "over":
            show_the_end(shared, position)
        return shared

    def _same_for_all(self) -> SharedSnapshot:
        """Return what everyone may know, computed once for each entry of the log."""
        table, made = self._table, self._table.made
        if self._for_all is None or self._seq != table.seq:
            self._seq = table.seq
            self._for_all = SharedSnapshot(
                ply=table.ply,
                game=made.game,
                options=made.options,
                status=table.status,
                listed=made.listed,
                hints=made.hints,
                host=made.host,
                host_name=made.host_name,
                random_seats=made.random_seats,
                you=None,
                seats=[_seat(each) for each in table.seats],
                seed=_seed(table),
                view=None,
                to_move=table.to_move,
                log=[],
                can=[],
                asks=[Question(q.what, q.seat, sorted(q.yes)) for q in table.questions],
                reopened=table.reopened,
                declined=list(table.declined),
                chat=list(table.chat),
                muted=sorted(table.muted),
                result=table.end,
                rematch=table.rematch,
            )
        return self._for_all

    def view(self, seat: int | None) -> View | None:
        """Return the position as a seat may see it, computed once for each position."""
        position = self._table.position
        if position is None:
            return None
        eyes = self._eyes(seat)
        known = self._known.get(eyes) or self._known.setdefault(eyes, _Known())
        if known.position is not position:
            known.position, known.view = position, position.view(eyes)
        return known.view

    def _eyes(self, seat: int | None) -> int | None:
        """Return the seat whose view counts; where nothing is hidden, all share one."""
        return seat if self._table.game.facts.hidden else None

    def _log(self, seat: int | None) -> list[LogLine]:
        eyes = self._eyes(seat)
        known = self._known.get(eyes) or self._known.setdefault(eyes, _Known())
        turns, lines = self._table.turns, known.lines
        while lines and not _holds(lines, turns):
            lines.pop()
        if len(lines) < len(turns) or len(lines) < len(known.log):
            ply = lines[-1][2]["ply"] if lines else 0
            for turn in turns[len(lines) :]:
                ply += len(turn.decisions)
                line = replay.log_line(turn.start, turn.decisions, eyes, ply, turn.reached)
                lines.append((turn, [*turn.decisions], line))
            known.log = [line for _, _, line in lines]
        return known.log


def _holds(lines: list[tuple[Turn, list[int], LogLine]], turns: list[Turn]) -> bool:
    """Whether the latest of these lines is still valid; if so, the earlier ones are too."""
    turn, decisions, _ = lines[-1]
    return (
        len(lines) <= len(turns)
        and turns[len(lines) - 1] is turn
        and turn.decisions == decisions  # one may have been taken instead of another
    )


def _seat(seat: Seat) -> snapshots.Seat:
    return snapshots.Seat(
        seat.kind, seat.name, seat.guest, seat.level, seat.out, seat.here, seat.until
    )


def clock_of(table: Table) -> snapshots.Clock | None:
    """Return the clock; before the start, with the time that everyone will have."""
    if table.clock:
        shown = shown_clock(table.clock, table.first_move_by)
        if table.status == "playing" and isinstance(table.clock.setting, TurnClock):
            show_days_off(shown, table.clock, times.now())
        return shown
    return shown_clock(Clock(table.made.clock, len(table.seats), ())) if table.made.clock else None


def shown_clock(clock: Clock, first_move_by: int | None = None) -> snapshots.Clock:
    """Return a clock for the wire: the time left at a moment that no pause follows."""
    return snapshots.Clock(
        clock.setting,
        list(clock.left),
        clock.running,
        clock.runs_since(),
        first_move_by,
        clock.paused,
    )


def show_days_off(shown: snapshots.Clock, clock: Clock, at: int) -> None:
    """Add until when seats have days off, if any has."""
    off = [clock.off_until(seat, at) for seat in range(len(clock.left))]
    if any(off):
        shown.off = off


def at_once(clock: snapshots.Clock) -> snapshots.Clock:
    """Return a clock to send at once, with the current time, and without days off that are over."""
    now = times.now()
    is_over = clock.off is not UNSET and all((until or 0) <= now for until in clock.off)
    return structs.replace(clock, now=now, **({"off": UNSET} if is_over else {}))


def _seed(table: Table) -> Seed | None:
    """Return the fingerprint of the seed, and the seed itself once nothing depends on it."""
    if table.seed is None or table.commitment is None:
        return None
    if table.status != "over":
        return Seed(table.commitment, None, None)
    return Seed(table.commitment, table.seed.salt, str(table.seed.seed))


def show_choices(shared: SharedSnapshot, position: Position) -> None:
    """Add the legal decisions of the seat to move."""
    shared.legal = position.legal()
    shared.then = position.then(shared.legal)


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
    seat, status = viewpoint.seat, table.status
    if seat is None:
        is_free = any(each.kind in ("open", "kept") for each in table.seats)
        sit = is_free and status != "closed"
        keep = status == "open" and any(each.kind == "open" for each in table.seats)
        possible: list[tuple[Can, object]] = [
            ("sit", sit),
            ("keep", keep),
            ("give", viewpoint.host),
        ]
    elif status == "playing":
        is_due, clock = table.to_move == seat, table.clock
        possible = [
            ("play", is_due),
            ("undo", is_due and table.may_undo(seat)),
            ("takeback", table.may_take_back(seat)),
            ("draw", table.may_ask_for_draw(seat)),
            ("pause", clock and table.may_ask_for_pause(seat)),
            ("resume", clock and clock.paused),
            ("answer", _may_answer(table, seat)),
            ("resign", True),
            ("claim", clock and not is_due),
            ("give", True),
        ]
    else:
        possible = [
            ("stand", status == "open"),
            ("give", True),
            ("answer", _may_answer(table, seat)),
            ("rematch", table.may_want_rematch(seat)),
        ]
    is_done = status in ("over", "closed")
    can = [action for action, may in possible if may and (action != "give" or not is_done)]
    can.append("chat")
    if viewpoint.host:
        can += ["close", "mute"] if status == "open" else ["mute"]
    if table.may_hint(seat):
        can.append("hint")
    return can


def _may_answer(table: Table, seat: int) -> bool:
    return bool(table.questions) and any(table.to_answer(q, seat) for q in table.questions)


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


class Differences:
    """The differences that onlookers are told after a change.

    Those who see the same are told the same; it is worked out and encoded once for all of them.
    """

    def __init__(self, table: Table, since: int) -> None:
        """Start with what has happened since an entry of the log."""
        self._table, self._since = table, since
        # By the ids of both: what has changed of the fields that all have, the view and the log.
        self._common: dict[tuple[int, int], dict[str, Any]] = {}
        self._views: dict[tuple[int, int], Any] = {}
        self._logs: dict[tuple[int, int], tuple[int, Any]] = {}

    def between(self, old: SharedSnapshot, new: SharedSnapshot) -> Delta:
        """Return the difference between a shared snapshot and a later one.

        Both must be kept as long as this object is used.
        """
        table = self._table
        own = _changes(OWN, _own_values(old), _own_values(new))
        found = Delta(table=table.id, seq=table.seq, set=self._in_common(old, new) | own)
        if table.seq != self._since + 1:
            found.since = self._since
        if old.view is None or new.view is None:
            if new.view is not old.view:
                found.set["view"] = new.view
        elif new.view is not old.view:
            found.view = self._view(old.view, new.view)
        if new.log is not old.log and new.log != old.log:
            found.log_from, found.log = self._log(old.log, new.log)
        if len(new.chat) != len(old.chat):
            found.chat = new.chat[len(old.chat) :]
        return found

    def _in_common(self, old: SharedSnapshot, new: SharedSnapshot) -> dict[str, Any]:
        pair = id(old.seats), id(new.seats)  # each is shared by all copies of the same snapshot
        if pair not in self._common:
            self._common[pair] = _changes(COMMON, _common_values(old), _common_values(new))
        return self._common[pair]

    def _view(self, old: View, new: View) -> dict[str, Any]:
        key = id(old), id(new)
        if key not in self._views:
            self._views[key] = encoded_once(replay.changed(old, new))
        return self._views[key]  # type: ignore[no-any-return]

    def _log(self, old: list[LogLine], new: list[LogLine]) -> tuple[int, list[LogLine]]:
        key = id(old), id(new)
        if key not in self._logs:
            kept = _common(old, new)
            self._logs[key] = kept, encoded_once(new[kept:])
        return self._logs[key]


def _changes(names: Sequence[str], old: Sequence[Any], new: Sequence[Any]) -> dict[str, Any]:
    """Return the fields whose values differ; most are the same object."""
    fields = zip(names, old, new, strict=True)
    return {
        name: after for name, before, after in fields if after is not before and after != before
    }


def delta(table: Table, since: int, old: SharedSnapshot, new: SharedSnapshot) -> Delta:
    """Return the difference between a shared snapshot and a later one."""
    return Differences(table, since).between(old, new)


def _common(old: list[Any], new: list[Any]) -> int:
    """Count the leading lines that two logs have in common: nearly always all but the last."""
    shorter = min(len(old), len(new))
    for kept in (shorter, shorter - 1):
        if old[:kept] == new[:kept]:
            return max(kept, 0)
    pairs = enumerate(zip(old, new, strict=False))
    return next(k for k, (a, b) in pairs if a is not b and a != b)


def summary(table: Table) -> StoredSummary:
    """Return the table's summary for lists; `you` is added for each guest."""
    end = table.end
    decided = end is not None and end.why not in ("stopped", "ended")
    clock, runs = table.clock, table.clock.running if table.clock else None
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
        turn=table.turn_number,
        began=table.turn_began if table.status == "playing" else None,
        left=clock.left[runs] if clock and runs is not None else None,
        left_at=clock.since if clock and runs is not None else None,
        places=end.places if end and decided else None,
        scores=end.scores if end and end.why == "rules" else None,
        rematch=_rematch(table) if end else None,
    )


def _rematch(table: Table) -> RematchNews | None:
    question = table.question("rematch")
    wanted = [question.seat, *sorted(question.yes)] if question else []
    declined = [each.seat for each in table.declined if each.what == "rematch"]
    if not wanted and not declined and table.rematch is None:
        return None
    return RematchNews(wanted, declined, table.rematch)
