"""The search plays decided endgames perfectly, as compared with exhaustive search."""

from __future__ import annotations

from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from tests.bots import endgames
from tests.bots.endgames import BUDGET, POSITIONS
from tests.bots.exhaustive import Exhaustive


def test_the_search_takes_a_decision_that_keeps_the_best_result() -> None:
    positions = endgames.stored()
    solver = Exhaustive(positions[0].game.definition)
    player = SearchPlayer(positions[0].game, 1, pool=400_000)
    for here in positions:
        assert endgames.can_be_got_wrong(here, solver), here.text
        decision = player.consider(here, Limits(iterations=20_000)).decision
        best = solver.result(here, 10 * BUDGET)
        assert solver.result(here.play(decision), BUDGET) == best, here.text
    assert len(positions) == POSITIONS
    assert len({here.text for here in positions}) > POSITIONS * 0.9
