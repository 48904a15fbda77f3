"""Positions that every game names: rare ones, which random games hardly reach.

They are the table `EXAMPLES` of `tests/games/<game>/positions.py`, as texts. The same module has
`position`, which reads them, and `is_square`, which tells what a refusal may point at.
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
    """Return parameters for tests: a game's name and the text of a position."""
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
