"""Observations are documented, and the checks of the contract notice broken ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import contrada
from contrada.errors import OptionError
from contrada.games import contract
from contrada.games.contract import Game, Position
from docs import observations as page
from tests.contract import checks, observations, toys


def test_the_tables_of_the_docs_are_up_to_date() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.written(text) == text, "run python -m docs.observations"
    assert all(page.table(name) in text for name in contrada.NAMES)


def altered(position: Position, monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    """Let every observation be written with a mistake."""
    observe = contract.load_observation(position.game.definition)

    def broken(state: Any, seat: int, tensor: Any) -> None:
        observe(state, seat, tensor)
        change(state, seat, contract.Observed(position.game.facts.observation, tensor))

    monkeypatch.setattr(contract, "load_observation", lambda definition: broken)


def leak(state: Any, seat: int, seen: contract.Observed) -> None:
    seen["rack_sizes"][-1] = int(state.racks[(seat + 1) % 3]) % 28


def forget(_state: Any, _seat: int, seen: contract.Observed) -> None:
    seen["captured"][:] = 0


def overflow(_state: Any, _seat: int, seen: contract.Observed) -> None:
    seen["blockers"][...] = 2


def look_from_nowhere(state: Any, _seat: int, seen: contract.Observed) -> None:
    seen["to_move"][:] = np.arange(5) == state.to_move


def test_the_checks_notice_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    line = checks.random_game(contrada.game("urtown"), 3, seed=5)
    position = next(each for each in line[40:] if each.to_move == 1)
    noticed: list[tuple[Any, Callable[[], None]]] = [
        (leak, lambda: observations.check_safe(position, range(3))),
        (forget, lambda: observations.check_complete(position)),
        (overflow, lambda: observations.check_ranges(position)),
        (look_from_nowhere, lambda: observations.check_egocentric(position)),
    ]
    for change, check in noticed:
        check()
        with monkeypatch.context() as broken:
            altered(position, broken, change)
            with pytest.raises(AssertionError):
                check()


def test_a_game_without_observations_says_so() -> None:
    toy = Game(replace(toys.HONEST))
    with pytest.raises(OptionError, match="Toy has no observations"):
        toy.start().observe(0)


@pytest.mark.parametrize(
    ("game", "heading"),
    [
        (contrada.game("urbino", monuments=True), "Urbino with monuments. You are White, seat 1"),
        (contrada.game("urtown", scoring="blockers"), "Urtown with scoring blockers. You are"),
    ],
)
def test_the_text_says_what_is_played(game: Game, heading: str) -> None:
    assert game.start().observe_text(1).startswith(heading)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(OptionError, match="there is no seat 2; seats are 0 to 1"):
        contrada.game("urbino").start().observe(2)
