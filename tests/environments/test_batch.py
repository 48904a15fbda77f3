"""Batches play by the rules: the same games as positions, decision by decision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import contrada
from contrada.errors import OptionError
from contrada.games.contract import Position

SIZE = 3
STEPS = 700


def expected(position: Position, decision: int) -> tuple[Position, Any]:
    """Play on from a position; return where that leads and the outcome, if it ends."""
    after = position.play(decision)
    return after, after.outcome()


@pytest.mark.parametrize("name", contrada.NAMES)
def test_a_batch_plays_by_the_rules_and_starts_again(name: str) -> None:
    seats = contrada.game(name).facts.seats[1]
    batch = contrada.batch(name, SIZE, seats=seats, seed=9)
    positions = [batch.position(index) for index in range(SIZE)]
    ends = 0
    for _ in range(STEPS):
        chosen = batch.random_decisions.copy()
        step = batch.step(chosen)
        for index, position in enumerate(positions):
            after, outcome = expected(position, int(chosen[index]))
            assert step.ended[index] == (outcome is not None)
            if outcome is None:
                assert bytes(batch.position(index)) == bytes(after)
                assert not step.rewards[index].any()
            else:
                ends += 1
                wanted = [(seats * result - 1) / (seats - 1) for result in outcome.results]
                assert step.rewards[index] == pytest.approx(wanted)
                assert tuple(batch.scores[index]) == outcome.scores
            positions[index] = batch.position(index)
            here = positions[index]
            assert step.to_move[index] == here.to_move
            assert np.flatnonzero(step.masks[index]).tolist() == here.legal()
            assert batch.random_decisions[index] in here.legal()
            seat = int(step.to_move[index])
            assert np.array_equal(step.observations[index], here.observe(seat).tensor)
        if ends >= 2:
            return
    raise AssertionError("no game ended")


def test_a_place_plays_the_same_games_whatever_the_size() -> None:
    small, large = (contrada.batch("urtown", size, seats=3, seed=4) for size in (2, 5))
    for _ in range(300):
        assert np.array_equal(small.now.observations, large.now.observations[:2])
        assert np.array_equal(small.random_decisions, large.random_decisions[:2])
        small.step(small.random_decisions)
        large.step(large.random_decisions)
    assert not np.array_equal(large.now.observations[0], large.now.observations[1])
    first = contrada.batch("urtown", 2, seats=3, seed=4).now.observations
    assert np.array_equal(small.reset(4).observations, first)
    assert not np.array_equal(small.reset(5).observations, first)


def test_arrays_are_written_in_place() -> None:
    batch = contrada.batch("urbe", 3)
    before = batch.now
    after = batch.step(batch.random_decisions)
    assert all(old is new for old, new in zip(before, after, strict=True))


def test_an_illegal_decision_changes_nothing() -> None:
    batch = contrada.batch("urbino", 3)
    before = [bytes(batch.position(index)) for index in range(3)]
    for decisions, sentence in (
        ([0, 0, 489], "game 2 of the batch: .*URBINO-"),
        ([0, -1, 0], "game 1 of the batch: a decision of Urbino is a number from 0 to 489, not -1"),
        ([0, 0, 490], "game 2 of the batch: a decision of Urbino is a number"),
        ([0, 0], r"a step takes 3 decisions as integers, not int64 of shape \(2,\)"),
        ([0.0, 0.0, 0.0], "a step takes 3 decisions as integers, not float64"),
    ):
        with pytest.raises(OptionError, match=sentence):
            batch.step(np.array(decisions))
        assert [bytes(batch.position(index)) for index in range(3)] == before


@pytest.mark.parametrize(
    ("size", "wishes", "sentence"),
    [
        (0, {}, "a batch has 1 game or more, not 0"),
        (4, {"seats": 9}, "Urtown has 2 to 5 seats, not 9"),
        (4, {"seed": -1}, "a seed is a number from 0"),
        (4, {"colour": "red"}, "Urtown has no option 'colour'"),
    ],
)
def test_bad_requests_are_refused_in_a_sentence(
    size: int, wishes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(OptionError, match=sentence):
        contrada.batch("urtown", size, **wishes)
