"""The rewards that the environments share."""

from __future__ import annotations

from contrada.games.contract import Position


def rewards(end: Position) -> list[float]:
    """Return each seat's reward at the end of a game: 1 for a win alone, -1 / (seats - 1) for none.

    They add up to zero.
    """
    outcome = end.outcome()
    assert outcome is not None
    return [(end.seats * result - 1) / (end.seats - 1) for result in outcome.results]
