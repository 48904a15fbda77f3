"""A bot to start from: it takes the decision that scores the most points right away.

Enter it in the arena: contrada arena urbino examples/greedy_bot.py:Greedy random
"""

from __future__ import annotations

import random

from contrada import Position
from contrada.bots.player import Limits


class Greedy:
    """Looks one decision ahead, in any game, and breaks ties at random."""

    name = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        """Play the same way again with the same seed."""
        self._random = random.Random(seed)

    def choose(self, position: Position, limits: Limits) -> int:  # noqa: ARG002 - it never thinks
        """Return a legal decision for the seat to move."""
        seat = position.to_move
        assert seat is not None
        points = {each: position.play(each).standing()[seat][0] for each in position.legal()}
        most = max(points.values())
        return self._random.choice([each for each, brought in points.items() if brought == most])
