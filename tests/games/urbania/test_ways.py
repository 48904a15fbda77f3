"""The ways to pay that a view lists for the seat to move: each completes the payment."""

from __future__ import annotations

import random
from typing import Any

import pytest

import contrada
from contrada.games.contract import Position
from tests.games.urbania.positions import arranged

TILES = {"D2": "h34+", "E3": "r34"}


def ways(here: Position) -> list[list[str]]:
    """Write each way as its cards, with what each adds."""
    payment = here.view(here.to_move)["payment"]
    return [
        [f"{each['from']} {each['card']} {each['worth']}" for each in way]
        for way in payment["ways"]
    ]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (  # URBANIA-RENEW-2, -5: a card too many is no way
            {"hands": ["h3 h2+$1 h1+$2 cR+$1 b3"], "due": "2:D2[]"},
            [
                ["hand red 3 3"],
                ["hand red 2+$1 2", "hand red 1+$2 1"],
                ["hand red 2+$1 2", "hand pink R+$1 1"],
            ],
        ),
        (  # URBANIA-RENEW-3: one colour, rainbow workers join
            {"hands": ["h2+$1 h1+$2 b2+$1 cR+$1"], "due": "2:E3[]"},
            [
                ["hand gray 2+$1 2", "hand pink R+$1 1"],
                ["hand red 2+$1 2", "hand red 1+$2 1"],
                ["hand red 2+$1 2", "hand pink R+$1 1"],
            ],
        ),
        (  # what is paid already is no part of what would complete it
            {"hands": ["h1+$2 h3 f3"], "due": "2:D2[h2+$1]"},
            [["hand red 1+$2 1"]],
        ),
        (  # URBANIA-HIRE-3: coins from hand and table
            {"hands": ["b$3 f$3"], "tables": ["b2+$1"], "specialists": "B41", "due": "2:B[]"},
            [["hand gray $3 3", "table gray 2+$1 1"]],
        ),
        (  # URBANIA-SUBSIDY-1: the contract comes last
            {"hands": ["h2+$1 b3"], "variant": "subsidy", "due": "2:D2[]"},
            [["hand red 2+$1 2", "contract None 1"]],
        ),
    ],
    ids=["renewal", "one colour", "half paid", "hire", "subsidy"],
)
def test_ways_to_pay(table: dict[str, Any], expected: list[list[str]]) -> None:
    here = arranged(**{"tiles": TILES, "renewed": "", **table})
    assert sorted(ways(here)) == sorted(expected)


def test_only_the_seat_itself_is_told() -> None:
    here = arranged(tiles=TILES, hands=["h3"], due="2:D2[]", seats=3)
    assert here.view(0)["payment"]["ways"]
    for seat in (None, 1, 2):
        assert here.view(seat)["payment"]["ways"] is None


def completed(here: Position) -> set[tuple[int, ...]]:
    """Follow every decision to the end of the payment."""
    if here.view()["payment"] is None:
        return {()}
    return {
        (decision, *rest) for decision in here.legal() for rest in completed(here.play(decision))
    }


@pytest.mark.parametrize("seed", range(3))
def test_ways_are_what_can_be_played(seed: int) -> None:
    """All listed ways can be played, and all payments that can be played are listed."""
    game, luck = contrada.game("urbania", subsidy=True), random.Random(seed)
    parts = game.parts()
    here, seen = game.start(3, seed), 0
    while not here.is_over and seen < 25:
        payment = here.view(here.to_move)["payment"]
        if payment and not payment["cards"]:
            told = {
                tuple(
                    parts.index(
                        {"does": "pay", "from": each["from"]}
                        | ({"card": each["card"]} if each["card"] else {})
                    )
                    for each in way
                )
                for way in payment["ways"]
            }
            assert told == completed(here)
            seen += 1
        here = here.play(luck.choice(here.legal()))
    assert seen > 5
