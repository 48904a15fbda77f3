"""Urtown's rules against their plain-Python twin, on one core."""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.oracles.urtown import TILES, Urtown, playout

import contrada
from bench.measuring import Comparison, compare, report

WANTED = 60


def playouts(seats: int, by: str, seconds: float) -> Comparison:
    """Compare whole random games, the deal included."""
    game = contrada.game("urtown")
    seeds = itertools.count()
    twin_chance = random.Random(1)
    colours = 4 if seats == 2 else seats

    def ours() -> int:
        return len(game.playouts(200, seed=next(seeds), seats=seats, by=by).lengths)

    def twin() -> int:
        deals = [twin_chance.sample(TILES, len(TILES)) for _ in range(colours)]
        playout(Urtown(seats, twin_chance.randrange(seats), deals), twin_chance)
        return 1

    name = f"random playouts by {by}, {seats} seats"
    return compare(name, "games", ours, twin, WANTED, seconds)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true")
    options.add_argument("--seconds", type=float, default=3.0, help="for each side of a figure")
    chosen = options.parse_args()
    rows = [
        playouts(seats, by, chosen.seconds) for by in ("turn", "decision") for seats in (2, 3, 4, 5)
    ]
    report(rows, as_json=chosen.json)


if __name__ == "__main__":
    main()
