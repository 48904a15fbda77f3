"""The opponent that knows the rules and nothing else: it moves at random."""

from __future__ import annotations

import random

from contrada.bots.player import Limits
from contrada.games.contract import Position


class RandomPlayer:
    """Chooses each decision uniformly among the legal ones."""

    name = "Random"

    def __init__(self, seed: int | None = None) -> None:
        """Take a seed to play the same way again."""
        self._random = random.Random(seed)

    def choose(self, position: Position, limits: Limits | None = None) -> int:  # noqa: ARG002
        """Return a legal decision of the seat to move."""
        return self._random.choice(position.legal())
