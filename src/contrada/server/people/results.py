"""Results: a guest's finished games, counted by game, seats and opponents."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean
from typing import NamedTuple

from contrada.server.tables.summaries import read_summary
from contrada.server.wire.answers import StoredSummary, Tally


async def results_of(guest: str, summaries: list[str]) -> list[Tally]:
    """Count in a thread, because there may be thousands of games."""
    return await asyncio.to_thread(results, map(read_summary, summaries), guest)


class _Against(NamedTuple):
    """The opponents that are counted together; people come before levels."""

    game: str
    level: int  # 0: people
    seats: int


def results(summaries: Iterable[StoredSummary], guest: str) -> list[Tally]:
    """Count a guest's results from the summaries of their tables."""
    places: dict[_Against, list[tuple[int, bool]]] = defaultdict(list)
    for summary in summaries:
        mine = [n for n, seat in enumerate(summary.seats) if seat.guest == guest]
        if _counts(summary) and len(mine) == 1:  # several: they shared a screen
            places[_against(summary, mine[0])].append(_place(summary, mine[0]))
    return [_counted(against, found) for against, found in sorted(places.items())]


def _counts(summary: StoredSummary) -> bool:
    """Whether a game has a result: it is over, and was not stopped by an update."""
    return summary.status == "over" and summary.places is not None


def _against(summary: StoredSummary, mine: int) -> _Against:
    """Classify the opponents: people if there was one, or else the strongest bot."""
    others = [seat for number, seat in enumerate(summary.seats) if number != mine]
    people = any(seat.kind != "bot" or seat.guest for seat in others)
    level = 0 if people else max(seat.level or 0 for seat in others)
    return _Against(summary.game, level, len(summary.seats))


def _place(summary: StoredSummary, mine: int) -> tuple[int, bool]:
    """Return the place, and whether it is shared; a guest who lost their seat comes last."""
    if summary.seats[mine].kind == "bot":
        return len(summary.seats), False
    places = summary.places
    assert places is not None
    return places[mine], places.count(places[mine]) > 1


def _counted(against: _Against, found: list[tuple[int, bool]]) -> Tally:
    won = sum(place == 1 and not shared for place, shared in found)
    drawn = sum(place == 1 and shared for place, shared in found)
    return Tally(
        game=against.game,
        against=against.level or "people",
        seats=against.seats,
        played=len(found),
        won=won,
        drawn=drawn,
        lost=len(found) - won - drawn,
        mean_place=round(fmean(place for place, _ in found), 2),
    )
