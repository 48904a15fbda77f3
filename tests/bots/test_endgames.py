"""Decided endgames are played perfectly: compared with exhaustive search."""

from __future__ import annotations

import random

import contrada as library
from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from tests.bots.exhaustive import Exhaustive

POSITIONS = 200
BUDGET = 5_000  # positions to try for one answer
EARLIEST, LATEST = 9, 3  # decisions before the end


def late_positions(number: int) -> list[Position]:
    """Return positions near the end of random games in which there is something to get wrong."""
    game = library.game("urbino")
    solver = Exhaustive(game.definition)
    found: list[Position] = []
    chance = random.Random(6)
    while len(found) < number:
        line = [game.start(seed=0)]
        while not line[-1].is_over:
            line.append(line[-1].play(chance.choice(line[-1].legal())))
        here = line[-1 - chance.randint(LATEST, EARLIEST)]
        if len(here.legal()) == 1 or solver.result(here, BUDGET) is None:
            continue
        results = {solver.result(here.play(decision), BUDGET) for decision in here.legal()}
        if len(results) > 1 and None not in results:
            found.append(here)
    return found


def test_the_search_takes_a_decision_that_keeps_the_best_result() -> None:
    solver = Exhaustive(library.game("urbino").definition)
    positions = late_positions(POSITIONS)
    player = SearchPlayer(positions[0].game, 1, pool=400_000)
    for here in positions:
        decision = player.consider(here, Limits(iterations=20_000)).decision
        best = solver.result(here, 10 * BUDGET)
        assert solver.result(here.play(decision), BUDGET) == best, here.text
    assert len({here.text for here in positions}) > POSITIONS * 0.9
