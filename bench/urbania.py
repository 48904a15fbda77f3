"""Urbania's rules against their plain-Python twin, on one core."""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.oracles.urbania import Urbania, playout

import contrada
from bench.measuring import Comparison, compare, report

WANTED = 60


def playouts(seats: int, seconds: float) -> Comparison:
    """Compare whole random games, the deal included."""
    game = contrada.game("urbania")
    seeds, twin_seeds = itertools.count(), itertools.count()
    twin_chance = random.Random(1)

    def ours() -> int:
        return len(game.playouts(200, seed=next(seeds), seats=seats).lengths)

    def twin() -> int:
        playout(Urbania(seats, next(twin_seeds)), twin_chance)
        return 1

    name = f"random playouts by decision, {seats} seats"
    return compare(name, "games", ours, twin, WANTED, seconds)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true")
    options.add_argument("--seconds", type=float, default=3.0, help="for each side of a figure")
    chosen = options.parse_args()
    report([playouts(seats, chosen.seconds) for seats in (2, 3, 4, 5)], as_json=chosen.json)


if __name__ == "__main__":
    main()
