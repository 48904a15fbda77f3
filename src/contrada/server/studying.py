"""Positions to study: worked out from a finished game, a record or a text, whatever is tried there.

Nothing here changes a table, and a game that is running cannot be studied: its secrets are none of
whoever asks.
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
from contrada.games.contract import Outcome, Position
from contrada.server import bodies
from contrada.server.deciding import preview_of, rule_refusal
from contrada.server.faces import Face, hands_of, sheet_of
from contrada.server.hub import Hub
from contrada.server.protocol import Refused
from contrada.server.table import End

AT_ONCE = 2  # threads that work out positions
KEPT = 8  # records that somebody studies, replayed once
STUDY = "study"  # stands for the table, which there is none of
T = TypeVar("T")


@dataclass(frozen=True)
class Studied:
    """A position, how much was tried since the source, who sat where, and how the game ended."""

    position: Position
    names: tuple[str, ...]
    end: End | None = None  # of a table whose end this is
    tried: int = 0

    @property
    def ply(self) -> int:
        """How many decisions the game has had."""
        return len(self.position.history()) - 1

    def after(self, decisions: Sequence[int]) -> Studied:
        """Return where decisions lead; `Refused` says which of them does not fit."""
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
    """Finds what somebody studies; keeps the latest records, since replaying one takes a while."""

    def __init__(self, hub: Hub) -> None:
        """Keep none yet."""
        self._hub = hub
        self._records: OrderedDict[str, record.Record] = OrderedDict()
        self._working = asyncio.Semaphore(AT_ONCE)

    async def study(self, wanted: bodies.Tried, show: Callable[[Studied], T]) -> T:
        """Work out a position and what is to be shown of it, beside what happens at tables."""
        source = wanted.source
        end = await self._end_of(source.table) if isinstance(source, bodies.TableSource) else None

        def work() -> T:
            return show(self._found(source, end).after(wanted.decisions))

        async with self._working:
            return await asyncio.to_thread(work)

    async def game(self, source: bodies.TableSource | bodies.RecordSource) -> Studied:
        """Return a game at its end."""
        if isinstance(source, bodies.TableSource):
            return await self._end_of(source.table)
        async with self._working:
            return await asyncio.to_thread(self._recorded, source.record)

    async def _end_of(self, table_id: str) -> Studied:
        table = await self._hub.table(table_id)
        if table.status != "over" or table.position is None:
            raise Refused("now", "Only a game that is over can be studied")
        return Studied(table.position, table.names(), table.end)

    def _found(
        self,
        source: bodies.TableSource | bodies.RecordSource | bodies.PositionSource,
        end: Studied | None,
    ) -> Studied:
        if isinstance(source, bodies.PositionSource):
            return _read_position(source)
        if isinstance(source, bodies.RecordSource):
            end = self._recorded(source.record)
        assert end is not None
        return _at_ply(end, source.ply)

    def _recorded(self, document: dict[str, Any]) -> Studied:
        text = json.dumps(document)
        key = hashlib.sha256(text.encode()).hexdigest()
        found = self._records.get(key)
        if found is None:
            try:
                found = record.loads(text)
            except ContradaError as wrong:
                raise Refused("message", str(wrong)) from None
            self._records[key] = found
            if len(self._records) > KEPT:
                self._records.popitem(last=False)
        return Studied(found.position, found.names)


def _at_ply(found: Studied, ply: int | None) -> Studied:
    """Return a game after so many decisions."""
    line = found.position.history()
    if ply is None or ply == len(line) - 1:
        return found
    if ply >= len(line):
        raise Refused("message", f"The game has {len(line) - 1} decisions, not {ply}")
    return replace(found, position=line[ply], end=None)


def _read_position(source: bodies.PositionSource) -> Studied:
    """Read a position from its text."""
    try:
        position = games.game(source.game, **source.options).position(source.text)
    except ContradaError as wrong:
        raise Refused("message", str(wrong)) from None
    return Studied(position, position.game.facts.seat_names[: position.seats])


# --- What is shown -------------------------------------------------------------------------------


def snapshot(found: Studied, seat: int | None) -> Face:
    """Return a studied position as if it were a table, with all seats as one's own."""
    position = found.position
    you = _eyes(position, seat)
    mine = you is not None and position.to_move == you
    over = position.is_over
    ply = found.ply
    return {
        "type": "snapshot",
        "id": None,
        "table": STUDY,
        "seq": ply,
        "ply": ply,
        "game": position.game.name,
        "options": dict(position.game.options),
        "status": "over" if over else "playing",
        "listed": False,
        "hints": False,
        "host": "",
        "you": you,
        "seats": [_seat(name) for name in found.names],
        "clock": None,
        "seed": None,
        "view": position.view(you),
        "to_move": position.to_move,
        "legal": position.legal() if mine else None,
        "then": position.then() if mine else None,
        "log": [line.data() for line in replay.log_lines(position, you)],
        "can": [*(["play"] if mine else []), *(["undo"] if found.tried else [])],
        "asks": [],
        "chat": [],
        "muted": [],
        "result": _result(found),
        "sheet": sheet_of(position) if over else None,
        "hands": hands_of(position) if over else None,
        "rematch": None,
        "online": [True] * position.seats,
        "gone_since": [None] * position.seats,
        "watchers": 0,
    }


def preview(found: Studied, seat: int | None, tried: list[int]) -> dict[str, Any]:
    """Return what decisions would lead to, as far as the seat can know it."""
    position = found.position
    you = _eyes(position, seat)
    if you is None or position.to_move != you:
        raise Refused("who", "It is not the turn of that seat")
    return {
        "type": "preview",
        "id": None,
        "table": STUDY,
        "ply": found.ply,
        "decisions": tried,
        **preview_of(position, tried, you),
    }


def _eyes(position: Position, seat: int | None) -> int | None:
    """Return whose eyes are used: a seat's that is there, or those of whoever is to move."""
    if seat is not None and seat >= position.seats:
        raise Refused("message", f"Seats here are 0 to {position.seats - 1}")
    return position.to_move if seat is None else seat


def _seat(name: str) -> dict[str, Any]:
    return {"kind": "person", "name": name, "guest": None, "level": None, "out": None}


def _result(found: Studied) -> dict[str, Any] | None:
    """Return how the game ended: at the table, or by the rules."""
    outcome = found.position.outcome()
    if outcome is None:
        return None
    return (found.end or _end(outcome)).data()


def _end(outcome: Outcome) -> End:
    return End(outcome.places, outcome.results, outcome.scores, outcome.decided_by, "rules")
