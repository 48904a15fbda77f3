"""Decided endgames are played perfectly: compared with exhaustive search."""

from __future__ import annotations

import random

import contrada as library
from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from tests.bots.exhaustive import Exhaustive

POSITIONS = 200
BUDGET = 20_000  # positions to try for one answer
EARLIEST, LATEST = 14, 4  # decisions before the end


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
        results = {solver.result(here.play(decision), BUDGET) for decision in here.legal()}
        if len(results) > 1 and None not in results:
            found.append(here)
    return found


def test_the_search_takes_a_decision_that_keeps_the_best_result() -> None:
    solver = Exhaustive(library.game("urbino").definition)
    positions = late_positions(POSITIONS)
    for here in positions:
        player = SearchPlayer(here.game, 1, pool=400_000)
        decision = player.choose(here, Limits(iterations=20_000))
        best = solver.result(here, 10 * BUDGET)
        assert solver.result(here.play(decision), BUDGET) == best, here.text
    assert len({here.text for here in positions}) > POSITIONS * 0.9
