"""Urbino's rules against their plain-Python twin, on one core."""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.oracles.urbino import Urbino, perft, playout_by_steps, playout_by_turns

import contrada
from bench.measuring import Comparison, compare, report
from contrada import record

# The turns that lead to positions for perft: three midgames of recorded games.
RECORDED = Path(__file__).parents[1] / "tests" / "games" / "urbino" / "abstractplay.jsonl"
PERFT_PLIES = ((0, 28), (3, 30), (7, 37))
DEPTH = 3


def playouts(by: str, wanted: float, seconds: float) -> Comparison:
    """Compare whole random games."""
    game = contrada.game("urbino")
    seeds = itertools.count()
    twin_chance = random.Random(1)
    twin_playout = playout_by_turns if by == "turn" else playout_by_steps

    def ours() -> int:
        return len(game.playouts(200, seed=next(seeds), by=by).lengths)

    def twin() -> int:
        twin_playout(Urbino(), twin_chance)
        return 1

    return compare(f"random playouts by {by}", "games", ours, twin, wanted, seconds)


def perfts(seconds: float) -> Comparison:
    """Compare counting full turns to depth 3, leaves counted rather than listed."""
    positions = [_after(game, ply) for game, ply in PERFT_PLIES]
    ours_next, twin_next = itertools.cycle(positions), itertools.cycle(positions)

    def ours() -> int:
        return next(ours_next)[0].perft(DEPTH)

    def twin() -> int:
        return perft(next(twin_next)[1].copy(), DEPTH)

    for position, counterpart in positions:
        assert position.perft(2) == perft(counterpart.copy(), 2)
    return compare(f"perft to depth {DEPTH}", "leaves", ours, twin, 300, seconds)


def _after(game: int, ply: int) -> tuple[contrada.Position, Urbino]:
    found = next(itertools.islice(record.read(RECORDED, "abstractplay"), game, None))
    position, twin = contrada.game("urbino").start(), Urbino()
    for turn in found.position.moves()[:ply]:
        position = position.play(turn)
        twin.play(turn)
    return position, twin


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true")
    options.add_argument("--seconds", type=float, default=5.0, help="for each side of a figure")
    chosen = options.parse_args()
    rows = [
        playouts("turn", 50, chosen.seconds),
        playouts("decision", 75, chosen.seconds),
        perfts(chosen.seconds),
    ]
    report(rows, as_json=chosen.json)


if __name__ == "__main__":
    main()
