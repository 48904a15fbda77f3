"""Games of Urbino as Abstract Play's players write them: an object with `variant` and `moves`.

The moves are the same text as ours. A file may also give an `id`, the number of `legal` turns
before each move and the final `scores`; what it gives is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from contrada.errors import NotationError
from contrada.games.contract import ForeignGame, Position

VARIANTS = ("base", "monuments")


def read(document: Mapping[str, Any]) -> ForeignGame:
    """Read what is needed to replay a game."""
    variant = document.get("variant", "base")
    if variant not in VARIANTS:
        raise NotationError(f"'variant' is one of {', '.join(VARIANTS)}, not {variant!r}")
    return ForeignGame(
        options={"monuments": variant == "monuments"},
        turns=_texts(document.get("moves")),
        turn_counts=_numbers(document, "legal"),
        scores=_numbers(document, "scores"),
        title=str(document.get("id", "")),
    )


def _texts(moves: Any) -> list[str]:
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise NotationError("'moves' must be a list of texts")
    return moves


def _numbers(document: Mapping[str, Any], key: str) -> list[int] | None:
    numbers = document.get(key)
    if numbers is None:
        return None
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise NotationError(f"{key!r} must be a list of whole numbers")
    return numbers


def write(position: Position, title: str) -> dict[str, Any]:
    """Write the game that led to a position."""
    document: dict[str, Any] = {"id": title} if title else {}
    document["variant"] = VARIANTS[bool(position.game.options["monuments"])]
    document["moves"] = position.moves()
    if position.is_over:
        document["scores"] = list(position.scores())
    return document
