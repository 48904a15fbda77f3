"""A bot that plays at random."""

from __future__ import annotations

import random

from contrada.bots.player import Limits
from contrada.games.contract import Position


class RandomPlayer:
    """Chooses each decision uniformly from the legal ones."""

    name = "Random"

    def __init__(self, seed: int | None = None) -> None:
        """Create the bot; with the same seed it plays the same way again."""
        self._random = random.Random(seed)

    def choose(self, position: Position, limits: Limits | None = None) -> int:  # noqa: ARG002
        """Return a legal decision of the seat to move."""
        return self._random.choice(position.legal())
