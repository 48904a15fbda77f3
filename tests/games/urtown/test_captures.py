"""Which tiles of a group may be captured, under both readings of URTOWN-CAPTURE-3, as tables."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from contrada import Position
from tests.games.urtown.positions import COLOURS, WALLED_IN, at

RING = "B2 B3 B4 C4 D4 D3 D2 C2"
BLOCK = "C3 C4 C5 D3 D4 D5 E3 E4 E5"


class Capturable(NamedTuple):
    """Which tiles on the board the seat to move may capture with the money tile."""

    table: dict[str, Any]
    whole: str
    singletons: str


CASES = [
    pytest.param(
        Capturable({"blue": "E5"}, "E5", "E5"),
        id="URTOWN-CAPTURE-2 a singleton",
    ),
    pytest.param(
        Capturable({"blue": "A1 A9 I1 I9"}, "A1 A9 I1 I9", "A1 A9 I1 I9"),
        id="URTOWN-CAPTURE-2 singletons in the corners",
    ),
    pytest.param(
        Capturable({"blue": "A1 B2 A3"}, "A1 A3 B2", "A1 A3 B2"),
        id="URTOWN-CAPTURE-2 diagonals do not join",
    ),
    pytest.param(
        Capturable({"blue": "A9 B1 C9 D1"}, "A9 B1 C9 D1", "A9 B1 C9 D1"),
        id="URTOWN-CAPTURE-2 the edge does not join",
    ),
    pytest.param(
        Capturable({"blue": "A8 A9 B1 B2"}, "A8 A9 B1 B2", ""),
        id="URTOWN-CAPTURE-1 nor do pairs at the edge",
    ),
    pytest.param(
        Capturable({"blue": "A1 A2"}, "A1 A2", ""),
        id="URTOWN-CAPTURE-3 a pair: either, or none",
    ),
    pytest.param(
        Capturable({"blue": "A1 A2 A3"}, "A1 A3", ""),
        id="URTOWN-CAPTURE-1 a line of three: its ends",
    ),
    pytest.param(
        Capturable({"blue": "C5 D5 E5 F5"}, "C5 F5", ""),
        id="URTOWN-CAPTURE-1 a column of four: its ends",
    ),
    pytest.param(
        Capturable({"blue": "C3 C4 D4"}, "C3 D4", ""),
        id="URTOWN-CAPTURE-1 a corner: its ends",
    ),
    pytest.param(
        Capturable({"blue": "E5 D5 F5 E4 E6"}, "D5 E4 E6 F5", ""),
        id="URTOWN-CAPTURE-1 a cross: all but the middle",
    ),
    pytest.param(
        Capturable({"blue": "B2 B3 B4 C3"}, "B2 B4 C3", ""),
        id="URTOWN-CAPTURE-1 a T: all but the middle",
    ),
    pytest.param(
        Capturable({"blue": RING}, "B2 B3 B4 C2 C4 D2 D3 D4", ""),
        id="URTOWN-CAPTURE-3 a ring: any tile, or none",
    ),
    pytest.param(
        Capturable({"blue": f"{RING} B5"}, "B2 B3 B5 C2 C4 D2 D3 D4", ""),
        id="URTOWN-CAPTURE-1 a ring with a tail: not where the tail hangs",
    ),
    pytest.param(
        Capturable({"blue": RING.removesuffix(" C2")}, "B2 D2", ""),
        id="URTOWN-CAPTURE-1 a broken ring is a line",
    ),
    pytest.param(
        Capturable({"blue": f"{RING} F2 F3 H3"}, "B2 B3 B4 C2 C4 D2 D3 D4 F2 F3 H3", "H3"),
        id="URTOWN-CAPTURE-3 a ring, and a pair and a singleton apart",
    ),
    pytest.param(
        Capturable({"blue": "A1 A2 B1 B2"}, "A1 A2 B1 B2", ""),
        id="URTOWN-CAPTURE-3 two by two: any tile, or none",
    ),
    pytest.param(
        Capturable({"blue": "A1 A2 B1 B2 B3"}, "A1 A2 B1 B3", ""),
        id="URTOWN-CAPTURE-1 two by two with a tail: not the inner tile",
    ),
    pytest.param(
        Capturable({"blue": "A1 A2 B1 B2 B3 C3 C2"}, "A1 A2 B1 B3 C2 C3", ""),
        id="URTOWN-CAPTURE-1 two of two by two that share a tile",
    ),
    pytest.param(
        Capturable({"blue": "A1 A2 A3 B1 B2 B3"}, "A1 A2 A3 B1 B2 B3", ""),
        id="URTOWN-CAPTURE-3 two by three: inner tiles, too",
    ),
    pytest.param(
        Capturable({"blue": BLOCK}, BLOCK, ""),
        id="URTOWN-CAPTURE-3 three by three: the middle, too",
    ),
    pytest.param(
        Capturable({"blue": "A1 A3", "yellow": "A2"}, "A1 A2 A3", "A1 A2 A3"),
        id="URTOWN-CAPTURE-1 one colour only: others do not join it",
    ),
    pytest.param(
        Capturable({"blue": "D5 E5 F5", "yellow": "D4 D6 E4 E6 A1"}, "A1 D4 D5 D6 E4 E6 F5", "A1"),
        id="URTOWN-CAPTURE-1 one colour only: others do not hold it together",
    ),
    pytest.param(
        Capturable({"red": "A1 A3", "blue": "A2"}, "A2", "A2"),
        id="URTOWN-PLACE-3 never your own",
    ),
    pytest.param(
        Capturable(WALLED_IN, "A4 B4 H4 I4", ""),
        id="URTOWN-CAPTURE-1 long groups: their ends",
    ),
    pytest.param(
        Capturable(
            {"red": "A1", "blue": "A2", "yellow": "A3", "green": "A4", "seats": 2}, "A3 A4", "A3 A4"
        ),
        id="URTOWN-DUO-3 neither of your own colours",
    ),
    pytest.param(
        Capturable({"yellow": "A1 A3", "green": "A2", "seats": 2}, "A1 A2 A3", "A1 A2 A3"),
        id="URTOWN-DUO-4 an opponent's two colours do not join",
    ),
    pytest.param(
        Capturable({"yellow": "A1 A2 A3", "green": "B1 B2 B3", "seats": 2}, "A1 A3 B1 B3", ""),
        id="URTOWN-CAPTURE-1 nor hold each other together",
    ),
    pytest.param(
        Capturable({"red": "C1 C2 C3", "blue": "C4", "to_move": 1, "seats": 2}, "C1 C3 C4", "C4"),
        id="URTOWN-CAPTURE-1 Second captures from First",
    ),
]
both = pytest.mark.parametrize("capture", ["whole", "singletons"])


@pytest.mark.uncompiled
@pytest.mark.bounds
@both
@pytest.mark.parametrize("case", CASES)
def test_what_may_be_captured(case: Capturable, capture: str) -> None:
    """Exactly these; no capture makes more groups, and the right rule refuses the others."""
    duo = "seats" in case.table
    colour = COLOURS[case.table.get("to_move", 0) * (2 if duo else 1)]
    seen = at(**case.table, racks={colour: "$"}, capture=capture)
    money = f"{colour} $ x" if duo else "$ x"
    capturable = sorted(t.removeprefix(money) for t in seen.turns() if t.startswith(money))
    assert " ".join(capturable) == (case.whole if capture == "whole" else case.singletons)
    for square, victim in opposing_tiles(seen):
        if square in capturable:
            assert groups(seen.play(money + square), victim) <= groups(seen, victim)
        else:
            splits = square not in case.whole.split()
            refused = seen.why_not(money + square)
            assert refused is not None
            assert refused.rule == ("URTOWN-CAPTURE-1" if splits else "URTOWN-CAPTURE-3")


def opposing_tiles(seen: Position) -> list[tuple[str, int]]:
    """Return the squares and colours of tiles that the seat to move does not own."""
    view = seen.view()
    owners = [colour["owner"] for colour in view["colours"]]
    tiles = [(tile["square"], tile["colour"]) for tile in view["tiles"]]
    return [(square, colour) for square, colour in tiles if owners[colour] != seen.to_move]


def groups(seen: Position, colour: int) -> int:
    return len(seen.view()["colours"][colour]["groups"])


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_what_may_be_captured_changes_with_each_capture() -> None:
    """URTOWN-CAPTURE-1: once the ends of a line are captured, its middle is an end."""
    racks = {"red": "3E", "blue": "9", "yellow": "4"}
    seen = at(blue="E3 E4 E5 E6", racks=racks)
    assert seen.why_not("E xE4")
    seen = seen.play("3 xE3").play("9 A9")
    assert "4 xE4" in seen.turns()
    seen = seen.play("4 xE4")
    assert {"E xE4", "E xE5", "E xE6"} <= set(seen.turns())
    assert [len(tiles) for tiles in seen.view()["captured"]] == [1, 0, 1]


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_singleton_that_is_joined_is_safe() -> None:
    """URTOWN-CAPTURE-3: with the option, a second tile beside it protects both."""
    racks = {"red": "3$", "blue": "4", "yellow": "9"}
    seen = at(blue="E3", yellow="A9", racks=racks, capture="singletons")
    assert {"3 xE3", "$ xE3", "$ xA9"} <= set(seen.turns())
    seen = seen.play("3 A3").play("4 E4").play("9 B9")
    assert not any("x" in turn for turn in seen.turns())
    refused = [seen.why_not(f"$ x{square}") for square in ("E3", "E4", "A9", "B9")]
    assert [each and (each.rule, each.squares) for each in refused] == [
        ("URTOWN-CAPTURE-3", (square,)) for square in ("E4", "E3", "B9", "A9")
    ]
