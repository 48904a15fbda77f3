"""Random turns in compiled code: all legal ones, no others, each equally likely."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from contrada import Position
from contrada.games.urbino import rules
from contrada.kernel.chance import Generator, fast
from tests.games.urbino.positions import position

BOTH_WALLED_IN = "7h1/7hh/9/9/9/9/9/hh7/1h7"
LATE = "2H1T1T2/1P6P/2hh1hH2/h1h1H2t1/1H3ph1p/1Hht1h1H1/T4H2p/2h1PHP2/2hp3t1"


def draw(start: Position, chance: Generator) -> bytes:
    """Play a random turn; return the resulting state."""
    states = start._copy()
    rules.play_random_turn(states[0], chance)
    return bytes(states.tobytes())


# position, how many turns it has
POSITIONS = [
    pytest.param("9/9/9/9/9/9/9/9/9 - b architect 0 base", 81, id="URBINO-SETUP-2"),
    pytest.param("9/9/9/9/9/9/9/9/9 e5 w architect 0 base", 80, id="URBINO-SETUP-3"),
    pytest.param("9/9/9/9/9/9/9/9/9 a1,e1 b name 0 base", 19, id="URBINO-SETUP-4"),
    pytest.param("9/9/9/9/9/9/9/9/9 a1,e1 w first 0 base", 18, id="URBINO-SETUP-5"),
    pytest.param(f"{LATE} d6,a7 w turn 0 base", 9, id="URBINO-TURN-1 either goes or none"),
    pytest.param(f"{BOTH_WALLED_IN} a1,i9 w turn 0 base", 1, id="URBINO-TURN-5 a skip"),
    pytest.param(f"{BOTH_WALLED_IN} a1,i9 b turn 1 base", 1, id="URBINO-TURN-7 the last skip"),
    pytest.param(
        "2H1T1T2/8P/5hH2/4H2t1/5p3/1Hht5/T7p/2h3P2/3p3t1 g6,h9 b turn 0 base",
        91,
        id="URBINO-TURN-1 nothing where they stand",
    ),
    pytest.param(
        "2H1T1T2/9/5hH2/4H2t1/9/1Hht5/T7p/2h3P2/3p3t1 e5,g6 b turn 0 base",
        610,
        id="URBINO-TURN-1 the middle of a game",
    ),
]


@pytest.mark.parametrize(("text", "turns"), POSITIONS)
def test_every_turn_is_drawn_and_equally_often(text: str, turns: int) -> None:
    start = position(text)
    expected = {bytes(start.play(turn)) for turn in start.turns()}
    assert len(expected) == turns
    each, chance = 50, fast(7)
    drawn = Counter(draw(start, chance) for _ in range(each * turns))
    assert set(drawn) == expected
    # Chi-square: about turns - 1, five standard deviations allowed; the seed never changes.
    surprise = sum((times - each) ** 2 / each for times in drawn.values())
    assert surprise <= turns - 1 + 5 * sqrt(2 * (turns - 1))


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("text", "turns"), [POSITIONS[2], POSITIONS[4], POSITIONS[6]])
def test_a_drawn_turn_is_a_legal_one(text: str, turns: int) -> None:
    start = position(text)
    expected = {bytes(start.play(turn)) for turn in start.turns()}
    chance = fast(turns)
    assert {draw(start, chance) for _ in range(10)} <= expected
