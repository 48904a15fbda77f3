"""What may be captured of a group, by both readings of URTOWN-CAPTURE-3, as tables."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from contrada import Position
from tests.games.urtown.positions import COLOURS, WALLED_IN, at

RING = "B2 B3 B4 C4 D4 D3 D2 C2"
BLOCK = "C3 C4 C5 D3 D4 D5 E3 E4 E5"


class Takeable(NamedTuple):
    """Which of the tiles on the board the seat to move may take with the money tile."""

    table: dict[str, Any]
    whole: str
    literal: str


CASES = [
    pytest.param(
        Takeable({"blue": "E5"}, "E5", "E5"),
        id="URTOWN-CAPTURE-2 a single",
    ),
    pytest.param(
        Takeable({"blue": "A1 A9 I1 I9"}, "A1 A9 I1 I9", "A1 A9 I1 I9"),
        id="URTOWN-CAPTURE-2 singles in the corners",
    ),
    pytest.param(
        Takeable({"blue": "A1 B2 A3"}, "A1 A3 B2", "A1 A3 B2"),
        id="URTOWN-CAPTURE-2 diagonals do not join",
    ),
    pytest.param(
        Takeable({"blue": "A8 A9 B1 B2"}, "A8 A9 B1 B2", "A8 A9 B1 B2"),
        id="URTOWN-CAPTURE-2 the edge does not join",
    ),
    pytest.param(
        Takeable({"blue": "A1 A2"}, "A1 A2", "A1 A2"),
        id="URTOWN-CAPTURE-1 a pair: either",
    ),
    pytest.param(
        Takeable({"blue": "A1 A2 A3"}, "A1 A3", "A1 A3"),
        id="URTOWN-CAPTURE-1 a line of three: its ends",
    ),
    pytest.param(
        Takeable({"blue": "C5 D5 E5 F5"}, "C5 F5", "C5 F5"),
        id="URTOWN-CAPTURE-1 a column of four: its ends",
    ),
    pytest.param(
        Takeable({"blue": "C3 C4 D4"}, "C3 D4", "C3 D4"),
        id="URTOWN-CAPTURE-1 a corner: its ends",
    ),
    pytest.param(
        Takeable({"blue": "E5 D5 F5 E4 E6"}, "D5 E4 E6 F5", "D5 E4 E6 F5"),
        id="URTOWN-CAPTURE-1 a cross: all but the middle",
    ),
    pytest.param(
        Takeable({"blue": "B2 B3 B4 C3"}, "B2 B4 C3", "B2 B4 C3"),
        id="URTOWN-CAPTURE-1 a T: all but the middle",
    ),
    pytest.param(
        Takeable({"blue": RING}, "B2 B3 B4 C2 C4 D2 D3 D4", ""),
        id="URTOWN-CAPTURE-3 a ring: any tile, or none",
    ),
    pytest.param(
        Takeable({"blue": f"{RING} B5"}, "B2 B3 B5 C2 C4 D2 D3 D4", "B5"),
        id="URTOWN-CAPTURE-1 a ring with a tail: not where the tail hangs",
    ),
    pytest.param(
        Takeable({"blue": RING.removesuffix(" C2")}, "B2 D2", "B2 D2"),
        id="URTOWN-CAPTURE-1 a broken ring is a line",
    ),
    pytest.param(
        Takeable({"blue": f"{RING} F2 F3"}, "B2 B3 B4 C2 C4 D2 D3 D4 F2 F3", "F2 F3"),
        id="URTOWN-CAPTURE-3 a ring, and a pair apart",
    ),
    pytest.param(
        Takeable({"blue": "A1 A2 B1 B2"}, "A1 A2 B1 B2", ""),
        id="URTOWN-CAPTURE-3 two by two: any tile, or none",
    ),
    pytest.param(
        Takeable({"blue": "A1 A2 B1 B2 B3"}, "A1 A2 B1 B3", "B3"),
        id="URTOWN-CAPTURE-1 two by two with a tail: not the inner tile",
    ),
    pytest.param(
        Takeable({"blue": "A1 A2 B1 B2 B3 C3 C2"}, "A1 A2 B1 B3 C2 C3", ""),
        id="URTOWN-CAPTURE-1 two of two by two that share a tile",
    ),
    pytest.param(
        Takeable({"blue": "A1 A2 A3 B1 B2 B3"}, "A1 A2 A3 B1 B2 B3", ""),
        id="URTOWN-CAPTURE-3 two by three: inner tiles, too",
    ),
    pytest.param(
        Takeable({"blue": BLOCK}, BLOCK, ""),
        id="URTOWN-CAPTURE-3 three by three: the middle, too",
    ),
    pytest.param(
        Takeable({"blue": "A1 A3", "yellow": "A2"}, "A1 A2 A3", "A1 A2 A3"),
        id="URTOWN-CAPTURE-1 one colour only: others do not join it",
    ),
    pytest.param(
        Takeable(
            {"blue": "D5 E5 F5", "yellow": "D4 D6 E4 E6"}, "D4 D5 D6 E4 E6 F5", "D4 D5 D6 E4 E6 F5"
        ),
        id="URTOWN-CAPTURE-1 one colour only: others do not hold it together",
    ),
    pytest.param(
        Takeable({"red": "A1 A3", "blue": "A2"}, "A2", "A2"),
        id="URTOWN-PLACE-3 never one's own",
    ),
    pytest.param(
        Takeable(WALLED_IN, "A4 B4 H4 I4", "A4 B4 H4 I4"),
        id="URTOWN-CAPTURE-1 long groups: their ends",
    ),
    pytest.param(
        Takeable(
            {"red": "A1", "blue": "A2", "yellow": "A3", "green": "A4", "seats": 2}, "A3 A4", "A3 A4"
        ),
        id="URTOWN-DUO-3 neither of one's own colours",
    ),
    pytest.param(
        Takeable({"yellow": "A1 A3", "green": "A2", "seats": 2}, "A1 A2 A3", "A1 A2 A3"),
        id="URTOWN-DUO-4 an opponent's two colours do not join",
    ),
    pytest.param(
        Takeable(
            {"yellow": "A1 A2 A3", "green": "B1 B2 B3", "seats": 2}, "A1 A3 B1 B3", "A1 A3 B1 B3"
        ),
        id="URTOWN-CAPTURE-1 nor hold each other together",
    ),
    pytest.param(
        Takeable(
            {"red": "C1 C2 C3", "blue": "C4", "to_move": 1, "seats": 2}, "C1 C3 C4", "C1 C3 C4"
        ),
        id="URTOWN-CAPTURE-1 Second takes from First",
    ),
]
both = pytest.mark.parametrize("capture", ["whole", "literal"])


@pytest.mark.uncompiled
@pytest.mark.bounds
@both
@pytest.mark.parametrize("case", CASES)
def test_what_may_be_taken(case: Takeable, capture: str) -> None:
    """Exactly these may be taken, none makes more groups, and what refuses the others is right."""
    duo = "seats" in case.table
    colour = COLOURS[case.table.get("to_move", 0) * (2 if duo else 1)]
    seen = at(**case.table, racks={colour: "$"}, capture=capture)
    money = f"{colour} $ x" if duo else "$ x"
    takeable = sorted(t.removeprefix(money) for t in seen.turns() if t.startswith(money))
    assert " ".join(takeable) == (case.whole if capture == "whole" else case.literal)
    for square, victim in opposing_tiles(seen):
        if square in takeable:
            assert groups(seen.play(money + square), victim) <= groups(seen, victim)
        else:
            splits = square not in case.whole.split()
            refused = seen.why_not(money + square)
            assert refused is not None
            assert refused.rule == ("URTOWN-CAPTURE-1" if splits else "URTOWN-CAPTURE-3")


def opposing_tiles(seen: Position) -> list[tuple[str, int]]:
    """Return squares and colours of what the seat to move does not own."""
    view = seen.view()
    owners = [colour["owner"] for colour in view["colours"]]
    tiles = [(tile["square"], tile["colour"]) for tile in view["tiles"]]
    return [(square, colour) for square, colour in tiles if owners[colour] != seen.to_move]


def groups(seen: Position, colour: int) -> int:
    return len(seen.view()["colours"][colour]["groups"])


@pytest.mark.uncompiled
@pytest.mark.bounds
@both
def test_what_may_be_taken_changes_with_each_capture(capture: str) -> None:
    """URTOWN-CAPTURE-1: the ends of a line go one after the other, then its middle is an end."""
    racks = {"red": "3E", "blue": "9", "yellow": "4"}
    seen = at(blue="E3 E4 E5 E6", racks=racks, capture=capture)
    assert seen.why_not("E xE4")
    seen = seen.play("3 xE3").play("9 A9")
    assert "4 xE4" in seen.turns()
    seen = seen.play("4 xE4")
    assert {"E xE4", "E xE5", "E xE6"} <= set(seen.turns())
    assert [len(tiles) for tiles in seen.view()["captured"]] == [1, 0, 1]
