"""Why a turn is refused: the rule and its case, the squares to point at, and the sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from contrada import Position
from contrada.games.urtown import notation
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
SINGLETONS = table_text(**SQUARE, capture="singletons")
SINGLETONS_LINE = table_text(blue="C4 C5 C6", racks={"red": "5"}, capture="singletons")
SINGLETONS_PAIR = table_text(blue="C5 C6", racks={"red": "5"}, capture="singletons")
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

# position, turn, rule and case, squares, part of the sentence
REFUSALS = [
    # A tile that never fits the square, on a rack or not: pointing at where it goes.
    (EMPTY, "5 C6", "URTOWN-PLACE-1.number", COLUMN_5, "The 5 goes in column 5, not on C6."),
    (EMPTY, "C D1", "URTOWN-PLACE-1.letter", ROW_C, "The C goes in row C, not on D1."),
    (
        EMPTY,
        "ring A7",
        "URTOWN-PLACE-1.symbol",
        RING_BOX,
        "The ring tile goes on a square with the same symbol, not on A7.",
    ),
    (SECOND, "5 xC6", "URTOWN-PLACE-1.number", COLUMN_5, "goes in column 5, not on C6"),
    (LINE, "5 xC6", "URTOWN-PLACE-1.number", COLUMN_5, "goes in column 5, not on C6"),
    (DUO, "red 5 C6", "URTOWN-PLACE-1.number", COLUMN_5, "goes in column 5, not on C6"),
    # Your own tile, written as a capture or not.
    (OWN, "C C5", "URTOWN-PLACE-3", "C5", "You already have a tile on C5."),
    (OWN, "$ C5", "URTOWN-PLACE-3", "C5", "You already have a tile on C5."),
    (OWN, "$ xC5", "URTOWN-PLACE-3", "C5", "You already have a tile on C5."),
    (DUO, "red 5 C5", "URTOWN-PLACE-3", "C5", "You already have a tile on C5."),
    # A tile that is elsewhere.
    (EMPTY, "7 A7", "URTOWN-PLACE-4", "", "You don’t have the red 7 on your rack."),
    (EMPTY, "8 A8", "URTOWN-PLACE-4", "", "You don’t have the red 8 on your rack."),
    (SECOND, "car G1", "URTOWN-PLACE-4.symbol", "", "You don’t have the blue car on"),
    (OWN, "5 A5", "URTOWN-PLACE-4", "", "You don’t have the red 5 on your rack."),
    (LINE, "9 C9", "URTOWN-PLACE-4", "", "You don’t have the red 9 on your rack."),
    (DUO, "red D D6", "URTOWN-PLACE-4", "", "You don’t have the red D on your rack."),
    # A capture that splits a group: the pieces it would leave.
    (
        LINE,
        "5 xC5",
        "URTOWN-CAPTURE-1",
        "C4 C6 C7",
        "You can’t capture C5: that would split the blue",
    ),
    (
        LINE,
        "C xC6",
        "URTOWN-CAPTURE-1",
        "C4 C5 C7",
        "You can’t capture C6: that would split the blue",
    ),
    (
        LINE,
        "$ xC5",
        "URTOWN-CAPTURE-1",
        "C4 C6 C7",
        "You can’t capture C5: that would split the blue",
    ),
    (
        CROSS,
        "E xE5",
        "URTOWN-CAPTURE-1",
        "D5 E4 E6 F5",
        "You can’t capture E5: that would split the blue",
    ),
    (
        DUO,
        "red 5 xE5",
        "URTOWN-CAPTURE-1",
        "E4 E6",
        "You can’t capture E5: that would split the yellow",
    ),
    (
        SINGLETONS_LINE,
        "5 xC5",
        "URTOWN-CAPTURE-1",
        "C4 C6",
        "You can’t capture C5: that would split the blue",
    ),
    # The option `singletons`: the neighbours of its colour, unless a group would split as well.
    (
        SINGLETONS,
        "2 xB2",
        "URTOWN-CAPTURE-3",
        "B3 C2",
        "You can’t capture B2: it isn’t a singleton",
    ),
    (SINGLETONS, "$ xC3", "URTOWN-CAPTURE-3", "B3 C2", "touches tiles of its colour on B3 and C2."),
    (SINGLETONS_PAIR, "5 xC5", "URTOWN-CAPTURE-3", "C6", "touches a tile of its colour on C6."),
    # Two seats.
    (DUO, "blue 5 C5", "URTOWN-DUO-3", "C5", "You can’t capture C5: the red tile there is yours."),
    (DUO, "blue 5 xC5", "URTOWN-DUO-3", "C5", "You can’t capture C5: the red tile there is yours."),
    (DUO, "red 6 D6", "URTOWN-DUO-3", "D6", "You can’t capture D6: the blue tile there is yours."),
    (DUO_FINISHED, "red 5 C5", "URTOWN-DUO-2", "", "You have finished red: its last four"),
    (DUO_FINISHED, "red 9 C9", "URTOWN-DUO-2", "", "You have finished red: its last four"),
    # Skipping.
    (EMPTY, "skip", "URTOWN-PLACE-1.skip", "", "You can’t skip: at least one"),
    (DUO, "skip", "URTOWN-PLACE-1.skip", "", "You can’t skip: at least one"),
    (ONLY_A_CAPTURE, "skip", "URTOWN-PLACE-1.skip", "", "(maybe by capturing)"),
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
    ("text", "turn", "key", "squares", "fragment"),
    REFUSALS,
    ids=[f"{row[2]} {row[1]} in {row[0].split()[0]}" for row in REFUSALS],
)
def test_refusals(text: str, turn: str, key: str, squares: str, fragment: str) -> None:
    check_refused(position(text), turn, key, squares, fragment)


def test_each_text_is_said() -> None:
    """Every text of `english.toml` is for a case that comes up above, or by number."""
    assert {row[2] for row in REFUSALS} | {"URTOWN-DUO-1"} == {*notation.english.refusals}


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        (EMPTY, "5 C5"),
        (LINE, "C xC4"),
        (CROSS, "E xE4"),
        (SINGLETONS, "$ xG7"),
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
    """URTOWN-DUO-1, by number: there is no text for it."""
    refused = position(EMPTY).why_not(decision)
    assert refused is not None
    assert (refused.rule, refused.squares) == ("URTOWN-DUO-1", ())
    assert refused.sentence == "You have a second colour only in a two-player game."


def possible_captures(seen: Position) -> Iterator[tuple[str, str, int]]:
    """Yield a turn, its square and the colour for each opposing tile that a rack tile fits."""
    view = seen.view(seen.to_move)
    for lying in view["tiles"]:
        square, victim = lying["square"], lying["colour"]
        for colour in view["colours"]:
            if colour["owner"] == seen.to_move != view["colours"][victim]["owner"]:
                fits = [tile for tile in colour["rack"] if square in FITTING[tile]]
                name = f"{colour['name']} " if seen.seats == 2 else ""
                yield from ((f"{name}{tile} x{square}", square, victim) for tile in fits)


@pytest.mark.parametrize("capture", ["whole", "singletons"])
@pytest.mark.parametrize("seats", [2, 4])
def test_captures_are_refused_for_what_they_would_leave(seats: int, capture: str) -> None:
    """URTOWN-CAPTURE-1, URTOWN-CAPTURE-3 taken literally: count the groups that would be left.

    The seats in this game build large groups.
    """
    start = urtown(capture=capture).start_fast(seats, seed=1)
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
            elif capture == "singletons" and beside:
                expected = ("URTOWN-CAPTURE-3", beside)
            refused = reached.why_not(turn)
            found = (refused.rule, frozenset(refused.squares)) if refused else None
            assert found == expected
            rules_cited.append(found and found[0])
    assert rules_cited.count(None) > 20
    assert rules_cited.count("URTOWN-CAPTURE-1") > 20
    assert (rules_cited.count("URTOWN-CAPTURE-3") > 20) == (capture == "singletons")
