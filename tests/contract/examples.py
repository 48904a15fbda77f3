"""Rare positions of each game, which random games hardly ever reach.

They are in the table `EXAMPLES` of `tests/games/<game>/positions.py`, as texts. The same module has
`position`, which reads them, and `is_square`, which says what a refusal may point at.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from contrada import Position, games


def positions_of(game: str) -> Any:
    """Return the module with a game's positions."""
    return import_module(f"tests.games.{game}.positions")


def every_example() -> list[Any]:
    """Return test parameters: a game's name and the text of a position."""
    return [
        pytest.param((game, text), id=f"{game}: {name}")
        for game in games.NAMES
        for name, text in positions_of(game).EXAMPLES.items()
    ]


def examples_of(game: str) -> list[Position]:
    return [example(game, text) for text in positions_of(game).EXAMPLES.values()]


def example(game: str, text: str) -> Position:
    position: Position = positions_of(game).position(text)
    return position
