"""What decisions of Urtown consist of, and their accounts."""

from __future__ import annotations

from typing import Any

import pytest

from contrada.games.urtown import rules
from tests.games.urtown.positions import at, urtown

PARTS = [
    (0, {"does": "place", "which": 0, "tile": "1", "square": "A1"}),
    (9 * 9 + 10, {"does": "place", "which": 0, "tile": "B", "square": "B2"}),
    (rules.PER_COLOUR - 1, {"does": "place", "which": 0, "tile": "$", "square": "I9"}),
    (rules.PER_COLOUR + 18 * 9, {"does": "place", "which": 1, "tile": "man", "square": "A1"}),
    (rules.SKIP, {"does": "skip"}),
]


@pytest.mark.parametrize(("decision", "parts"), PARTS)
def test_parts(decision: int, parts: dict[str, Any]) -> None:
    assert urtown().parts()[decision] == parts


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5 E5", {"tile": "5", "square": "E5", "colour": 0, "captures": None}),
        (
            "3 xC3",
            {"tile": "3", "square": "C3", "colour": 0, "captures": {"colour": 1, "tile": "C"}},
        ),
    ],
)
def test_accounts(text: str, told: dict[str, Any]) -> None:
    here = at(red="A1", blue="C3=C", racks={"red": "35m$9"}, seats=3)
    (decision,) = here.read(text)
    for seat in (None, 0, 1, 2):
        assert here.account(decision, seat) == {"does": "place", "which": 0, **told}


def test_the_second_colour_has_its_number_among_all() -> None:
    """URTOWN-DUO-1: with two seats the second seat plays yellow and green."""
    here = urtown().start(2, seed=1)
    while here.to_move != 1:
        here = here.play(here.legal()[0])
    last = here.legal()[-1]
    assert here.account(last) | {"which": 1, "colour": 3} == here.account(last)


def test_a_preview_does_not_tell_what_will_be_drawn() -> None:
    here = urtown().start(3, seed=1)
    seat = here.to_move
    assert seat is not None
    shown = here.preview(here.legal()[:1], seat)
    assert (shown.reveals, shown.ends_turn, shown.legal) == (True, True, None)
    assert shown.view["colours"][seat]["rack"] is None
    assert shown.view["text"] == here.play(here.legal()[0]).view()["text"]
