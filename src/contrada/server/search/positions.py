"""Positions to study: of a finished game, a record, a text or a start, and what is tried there.

Nothing here changes a table. A running game cannot be studied, because that would reveal
its secrets.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from contrada import games, record, replay
from contrada.errors import ContradaError, IllegalDecision
from contrada.games.contract import Outcome, Position, read_seed
from contrada.server.runtime.limits import RateLimit
from contrada.server.runtime.readiness import Readiness, game_named_in
from contrada.server.tables.commands import preview_of, rule_refusal
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.views import show_choices, show_the_end
from contrada.server.wire import messages, requests, snapshots
from contrada.server.wire.refusals import Refused
from contrada.server.wire.snapshots import Can, PreviewAnswer, Result, Snapshot
from contrada.server.wire.study import PositionText

AT_ONCE = 2  # threads that compute positions
KEPT = 32  # cached games
STUDY = "study"  # stands in for a table id
T = TypeVar("T")


@dataclass(frozen=True)
class Studied:
    """A position, how many decisions were tried since the source, the seats, and the result."""

    position: Position
    names: tuple[str, ...]
    log: replay.Log
    end: Result | None = None  # of a table whose end this is
    tried: int = 0

    @property
    def ply(self) -> int:
        """The number of decisions so far."""
        return len(self.position.history()) - 1

    def after(self, decisions: Sequence[int]) -> Studied:
        """Return where decisions lead; raise `Refused` to say which one does not fit."""
        here = self.position
        for decision in decisions:
            if here.is_over:
                raise Refused("now", "The game is over before the last of these decisions")
            try:
                here = here.play_one(decision)
            except IllegalDecision as wrong:
                raise rule_refusal(wrong, decision) from None
            except ContradaError as wrong:
                raise Refused("message", str(wrong)) from None
        return replace(
            self, position=here, end=None if decisions else self.end, tried=len(decisions)
        )


class Sources:
    """Finds the games that people study, and caches the latest, because replaying takes a while."""

    def __init__(self, registry: TableRegistry, readiness: Readiness, replays: RateLimit) -> None:
        """Start with an empty cache; `replays` limits how often an address may replay records."""
        self._registry, self._readiness, self._replays = registry, readiness, replays
        self._kept: OrderedDict[str, Studied] = OrderedDict()
        self._working = asyncio.Semaphore(AT_ONCE)

    async def study(
        self, address: str, wanted: requests.StudiedLine, show: Callable[[Studied], T]
    ) -> T:
        """Compute a position and what is shown of it, in threads apart from the tables."""
        source = wanted.source
        if isinstance(source, requests.PositionSource | requests.StartSource):
            await self._readiness.need(source.game)
            return await self._beside(lambda: show(set_up(source).after(wanted.decisions)))
        game = await self.game(address, source)
        return await self._beside(lambda: show(_at_ply(game, source.ply).after(wanted.decisions)))

    async def game(self, address: str, source: requests.GameSource) -> Studied:
        """Return a finished game at its end."""
        if isinstance(source, requests.TableSource):
            return await self._of_table(source.table)
        return await self._of_record(address, source.record)

    async def _of_table(self, table_id: str) -> Studied:
        table = await self._registry.table(table_id)
        if table.status != "over" or table.position is None:
            raise Refused("now", "Only a game that is over can be studied")
        known = self._kept.get(table_id)
        is_same = known is not None and known.position is table.position
        log = known.log if known and is_same else replay.Log(table.position)
        return self._keep(table_id, Studied(table.position, table.names(), log, table.end))

    async def _of_record(self, address: str, document: dict[str, Any]) -> Studied:
        text, key = await asyncio.to_thread(_written, document)
        found = self._kept.get(key)
        if found is None:
            await self._readiness.need(game_named_in(document))
            self._replays.consume(address)
            found = await self._beside(lambda: _replayed(text))
        return self._keep(key, found)

    def _keep(self, key: str, found: Studied) -> Studied:
        self._kept[key] = found
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    async def _beside(self, work: Callable[[], T]) -> T:
        async with self._working:
            return await asyncio.to_thread(work)


def _written(document: dict[str, Any]) -> tuple[str, str]:
    """Return a record as text, with its cache key."""
    text = json.dumps(document)
    return text, hashlib.sha256(text.encode()).hexdigest()


def _replayed(text: str) -> Studied:
    """Replay a record."""
    try:
        found = record.loads(text)
    except ContradaError as wrong:
        raise Refused("message", str(wrong)) from None
    return Studied(found.position, found.names, replay.Log(found.position))


def _at_ply(found: Studied, ply: int | None) -> Studied:
    """Return a game after a number of decisions."""
    line = found.position.history()
    if ply is None or ply == len(line) - 1:
        return found
    if ply >= len(line):
        raise Refused("message", f"The game has {len(line) - 1} decisions, not {ply}")
    return replace(found, position=line[ply], end=None)


def set_up(source: requests.PositionSource | requests.StartSource) -> Studied:
    """Read a position from its text, or deal the start of a game."""
    try:
        game = games.game(source.game, **source.options)
        if isinstance(source, requests.PositionSource):
            position = game.position(source.text)
        else:
            position = game.start(source.seats, read_seed(source.seed))
    except ContradaError as wrong:
        raise Refused("message", str(wrong)) from None
    names = position.game.facts.seat_names[: position.seats]
    return Studied(position, names, replay.Log(position))


# --- What is shown -------------------------------------------------------------------------------


def snapshot(found: Studied, seat: int | None) -> Snapshot:
    """Return a studied position as if it were a table where every seat is yours."""
    position = found.position
    you = _eyes(position, seat)
    mine = you is not None and position.to_move == you
    shown = Snapshot(
        id=None,
        table=STUDY,
        seq=found.ply,
        ply=found.ply,
        game=position.game.name,
        options=dict(position.game.options),
        status="over" if position.is_over else "playing",
        you=you,
        seats=[snapshots.Seat("person", name) for name in found.names],
        view=position.view(you),
        to_move=position.to_move,
        log=found.log.until(position, you),
        can=_can(found, mine=mine),
        result=_result(found),
        online=[True] * position.seats,
        abandoned_at=[None] * position.seats,
        watchers=0,
    )
    if mine:
        show_choices(shown, position)
    if position.is_over:
        show_the_end(shown, position)
    return shown


def as_text(found: Studied) -> PositionText:
    """Return a position as text, with what led to it."""
    history = found.position.history()
    decisions = [position.decision for position in history if position.decision is not None]
    return PositionText(found.position.text, found.position.moves(), decisions)


def as_replay(found: Studied) -> replay.Replay:
    """Return what led to a position, step by step, as everyone may see it."""
    return replay.replay_of(found.position, found.names)


def _can(found: Studied, *, mine: bool) -> list[Can]:
    possible: dict[Can, bool] = {"play": mine, "undo": found.tried > 0}
    return [action for action, may in possible.items() if may]


def preview(found: Studied, seat: int | None, tried: list[int]) -> PreviewAnswer:
    """Return where decisions would lead, as far as the seat can know."""
    position = found.position
    you = _eyes(position, seat)
    if you is None or (tried and position.to_move != you):
        raise Refused("turn", "It is not the turn of that seat")
    message = messages.Preview(table=STUDY, ply=found.ply, decisions=tried)
    return preview_of(position, you, message)


def _eyes(position: Position, seat: int | None) -> int | None:
    """Return the seat whose view is shown: the given one, or the seat to move."""
    if seat is not None and seat >= position.seats:
        raise Refused("message", f"Seats here are 0 to {position.seats - 1}")
    return position.to_move if seat is None else seat


def _result(found: Studied) -> Result | None:
    """Return the result: the table's, or that of the rules."""
    outcome = found.position.outcome()
    return (found.end or _by_the_rules(outcome)) if outcome else None


def _by_the_rules(outcome: Outcome) -> Result:
    return Result(outcome.places, outcome.results, outcome.scores, outcome.decided_by, "rules")
