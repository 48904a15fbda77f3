"""The compiled rules of Urbania against their plain-Python twin.

The game is not registered yet: it has rules and components, but no notation, view or picture. So
a definition with just the rules stands in here.
"""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from contrada.games import contract
from contrada.games.contract import Definition, Facts, Game, Measure, Option, Position
from contrada.games.urbania import components, rules
from contrada.kernel.operations import REQUIRED
from tests.oracles.urbania import Urbania

CONTRACTS = ("none", "subsidy", "italian_politics")
RULES_ONLY = Definition(
    facts=Facts(
        name="urbania",
        title="Urbania",
        seats=(2, 5),
        seat_names=("A", "B", "C", "D", "E"),
        options=(Option("contract", CONTRACTS, "the subsidy contract"),),
        decisions=rules.DECISIONS,
        longest_turn=1000,
        longest_game=10000,
        longest_game_because="Not argued yet.",
        hidden=True,
        chance=True,
        measures=(Measure("points"), Measure("points from projects")),
    ),
    state=rules.STATE,
    rules={name: getattr(rules, name) for name in REQUIRED},
    notation=SimpleNamespace(),
    explain=SimpleNamespace(),
    view=lambda state, seat: {},
    picture=SimpleNamespace(),
    sources=(Path(rules.__file__), components.OURS),
)


@pytest.fixture(scope="module")
def definition() -> Definition:
    contract.load(RULES_ONLY)
    return RULES_ONLY


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


@pytest.mark.parametrize("contract_option", CONTRACTS)
def test_random_games(definition: Definition, contract_option: str) -> None:
    game = Game(definition, contract=contract_option)
    subsidy, politics = contract_option != "none", contract_option == "italian_politics"
    for seats in range(2, 6):
        for seed in range(5):
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


def test_generator_and_refusals_agree(definition: Definition) -> None:
    game = Game(definition, contract="subsidy")
    for seats in range(2, 6):
        choose = random.Random(seats)
        position = game.start(seats, seats)
        while not position.is_over:
            legal = position.legal()
            permitted = [
                decision
                for decision in range(rules.DECISIONS)
                if rules.refusal(position.state, decision) == rules.PERMITTED
            ]
            assert permitted == legal
            position = position.play(choose.choice(legal))


def test_a_position_is_small() -> None:
    assert rules.STATE.itemsize <= 1024
