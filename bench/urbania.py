"""Urbania's rules against their plain-Python twin, on one core."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.oracles.urbania import Urbania, playout

import contrada
from bench.measuring import Comparison, playouts, run

WANTED = 60
CHANCE = random.Random(1)


def rows(seconds: float) -> Iterator[Comparison]:
    """Compare random playouts for every number of seats."""
    game = contrada.game("urbania")
    for seats in (2, 3, 4, 5):

        def twin(seed: int, seats: int = seats) -> int:
            return playout(Urbania(seats, seed), CHANCE)

        yield playouts(game, seats, twin, WANTED, seconds)


if __name__ == "__main__":
    run(__doc__, rows)
