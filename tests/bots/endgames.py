"""Late positions of Urbino where a wrong decision costs something, kept in a file.

Finding them takes thousands of random games. After a change to rules or texts, run `python -m
tests.bots.endgames` to find them again.
"""

from __future__ import annotations

import random
from pathlib import Path

import contrada
from contrada.games.contract import Position
from tests.bots.exhaustive import Exhaustive

FILE = Path(__file__).with_suffix(".txt")
POSITIONS = 200
BUDGET = 5_000  # positions to try for one answer
EARLIEST, LATEST = 9, 3  # decisions before the end


def stored() -> list[Position]:
    game = contrada.game("urbino")
    return [game.position(text) for text in FILE.read_text(encoding="utf-8").splitlines()]


def can_be_got_wrong(here: Position, solver: Exhaustive) -> bool:
    """Whether the decisions lead to different results, all of them known."""
    if len(here.legal()) == 1 or solver.result(here, BUDGET) is None:
        return False
    results = {solver.result(here.play(decision), BUDGET) for decision in here.legal()}
    return len(results) > 1 and None not in results


def found(number: int) -> list[Position]:
    """Look for such positions near the end of random games."""
    game = contrada.game("urbino")
    solver, chance = Exhaustive(game.definition), random.Random(6)
    positions: list[Position] = []
    while len(positions) < number:
        line = [game.start(seed=0)]
        while not line[-1].is_over:
            line.append(line[-1].play(chance.choice(line[-1].legal())))
        here = line[-1 - chance.randint(LATEST, EARLIEST)]
        if can_be_got_wrong(here, solver):
            positions.append(here)
    return positions


if __name__ == "__main__":
    FILE.write_text("".join(f"{here.text}\n" for here in found(POSITIONS)), encoding="utf-8")
