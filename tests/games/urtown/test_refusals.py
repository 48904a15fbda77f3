"""Why a turn is refused: the rule, the squares to point at, and what the sentence says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from contrada import Position
from tests.contract.refusals import check_allowed, check_refused
from tests.games.urtown.positions import (
    BLOCKED,
    WALLED_IN,
    clustering_turn,
    play_out,
    position,
    table_text,
    urtown,
)
from tests.oracles.urtown import FITTING, NEIGHBOURS, joined_groups

COLUMN_5 = "A5 B5 C5 D5 E5 F5 G5 H5 I5"
ROW_C = "C1 C2 C3 C4 C5 C6 C7 C8 C9"
RING_BOX = "A4 A5 A6 B4 B5 B6 C4 C5 C6"

EMPTY = table_text(racks={"red": "5Cr$2"}, piles={"red": "8"})
SECOND = table_text(racks={"blue": "5Cr$2"}, to_move=1)
OWN = table_text(red="C5=5", racks={"red": "C$2"})
LINE = table_text(blue="C4 C5 C6 C7", racks={"red": "5C$"})
CROSS = table_text(blue="D5 E4 E5 E6 F5", yellow="E7", racks={"red": "E"})
SQUARE: dict[str, Any] = {"blue": "B2 B3 C2 C3 G7", "racks": {"red": "2$"}}
LITERAL = table_text(**SQUARE, capture="literal")
LITERAL_LINE = table_text(blue="C4 C5 C6", racks={"red": "5"}, capture="literal")
ONLY_A_CAPTURE = table_text(
    **(WALLED_IN | {"blue": WALLED_IN["blue"].removesuffix(" I4")}), racks={"red": BLOCKED}
)
OVER = table_text(
    red="C5", blue="D5", placed=dict.fromkeys(("red", "blue", "yellow"), 24), to_move=None
)
DUO = table_text(seats=2, red="C5", blue="D6", yellow="E4 E5 E6", racks={"red": "56", "blue": "5D"})
DUO_FINISHED = table_text(seats=2, placed={"red": 24}, racks={"red": "5678", "blue": "5"})
DUO_OVER = table_text(
    seats=2,
    red="C5",
    placed=dict.fromkeys(("red", "blue", "yellow", "green"), 24),
    to_move=None,
)

# position, turn, rule, squares, part of the sentence
REFUSALS = [
    # A tile that never fits the square, whoever has it: pointing at where it goes.
    (EMPTY, "5 C6", "URTOWN-PLACE-1", COLUMN_5, "tile 5 goes into column 5, not onto C6"),
    (EMPTY, "C D1", "URTOWN-PLACE-1", ROW_C, "tile C goes into row C, not onto D1"),
    (
        EMPTY,
        "ring A7",
        "URTOWN-PLACE-1",
        RING_BOX,
        "onto a square with the symbol ring, not onto A7",
    ),
    (SECOND, "5 xC6", "URTOWN-PLACE-1", COLUMN_5, "tile 5 goes into column 5, not onto C6"),
    (LINE, "5 xC6", "URTOWN-PLACE-1", COLUMN_5, "tile 5 goes into column 5, not onto C6"),
    (DUO, "red 5 C6", "URTOWN-PLACE-1", COLUMN_5, "tile 5 goes into column 5, not onto C6"),
    # One's own tile, written as a capture or not.
    (OWN, "C C5", "URTOWN-PLACE-3", "C5", "A tile of one's own colour lies on C5"),
    (OWN, "$ C5", "URTOWN-PLACE-3", "C5", "A tile of one's own colour lies on C5"),
    (OWN, "$ xC5", "URTOWN-PLACE-3", "C5", "A tile of one's own colour lies on C5"),
    (DUO, "red 5 C5", "URTOWN-PLACE-3", "C5", "A tile of one's own colour lies on C5"),
    # A tile that is elsewhere.
    (EMPTY, "7 A7", "URTOWN-PLACE-4", "", "The red tile 7 is not on the rack"),
    (EMPTY, "8 A8", "URTOWN-PLACE-4", "", "The red tile 8 is not on the rack"),
    (SECOND, "car G1", "URTOWN-PLACE-4", "", "The blue tile car is not on the rack"),
    (OWN, "5 A5", "URTOWN-PLACE-4", "", "The red tile 5 is not on the rack"),
    (LINE, "9 C9", "URTOWN-PLACE-4", "", "The red tile 9 is not on the rack"),
    (DUO, "red D D6", "URTOWN-PLACE-4", "", "The red tile D is not on the rack"),
    # A capture that splits a group: the pieces it would leave.
    (LINE, "5 xC5", "URTOWN-CAPTURE-1", "C4 C6 C7", "C5 would split the blue group"),
    (LINE, "C xC6", "URTOWN-CAPTURE-1", "C4 C5 C7", "C6 would split the blue group"),
    (LINE, "$ xC5", "URTOWN-CAPTURE-1", "C4 C6 C7", "C5 would split the blue group"),
    (CROSS, "E xE5", "URTOWN-CAPTURE-1", "D5 E4 E6 F5", "E5 would split the blue group"),
    (DUO, "red 5 xE5", "URTOWN-CAPTURE-1", "E4 E6", "E5 would split the yellow group"),
    (LITERAL_LINE, "5 xC5", "URTOWN-CAPTURE-1", "C4 C6", "C5 would split the blue group"),
    # The literal option: the neighbours of its colour.
    (LITERAL, "2 xB2", "URTOWN-CAPTURE-3", "B3 C2", "The tile on B2 touches several blue tiles"),
    (LITERAL, "$ xC3", "URTOWN-CAPTURE-3", "B3 C2", "The tile on C3 touches several blue tiles"),
    # Two seats.
    (DUO, "blue 5 C5", "URTOWN-DUO-3", "C5", "The red tile on C5 is one's own"),
    (DUO, "blue 5 xC5", "URTOWN-DUO-3", "C5", "The red tile on C5 is one's own"),
    (DUO, "red 6 D6", "URTOWN-DUO-3", "D6", "The blue tile on D6 is one's own"),
    (DUO_FINISHED, "red 5 C5", "URTOWN-DUO-2", "", "Red is finished; its last four tiles are set"),
    (DUO_FINISHED, "red 9 C9", "URTOWN-DUO-2", "", "Red is finished; its last four tiles are set"),
    # Skipping.
    (EMPTY, "skip", "URTOWN-PLACE-1", "", "No skipping while a tile can be placed"),
    (DUO, "skip", "URTOWN-PLACE-1", "", "No skipping while a tile can be placed"),
    (ONLY_A_CAPTURE, "skip", "URTOWN-PLACE-1", "", "be it by capture"),
    # The game is over, however the turn is written.
    (OVER, "skip", "URTOWN-END-1", "", "The game is over"),
    (OVER, "5 A5", "URTOWN-END-1", "", "The game is over"),
    (OVER, "5 C5", "URTOWN-END-1", "", "The game is over"),
    (OVER, "5 xD5", "URTOWN-END-1", "", "The game is over"),
    (DUO_OVER, "red 5 A5", "URTOWN-END-1", "", "The game is over"),
    (DUO_OVER, "green 5 xC5", "URTOWN-END-1", "", "The game is over"),
    (DUO_OVER, "skip", "URTOWN-END-1", "", "The game is over"),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("text", "turn", "rule", "squares", "fragment"),
    REFUSALS,
    ids=[f"{row[2]} {row[1]} in {row[0].split()[0]}" for row in REFUSALS],
)
def test_refusals(text: str, turn: str, rule: str, squares: str, fragment: str) -> None:
    check_refused(position(text), turn, rule, squares, fragment)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        (EMPTY, "5 C5"),
        (LINE, "C xC4"),
        (CROSS, "E xE4"),
        (LITERAL, "$ xG7"),
        (DUO, "red 5 D5"),
        (DUO, "blue D D1"),
        (DUO_FINISHED, "blue 5 C5"),
        (ONLY_A_CAPTURE, "car xI3"),
    ],
)
def test_the_same_positions_allow_something(text: str, turn: str) -> None:
    check_allowed(position(text), turn)


@pytest.mark.parametrize("decision", [324, 647])  # the first and the last of it
def test_a_second_colour_is_for_two_seats(decision: int) -> None:
    """URTOWN-DUO-1, asked by number: no text says it."""
    refused = position(EMPTY).why_not(decision)
    assert refused is not None
    assert (refused.rule, refused.squares) == ("URTOWN-DUO-1", ())
    assert "Only with two seats" in refused.sentence


def possible_captures(seen: Position) -> Iterator[tuple[str, str, int]]:
    """Yield a turn, the square and the colour for each opposing tile that some rack tile fits."""
    view = seen.view(seen.to_move)
    for lying in view["tiles"]:
        square, victim = lying["square"], lying["colour"]
        for colour in view["colours"]:
            if colour["owner"] == seen.to_move != view["colours"][victim]["owner"]:
                fits = [tile for tile in colour["rack"] if square in FITTING[tile]]
                name = f"{colour['name']} " if seen.seats == 2 else ""
                yield from ((f"{name}{tile} x{square}", square, victim) for tile in fits)


@pytest.mark.parametrize("capture", ["whole", "literal"])
@pytest.mark.parametrize("seats", [2, 4])
def test_captures_are_refused_for_what_they_would_leave(seats: int, capture: str) -> None:
    """URTOWN-CAPTURE-1, URTOWN-CAPTURE-3 by their own words: count the groups that would be left.

    The game is one of seats that build large groups.
    """
    start = urtown(capture=capture).start(seats, seed=1)
    rules_cited = []
    for reached in play_out(start, clustering_turn, seed=1)[::3]:
        tiles = {tile["square"]: tile["colour"] for tile in reached.view()["tiles"]}
        for turn, square, victim in possible_captures(reached):
            of_colour = [place for place, colour in tiles.items() if colour == victim]
            group = next(group for group in joined_groups(of_colour) if square in group)
            left, beside = group - {square}, group & set(NEIGHBOURS[square])
            expected = None
            if len(joined_groups(left)) > 1:
                expected = ("URTOWN-CAPTURE-1", left)
            elif capture == "literal" and len(beside) > 1:
                expected = ("URTOWN-CAPTURE-3", beside)
            refused = reached.why_not(turn)
            found = (refused.rule, frozenset(refused.squares)) if refused else None
            assert found == expected
            rules_cited.append(found and found[0])
    assert rules_cited.count(None) > 20
    assert rules_cited.count("URTOWN-CAPTURE-1") > 20
    assert (rules_cited.count("URTOWN-CAPTURE-3") > 20) == (capture == "literal")
