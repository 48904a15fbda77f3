"""Prepared answers: kept for a player, seen by nobody else, and played as soon as they fit.

They are played like any move: checked by the rules, and stored under the next number of the log. So
each is played once, however many processes try, and a process that dies leaves it to another.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
import structlog
from msgspec import Struct

from contrada.games.contract import Position
from contrada.server import times
from contrada.server.db.prepared import Kept, PreparedAnswers
from contrada.server.runtime.limits import RateLimit
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.tables import lines
from contrada.server.tables.commands import check_moment, check_play
from contrada.server.tables.lines import Foreseen
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.table import Change, Table
from contrada.server.wire import snapshots
from contrada.server.wire.encoding import encode
from contrada.server.wire.guests import Identity
from contrada.server.wire.prepared import (
    AnswersRequest,
    LastAnswer,
    LineRequest,
    Outcome,
    Prepared,
    PreparedLine,
)
from contrada.server.wire.refusals import Refused
from contrada.server.wire.snapshots import Can, Snapshot

log = structlog.get_logger()


class Stored(Struct, omit_defaults=True):
    """What a row says of a guest's answers."""

    lines: list[list[int]] = []
    whatever: list[int] = []


class Answers:
    """Keeps the answers of players, and plays them."""

    def __init__(
        self,
        registry: TableRegistry,
        prepared: PreparedAnswers,
        tasks: BackgroundTasks,
        rate: RateLimit,
    ) -> None:
        self._registry, self._prepared, self._tasks = registry, prepared, tasks
        self._rate = rate
        self._tables: set[str] = set()  # where somebody has prepared something
        self._one_by_one = asyncio.Lock()  # so that no move waits for lines being tried

    # --- Preparing ---

    async def try_line(self, guest: Identity, table_id: str, wanted: LineRequest) -> Snapshot:
        """Show where a line leads, in the form of a table where every seat is yours."""
        await asyncio.sleep(self._rate.delay(guest.id))
        async with self._registry.settled(await self._registry.live(table_id)) as table:
            position, seat = _check(table, guest.id, wanted.ply)
            seats = [snapshots.Seat(each.kind, each.name, level=each.level) for each in table.seats]
            before = len(lines.played_at(table))
        begin = lines.whatever_comes if wanted.whatever else lines.from_here

        def work() -> Snapshot:
            return _shown(_tried(begin(position, seat), wanted.decisions), seats, before)

        async with self._one_by_one:
            return await asyncio.to_thread(work)

    async def keep(self, guest: Identity, table_id: str, wanted: AnswersRequest) -> Prepared:
        """Keep a player's answers in place of all earlier ones."""
        await asyncio.sleep(self._rate.delay(guest.id))
        live = await self._registry.live(table_id)
        async with self._registry.settled(live) as table:
            position, seat = _check(table, guest.id, wanted.ply)
            played = lines.played_at(table)
        async with self._one_by_one:
            await asyncio.to_thread(_check_all, position, seat, wanted)
        content = encode(Stored(_distinct(wanted.lines), wanted.whatever)).decode()
        kept = Kept(table_id, guest.id, len(played), lines.key_of(played), content, None)
        await self._prepared.keep(kept)
        self.heard(table_id)
        return await self.of(guest, table_id)

    async def of(self, guest: Identity, table_id: str) -> Prepared:
        """Return a player's answers that still fit."""
        found = await self._prepared.at_table(table_id, guest.id)
        async with self._registry.settled(await self._registry.live(table_id)) as table:
            seat, position = table.seat_of(guest.id), table.position
            played, may_ignore = lines.played_at(table), not table.game.facts.uncertain
            if not found or seat is None or position is None:
                return Prepared([], None, None, may_ignore)
            (kept,) = found
            rest, own = _fitting(kept, played), _whatever(kept, table, seat)
        last = msgspec.json.decode(kept.last, type=LastAnswer) if kept.last else None
        async with self._one_by_one:
            shown = await asyncio.to_thread(_described, position, seat, rest, own, len(played))
        return Prepared(*shown, last, may_ignore)

    # --- Playing ---

    def table_changed(self, table: Table) -> None:
        """Play an answer if it is the turn of somebody who has prepared one."""
        if table.id in self._tables and table.mover is not None:
            self._tasks.start(self._play(table.id))

    def heard(self, table_id: str) -> None:
        """Note that somebody has prepared answers, here or through another process."""
        self._tables.add(table_id)
        self._tasks.start(self._play(table_id))  # the others may have moved meanwhile

    async def find_due(self) -> None:
        """Read where answers are prepared; play those that a process that died has left."""
        self._tables = await self._prepared.tables()
        for table_id in await self._prepared.due():
            await self._play(table_id)

    def catch_up(self) -> None:
        """Do the same after news may have been missed."""
        self._tasks.start(self.find_due())

    async def _play(self, table_id: str) -> None:
        found = {kept.guest: kept for kept in await self._prepared.at_table(table_id)}
        outcome: tuple[str, LastAnswer] | None = None

        def decide(table: Table) -> Change:
            nonlocal outcome
            outcome, seat, position = None, table.to_move, table.position
            kept = found.get(table.mover or "")
            if kept is None or seat is None or position is None or not position.turn_begins:
                return Change([])
            decisions = _answer(kept, table, seat)
            if decisions is None:
                return Change([])
            text = lines.text_of(position, decisions)
            try:
                change = check_play(table, seat, decisions)
            except Refused:
                outcome = kept.guest, _last("dropped", text)
                return Change([])
            outcome = kept.guest, _last("played", text)
            return change

        with suppress(Refused):  # the table cannot be opened
            await self._registry.carry_out(await self._registry.live(table_id), decide)
            if outcome and (outcome[1].outcome == "played" or not _was_told(found, *outcome)):
                await self._prepared.note(table_id, outcome[0], encode(outcome[1]).decode())


def _last(outcome: Outcome, text: str) -> LastAnswer:
    return LastAnswer(outcome, text, times.now())


def _was_told(found: dict[str, Kept], guest: str, last: LastAnswer) -> bool:
    """Whether it was noted already that an answer is no longer allowed."""
    before = found[guest].last
    if before is None:
        return False
    known = msgspec.json.decode(before, type=LastAnswer)
    return (known.outcome, known.text) == (last.outcome, last.text)


# --- Checking ------------------------------------------------------------------------------------


def _check(table: Table, guest: str, ply: int) -> tuple[Position, int]:
    """Return the position and the seat of a player who waits for the others."""
    seat = check_moment(table, guest, ply)
    assert table.position is not None
    if table.to_move in table.seats_of(guest):
        raise Refused("now", "It is your turn; answers are for the turns of the others")
    return table.position, seat


def _check_all(position: Position, seat: int, wanted: AnswersRequest) -> None:
    for line in wanted.lines:
        end = _tried(lines.from_here(position, seat), line)
        if not end.turns or end.turns[-1].seat != seat or not end.turns[-1].done:
            raise Refused("message", "A line ends with a whole turn of yours")
    if wanted.whatever:
        end = _tried(lines.whatever_comes(position, seat), wanted.whatever)
        if len(end.turns) != 1 or not end.turns[0].done:
            raise Refused("message", "What is played whatever comes is one whole turn of yours")


def _tried(start: Foreseen, decisions: list[int]) -> Foreseen:
    here = start
    for decision in decisions:
        here = here.play(decision)
    return here


def _distinct(found: list[list[int]]) -> list[list[int]]:
    """Leave out lines that are the beginning of another one."""
    whole = sorted({tuple(line) for line in found})
    return [
        list(line)
        for line in whole
        if not any(other != line and other[: len(line)] == line for other in whole)
    ]


# --- What fits -----------------------------------------------------------------------------------


def _since(kept: Kept, played: list[int]) -> list[int] | None:
    """Return what was decided since answers were prepared; None if the game went back further."""
    if lines.key_of(played[: kept.root]) != kept.key:
        return None
    return played[kept.root :]


def _fitting(kept: Kept, played: list[int]) -> list[list[int]]:
    """Return the rest of each line that begins with what was decided since."""
    since = _since(kept, played)
    if since is None:
        return []
    stored = msgspec.json.decode(kept.lines, type=Stored)
    size = len(since)
    return [line[size:] for line in stored.lines if line[:size] == since and len(line) > size]


def _whatever(kept: Kept, table: Table, seat: int) -> list[int]:
    """Return what a seat wants to play in its next turn, unless it has moved since."""
    since = _since(kept, lines.played_at(table))
    left = 0 if since is None else len(since)
    for turn in reversed(table.turns):
        if left <= 0:
            break
        if turn.seat == seat:
            return []
        left -= len(turn.decisions)
    stored = msgspec.json.decode(kept.lines, type=Stored)
    return [] if since is None else stored.whatever


def _answer(kept: Kept, table: Table, seat: int) -> list[int] | None:
    """Return the turn that a seat has prepared for the current position."""
    assert table.position is not None
    for rest in _fitting(kept, lines.played_at(table)):
        return lines.own_turn(rest, table.position)
    return _whatever(kept, table, seat) or None


# --- What is shown -------------------------------------------------------------------------------


def _shown(found: Foreseen, seats: list[snapshots.Seat], before: int) -> Snapshot:
    position = found.first
    playing = position.to_move is not None and not (found.shown is not None and not found.is_mine)
    can: list[Can] = ["play"] if playing else []
    return Snapshot(
        id=None,
        table="line",
        seq=before,
        ply=before + sum(len(turn.decisions) for turn in found.turns),
        game=position.game.name,
        options=dict(position.game.options),
        status="over" if position.is_over else "playing",
        you=position.to_move if playing else found.seat,
        seats=seats,
        view=found.view,
        to_move=position.to_move,
        legal=found.legal() if playing else None,
        then=found.then() if playing else None,
        log=found.log(before),
        can=[*can, "undo"] if found.turns else can,
        online=[True] * len(seats),
        abandoned_at=[None] * len(seats),
        watchers=0,
    )


def _described(
    position: Position, seat: int, rest: list[list[int]], own: list[int], before: int
) -> tuple[list[PreparedLine], PreparedLine | None]:
    """Return lines and the answer to everything with their turns, as far as they still fit."""
    found = []
    for line in rest:
        with suppress(Refused):
            found.append(_line(lines.from_here(position, seat), line, before))
    whatever = None
    if own and position.to_move != seat:
        with suppress(Refused):
            whatever = _line(lines.whatever_comes(position, seat), own, before)
    return found, whatever


def _line(start: Foreseen, decisions: list[int], before: int) -> PreparedLine:
    return PreparedLine(decisions, _tried(start, decisions).log(before))
