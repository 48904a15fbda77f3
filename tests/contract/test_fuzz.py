"""Whatever text or number a game is given, the answer is a sentence or something valid."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from contrada import games
from tests.contract import fuzz

every_game = pytest.mark.parametrize("name", games.NAMES)
amounts = pytest.mark.parametrize("scale", fuzz.AMOUNTS)


@every_game
@amounts
def test_any_text_as_a_turn(name: str, scale: int) -> None:
    texts = fuzz.ANY_TEXT | fuzz.notation_text(name)
    fuzz.hold(fuzz.check_turn, 100 * scale, fuzz.any_position(name), texts)


@every_game
@amounts
def test_mutated_turns(name: str, scale: int) -> None:
    pairs = fuzz.mutated_turn(name)
    fuzz.hold(lambda pair: fuzz.check_turn(*pair), 200 * scale, pairs)


@every_game
@amounts
def test_any_number_as_a_decision(name: str, scale: int) -> None:
    numbers = st.integers(-2, 1100) | st.integers()
    fuzz.hold(fuzz.check_decision, 75 * scale, fuzz.any_position(name), numbers)


@every_game
@amounts
def test_any_text_as_a_position(name: str, scale: int) -> None:
    texts = fuzz.ANY_TEXT | fuzz.notation_text(name)
    fuzz.hold(lambda text: fuzz.check_position(name, text), 100 * scale, texts)


@every_game
@amounts
def test_mutated_positions(name: str, scale: int) -> None:
    texts = fuzz.mutated_position(name)
    fuzz.hold(lambda text: fuzz.check_position(name, text), 150 * scale, texts)
