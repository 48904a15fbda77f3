"""What decisions of Urbino consist of, their accounts, and what architects see."""

from __future__ import annotations

from typing import Any

import pytest

from contrada import IllegalDecision, NotationError
from contrada.games.urbino import rules
from tests.games.urbino.positions import after, position, urbino

PARTS = [
    (rules.PLACE, {"does": "place_architect", "square": "a1"}),
    (rules.PLACE + 80, {"does": "place_architect", "square": "i9"}),
    (rules.REPOSITION, {"does": "reposition", "architect": 0, "square": "a1"}),
    (rules.REPOSITION + 81 + 30, {"does": "reposition", "architect": 1, "square": "d4"}),
    (rules.STAY, {"does": "stay"}),
    (rules.ERECT, {"does": "erect", "kind": "house", "square": "a1"}),
    (rules.ERECT + 81 + 40, {"does": "erect", "kind": "palace", "square": "e5"}),
    (rules.ERECT + 242, {"does": "erect", "kind": "tower", "square": "i9"}),
    (rules.NAME_BLACK, {"does": "name", "seat": 0}),
    (rules.NAME_WHITE, {"does": "name", "seat": 1}),
    (rules.SKIP, {"does": "skip"}),
]


@pytest.mark.parametrize(("decision", "parts"), PARTS)
def test_parts(decision: int, parts: dict[str, Any]) -> None:
    assert urbino().parts()[decision] == parts


def test_what_goes_without_saying() -> None:
    assert urbino().implied == [rules.STAY, rules.NAME_BLACK]


@pytest.mark.parametrize(
    ("moves", "text", "told"),
    [
        ("", "e5", {"does": "place_architect", "square": "e5"}),
        ("h1 d8", "white", {"does": "name", "seat": 1}),
        (
            "h1 d8 1d1",
            "h1-i7",
            {"does": "reposition", "architect": 0, "square": "i7", "from": "h1", "to": "i7"},
        ),
        ("h1 d8 1d1 h1-i7", "1g5", {"does": "erect", "kind": "house", "square": "g5"}),
    ],
)
def test_accounts(moves: str, text: str, told: dict[str, Any]) -> None:
    here = after(moves)
    (decision,) = here.read(text)[-1:]
    for seat in (None, 0, 1):
        assert here.account(decision, seat) == told


def test_there_is_no_account_of_what_cannot_be() -> None:
    with pytest.raises(IllegalDecision, match="SETUP-2"):
        after("").account(int(rules.SKIP))
    with pytest.raises(NotationError):
        after("").account(rules.DECISIONS)


@pytest.mark.parametrize(
    ("text", "lower", "upper"),
    [
        # URBINO-LOT-1: eight directions, up to buildings; URBINO-LOT-2: the other stops sight
        ("9/9/9/9/9/9/9/9/9 - b architect 0 base", "", ""),
        ("9/9/9/9/9/9/9/9/9 a1 w architect 0 base", "b1 c1 d1 e1 f1 g1 h1 i1 a2 b2", ""),
        ("9/9/9/9/9/9/9/9/9 a1,c1 b name 0 base", "b1 a2 b2 a3", "b1 d1 e1 f1 g1 h1 i1"),
        ("9/9/9/9/9/9/9/1h7/9 a1,c1 w turn 0 base", "b1 a2 a3 a4", "b1 d1 e1 f1 g1 h1 i1 c2"),
    ],
)
def test_sight(text: str, lower: str, upper: str) -> None:
    for seen, begins in zip(position(text).view()["sight"], (lower, upper), strict=True):
        assert " ".join(seen).startswith(begins)
        assert bool(seen) == bool(begins)


def test_lots_are_what_both_see() -> None:
    """URBINO-LOT-3."""
    view = after("h1 d8 1d1 h1-i7,1g5").view()
    lower, upper = view["sight"]
    assert view["lots"] == [square for square in lower if square in upper]


def test_what_may_follow_staying() -> None:
    here = after("h1 d8 1d1")
    stay = int(rules.STAY)
    assert here.then() == {stay: here.play(stay).legal()}
    assert after("h1 d8").then() == {
        int(rules.NAME_BLACK): after("h1 d8").play("black").legal(),
    }
    assert after("").then() == {}


def test_a_preview_of_half_a_turn_and_of_a_whole_one() -> None:
    here = after("h1 d8 1d1")
    seat = here.to_move
    assert seat == 1
    half = here.preview(here.read("h1-i7"), seat)
    assert (half.ends_turn, half.reveals, half.to_move) == (False, False, 1)
    assert half.view["architects"] == ["i7", "d8"]
    assert half.legal == here.play("h1-i7").legal()
    whole = here.preview(here.read("h1-i7,1g5"), seat)
    assert (whole.ends_turn, whole.to_move, whole.legal, whole.then) == (True, 0, None, None)
    assert whole.view == here.play("h1-i7,1g5").view()


def test_a_preview_of_nothing_is_the_present() -> None:
    here = after("h1 d8 1d1")
    now = here.preview([], 1)
    assert (now.view, now.ends_turn, now.legal) == (here.view(), False, here.legal())
    assert now.then == here.then()


def test_a_preview_names_the_decision_that_is_refused() -> None:
    here = after("h1 d8 1d1")
    go, build = here.read("h1-i7,1a1")
    with pytest.raises(IllegalDecision, match="LOT-3") as refused:
        here.preview([go, build], 1)
    assert refused.value.index == 1
    with pytest.raises(IllegalDecision) as refused:
        here.preview([build], 1)
    assert refused.value.index == 0


def test_previews_end_with_the_turn() -> None:
    here = after("h1 d8 1d1")
    turn = here.read("h1-i7,1g5")
    with pytest.raises(ValueError, match="decision 3 of the preview is not for seat 1"):
        here.preview([*turn, int(rules.STAY)], 1)
    with pytest.raises(ValueError, match="decision 1 of the preview is not for seat 0"):
        here.preview(turn, 0)
