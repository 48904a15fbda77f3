"""What must be true of the observations of every game."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from contrada.games.contract import Position
from tests.environments.rebuilding import rebuild


def check_ranges(position: Position) -> None:
    """Every number is in the range that the facts give."""
    for seat in range(position.seats):
        seen = position.observe(seat)
        assert list(seen) == [field.name for field in position.game.facts.observation]
        for field in position.game.facts.observation:
            numbers = seen[field.name]
            assert numbers.shape == field.shape
            assert field.low <= numbers.min(), f"{field.name} has {numbers.min()}"
            assert numbers.max() <= field.high, f"{field.name} has {numbers.max()}"


def check_complete(position: Position) -> None:
    """Whatever the view says can be read from the tensor."""
    for seat in range(position.seats):
        again = rebuild(position.game, position.observe(seat))
        seen, wanted = again.view(seat), position.view(seat)
        different = {key: (seen[key], wanted[key]) for key in wanted if seen[key] != wanted[key]}
        assert different == {}, f"seat {seat} cannot tell this from its observation"


def check_safe(position: Position, seeds: Iterable[int]) -> None:
    """No number and no word depends on what the seat may not know."""
    for seat in range(position.seats):
        seen, text = position.observe(seat).tensor, position.observe_text(seat)
        for seed in seeds:
            other = position.reimagine(seat, seed)
            assert np.array_equal(other.observe(seat).tensor, seen), "the tensor tells a secret"
            assert other.observe_text(seat) == text, "the text tells a secret"


def check_egocentric(position: Position) -> None:
    """The seat to move is always the first in its own observation."""
    if position.to_move is not None:
        assert position.observe(position.to_move)["to_move"].flat[0] == 1
        for seat in set(range(position.seats)) - {position.to_move}:
            assert position.observe(seat)["to_move"].flat[0] == 0
