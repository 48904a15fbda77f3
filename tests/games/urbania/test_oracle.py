"""The compiled rules of Urbania against their plain-Python twin."""

from __future__ import annotations

import random

import pytest

import contrada
from contrada.games.contract import Game, Position, every_choice
from contrada.games.urbania import FACTS, rules
from tests.oracles.urbania import Urbania

SETTINGS = [
    (options, seats) for options in every_choice(FACTS) for seats in range(2, rules.MOST_SEATS + 1)
]


def texts(position: Position) -> dict[str, int]:
    """Write the legal decisions as the twin does."""
    return {in_words(decision): decision for decision in position.legal()}


def in_words(decision: int) -> str:
    if decision < rules.RENEW:
        words = ("project", "pile", *(f"pool {place}" for place in range(1, 6)), "sweep", "decline")
        return words[decision]
    if decision < rules.HIRE:
        row, column = divmod(decision - int(rules.RENEW), 7)
        return f"renew {row} {column}"
    if decision < rules.SUBMIT:
        return f"hire {decision - int(rules.HIRE)}"
    if decision < rules.PAY:
        return f"submit {decision - int(rules.SUBMIT)}"
    if decision == rules.PAY_SUBSIDY:
        return "pay subsidy"
    source, kind = divmod(decision - int(rules.PAY), rules.KINDS)
    return f"pay {kind} table" if source else f"pay {kind}"


def check_state(position: Position, twin: Urbania) -> None:
    state = position.state
    assert position.to_move == twin.to_move
    assert [int(kind) for kind in state.pile[: state.pile_size]] == twin.pile
    assert [None if kind < 0 else int(kind) for kind in state.pool] == twin.pool
    for seat in range(position.seats):
        hand = {kind: int(cards) for kind, cards in enumerate(state.hands[seat]) if cards}
        assert hand == {kind: cards for kind, cards in twin.hands[seat].items() if cards}
        assert state.points[seat] - state.from_projects[seat] == twin.points[seat]


def compare_game(game: Game, seats: int, seed: int) -> None:
    """Play a random game on both sides, decision by decision."""
    subsidy, politics = bool(game.options["subsidy"]), bool(game.options["italian_politics"])
    choose = random.Random(seed)
    position, twin = game.start(seats, seed), Urbania(seats, seed, subsidy, politics)
    while not position.is_over:
        choices = texts(position)
        assert sorted(choices) == sorted(twin.decisions())
        check_state(position, twin)
        text = choose.choice(sorted(choices))
        position = position.play(choices[text])
        twin.play(text)
    assert twin.to_move is None
    assert list(position.scores()) == twin.scores()
    outcome = position.outcome()
    assert outcome is not None
    assert list(outcome.places) == twin.places()


@pytest.mark.parametrize(("options", "seats"), SETTINGS)
def test_random_games(options: dict[str, bool | str], seats: int) -> None:
    """Five games for each of twelve settings: sixty in all."""
    for seed in range(5):
        compare_game(contrada.game("urbania", **options), seats, seed)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(1, 8))
@pytest.mark.parametrize(("options", "seats"), SETTINGS)
def test_many_random_games(options: dict[str, bool | str], seats: int, batch: int) -> None:
    """Twelve games for each of twelve settings and seven batches: 1,008 in all."""
    for number in range(12):
        compare_game(contrada.game("urbania", **options), seats, 1000 * batch + number)
