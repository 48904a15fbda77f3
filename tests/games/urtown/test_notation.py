"""Urtown in text: squares, turns and positions, written and read back; and bad text."""

from __future__ import annotations

import pytest

from tests.contract import texts
from tests.games.urtown.positions import (
    DUO,
    DUO_SECOND,
    EMPTY,
    FIFTH,
    NONE,
    OPEN,
    PILES,
    SIGNS,
    SOME,
    START,
    STUCK,
    THIRD,
    at,
    clustering_turn,
    play_out,
    position,
    table_text,
    urtown,
)
from tests.oracles.urtown import SQUARES, TILES

PARTS = urtown().parts()


def test_names() -> None:
    """URTOWN-BOARD-1, URTOWN-TILES-1."""
    everywhere = [str(parts["square"]) for parts in PARTS if parts.get("tile") == "$"]
    assert everywhere[: len(everywhere) // 2] == [*SQUARES]
    assert {parts["tile"] for parts in PARTS if "tile" in parts} == set(TILES)
    assert len(set(TILES)) == len(set(SIGNS)) == 28


def number(tile: str, square: str, which: int = 0) -> int:
    """Return the decision for a tile of the first or second colour on a square."""
    return PARTS.index({"does": "place", "which": which, "tile": tile, "square": square})


# position, turn, decision, squares
TURNS = [
    (OPEN, "5 A5", number("5", "A5"), "A5"),
    (OPEN, "5 xC5", number("5", "C5"), "C5"),
    (OPEN, "C C1", number("C", "C1"), "C1"),
    (OPEN, "C xC5", number("C", "C5"), "C5"),
    (OPEN, "ring A4", number("ring", "A4"), "A4"),
    (OPEN, "$ I9", number("$", "I9"), "I9"),
    (OPEN, "$ xD5", number("$", "D5"), "D5"),
    (THIRD, "5 xC5", number("5", "C5"), "C5"),
    (FIFTH, "ring B4", number("ring", "B4"), "B4"),
    (DUO, "red 5 xC5", number("5", "C5"), "C5"),
    (DUO, "blue D D7", number("D", "D7", which=1), "D7"),
    (DUO, "blue $ I9", number("$", "I9", which=1), "I9"),
    (DUO_SECOND, "yellow 5 xC5", number("5", "C5"), "C5"),
    (DUO_SECOND, "green $ A1", number("$", "A1", which=1), "A1"),
    (STUCK, "skip", len(PARTS) - 1, ""),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("text", "turn", "decision", "squares"), TURNS, ids=[f"{row[1]!r}" for row in TURNS]
)
def test_turns(text: str, turn: str, decision: int, squares: str) -> None:
    texts.check_decision(position(text), turn, decision)
    texts.check_turn(position(text), turn, [decision], squares)
    assert turn in position(text).turns()


# position, text, part of the sentence
BAD_TURNS = [
    (OPEN, "", "'' is not a turn of Urtown; expected for instance 5 C5, ring xB4"),
    (OPEN, "5", "'5' is not a turn"),
    (OPEN, "C5", "'C5' is not a turn"),
    (OPEN, "5C5", "'5C5' is not a turn"),
    (OPEN, "5  C5", "'5  C5' is not a turn"),
    (OPEN, " 5 A5", "' 5 A5' is not a turn"),
    (OPEN, "5 A5 ", "'5 A5 ' is not a turn"),
    (OPEN, "5 A5\n", r"'5 A5\n' is not a turn"),
    (OPEN, "5 a5", "'5 a5' is not a turn"),
    (OPEN, "5 J5", "'5 J5' is not a turn"),
    (OPEN, "5 A0", "'5 A0' is not a turn"),
    (OPEN, "5 A10", "'5 A10' is not a turn"),
    (OPEN, "5 XC5", "'5 XC5' is not a turn"),
    (OPEN, "5 xxC5", "'5 xxC5' is not a turn"),
    (OPEN, "5x C5", "'5x C5' is not a turn"),
    (OPEN, "0 A1", "'0 A1' is not a turn"),
    (OPEN, "10 A1", "'10 A1' is not a turn"),
    (OPEN, "٥ A5", "is not a turn"),
    (OPEN, "c C1", "'c C1' is not a turn"),
    (OPEN, "J A1", "'J A1' is not a turn"),
    (OPEN, "r A4", "'r A4' is not a turn"),  # a sign of positions, not the name
    (OPEN, "Ring A4", "'Ring A4' is not a turn"),
    (OPEN, "money A4", "'money A4' is not a turn"),
    (OPEN, "Skip", "'Skip' is not a turn"),
    (OPEN, "pass", "'pass' is not a turn"),
    (OPEN, "second 5 A5", "'second 5 A5' is not a turn"),
    (OPEN, "pink 5 A5", "'pink 5 A5' is not a turn"),
    (OPEN, "x" * 1000, "xxx…' is not a turn"),
    (DUO, "", "expected for instance red 5 C5, blue ring xB4"),
    (DUO_SECOND, "", "expected for instance yellow 5 C5, green ring xB4"),
    # The mark of a capture is required, and forbidden where there is none.
    (OPEN, "5 C5", "'5 C5' must be written '5 xC5': it captures a tile"),
    (OPEN, "5 xA5", "'5 xA5' must be written '5 A5': there is no tile to capture"),
    (OPEN, "$ D5", "'$ D5' must be written '$ xD5': it captures a tile"),
    (DUO, "red 5 C5", "'red 5 C5' must be written 'red 5 xC5': it captures a tile"),
    (DUO, "blue D xD7", "'blue D xD7' must be written 'blue D D7': there is no tile to capture"),
    # Colours are named with two seats, and with two seats only.
    (OPEN, "red 5 A5", "'red 5 A5' names a colour, but only games for two seats do that"),
    (THIRD, "yellow 5 A5", "'yellow 5 A5' names a colour, but only games for two seats do that"),
    (FIFTH, "violet 5 A5", "'violet 5 A5' names a colour, but only games for two seats do that"),
    (DUO, "5 A5", "'5 A5' must begin with your colour, red or blue"),
    (DUO, "yellow 5 A5", "'yellow 5 A5' must begin with your colour, red or blue"),
    (DUO, "violet 5 A5", "'violet 5 A5' must begin with your colour, red or blue"),
    (DUO, "Red 5 A5", "'Red 5 A5' is not a turn"),
    (DUO_SECOND, "red 5 A5", "'red 5 A5' must begin with your colour, yellow or green"),
]


@pytest.mark.parametrize(
    ("text", "turn", "fragment"), BAD_TURNS, ids=[f"{row[1][:20]!r}" for row in BAD_TURNS]
)
def test_text_that_is_no_turn(text: str, turn: str, fragment: str) -> None:
    texts.check_no_turn(position(text), turn, fragment)


# --- Positions -----------------------------------------------------------------------------------


def test_what_a_position_says() -> None:
    view = position(SOME).view(0)
    assert view["tiles"] == [{"square": "C5", "colour": 0, "tile": "5"}]
    assert view["captured"] == [[], [{"colour": 0, "tile": "C"}], []]
    assert view["colours"][0]["rack"] == ["1", "2", "3", "4", "man"]
    assert view["colours"][0]["shown"] == ["1", "man"]
    assert view["to_move"] == 1


def test_the_next_tile_of_a_pile_comes_first() -> None:
    """URTOWN-DRAW-1."""
    after = position(START).play("1 A1").play("1 xA1").play("2 A2")
    racks, piles = after.text.split(" ")[3:5]
    assert racks == "23456/23456/13456"
    assert piles == "/".join([SIGNS[6:]] * 3)


def changed(old: str, new: str, text: str = SOME) -> str:
    """Return a position's text with one thing changed."""
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1)


ONLY_RED_UNFINISHED = table_text(placed={"blue": 24, "yellow": 24})
OVER = table_text(placed=dict.fromkeys(("red", "blue", "yellow"), 24), to_move=None)
DUO_SHOWN = table_text(seats=2, placed={"red": 24}, racks={"red": "1234"}, shown={"red": "1"})

# text, part of the sentence
BAD = [
    ("", "has 1 parts; a position of Urtown has 9: board"),
    (EMPTY, "has 1 parts"),
    (f"{SOME} ", "has 10 parts"),
    (changed(" 3 1", "  3 1"), "has 10 parts"),
    (changed(" urtown", ""), "has 8 parts"),
    # Seats and options.
    (changed(" 3 1 ", " 6 1 "), "the position is for '6' 'whole' 'urtown', but the game is set up"),
    (changed(" 3 1 ", " 03 1 "), "the position is for '03'"),
    (changed(" 3 1 ", " 4 1 "), "captured tiles must be 4 parts separated by /"),
    (changed("whole", "half"), "the position is for '3' 'half' 'urtown'"),
    (changed("urtown", "uptown"), "the position is for '3' 'whole' 'uptown'"),
    (f"{SOME}\n", "the position is for '3' 'whole' 'urtown\\n'"),
    # The board.
    (changed("9/9/4", "9/4"), "the board has 8 rows, not 9"),
    (changed("9/9/4", "9/9/9/4"), "the board has 10 rows, not 9"),
    (changed("4r54", "4r55"), "row C of the board, '4r55', must be nine squares"),
    (changed("4r54", "4r53"), "row C of the board, '4r53', must be nine squares"),
    (changed("4r54", "22r54"), "row C of the board, '22r54', must be nine squares"),
    (changed("4r54", "4r504"), "row C of the board, '4r504', must be nine squares"),
    (changed("4r54", "4x54"), "row C of the board, '4x54', must be nine squares"),
    (changed("4r54", "4r"), "row C of the board, '4r', must be nine squares"),
    (changed("9/9/4", "/9/4"), "row A of the board, '', must be nine squares"),
    (changed("9/9/4", "٩/9/4"), "row A of the board, '٩', must be nine squares"),
    (changed("9/9/4", "9" * 50 + "/9/4"), "row A of the board, '99999"),
    (changed("4r54", "4g54"), "green is not in play with 3 seats"),
    (changed("4r54", "3r55"), "the tile 5 cannot be on C4"),
    (changed("4r54", "4rD4"), "the tile D cannot be on C5"),
    (changed("4r54", "4rm4"), "the tile man cannot be on C5"),
    # Racks, piles, captured and shown tiles, by themselves.
    (changed("1234m/", ""), "racks must be 3 parts separated by /, - for none, not '12345/12345'"),
    (changed("1234m/", "/"), "racks must be 3 parts separated by /"),
    (changed("1234m", "1234M"), "the rack '1234M' must be different signs"),
    (changed("1234m", "1234?"), "the rack '1234?' must be different signs"),
    (changed("1234m", "12344"), "the rack '12344' must be different signs"),
    (changed("1234m", "1243m"), "the rack '1243m' must be in the order of 123456789ABCDEFGHImrwlk"),
    (changed(" 6789A", " 6789?"), "the pile '6789?BDEFGHIrwlkscdp$' must be different signs"),
    (changed(" 6789A", " 66789A"), "the pile '66789A"),
    (changed(f" {PILES}", f" 5{PILES}", START), "a pile has at most 23 tiles, not 24"),
    (changed("-/rC/-", "-/rC"), "captured tiles must be 3 parts separated by /"),
    (changed("-/rC/-", "-/C/-"), "captured tiles are colour letters and tiles, not 'C'"),
    (changed("-/rC/-", "-/rCr/-"), "captured tiles are colour letters and tiles, not 'rCr'"),
    (changed("-/rC/-", "-/3/-"), "captured tiles are colour letters and tiles, not '3'"),
    (changed("-/rC/-", "-/xC/-"), "captured tiles are colour letters and tiles, not 'xC'"),
    (changed("-/rC/-", "rC/-/-"), "seat 0 cannot have captured 'rC'"),
    (changed("-/rC/-", "-/gC/-"), "seat 1 cannot have captured 'gC'"),
    (changed("-/rC/-", "-/rCrC/-"), "captured tiles 'rCrC' must be sorted, each once"),
    (changed("-/rC/-", "-/rCr1/-"), "captured tiles 'rCr1' must be sorted, each once"),
    (changed("-/rC/-", "-/y1rC/-"), "captured tiles 'y1rC' must be sorted, each once"),
    (changed("1m/-/-", "1m/-"), "shown tiles must be 3 parts separated by /"),
    (changed("1m/-/-", "1?/-/-"), "the shown tiles '1?' must be different signs"),
    (changed("1m/-/-", "m1/-/-"), "the shown tiles 'm1' must be in the order"),
    (changed("1m/-/-", "1r/-/-"), "shown tiles '1r' are not all on the rack"),
    (changed("1m/-/-", "-/9/-"), "shown tiles '9' are not all on the rack"),
    # What does not fit together.
    (changed("-/rC/-", NONE), "each of the 28 red tiles must be in one place"),
    (changed("-/rC/-", "-/rC/r1"), "each of the 28 red tiles must be in one place"),
    (changed("-/rC/-", "-/rC/rC"), "each of the 28 red tiles must be in one place"),
    (changed("4r54", "3r4r54"), "each of the 28 red tiles must be in one place"),
    (changed("1234m", "1234A").replace(" 1m/", " 1/"), "each of the 28 red tiles must be in one"),
    (changed("1234m", "1234").replace(" 6", " m6").replace("1m", "1"), "with 2 red tiles placed"),
    (
        changed(SIGNS[:5], SIGNS[:6], START).replace(SIGNS[5:], SIGNS[6:], 1),
        "with 0 red tiles placed",
    ),
    (changed(" 3 1 ", " 3 3 "), "the seat to move is one of 0, 1, 2 or -, not '3'"),
    (changed(" 3 1 ", " 3 01 "), "the seat to move is one of 0, 1, 2 or -, not '01'"),
    (changed(" 3 1 ", " 3 r "), "the seat to move is one of 0, 1, 2 or -, not 'r'"),
    (changed(" 3 1 ", " 3 - "), "no seat is to move if, and only if, no seat can place a tile"),
    (
        changed(" 3 - ", " 3 0 ", OVER),
        "no seat is to move if, and only if, no seat can place a tile",
    ),
    (changed(" 3 0 ", " 3 1 ", ONLY_RED_UNFINISHED), "seat 1 has finished and takes no more turns"),
    (DUO_SHOWN, "red is finished, so it has no rack to show"),
]


@pytest.mark.parametrize(("text", "fragment"), BAD, ids=[fragment for _, fragment in BAD])
def test_text_that_is_no_position(text: str, fragment: str) -> None:
    texts.check_no_position(urtown(), text, fragment)


# --- All of it through games ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 4, 6])
def test_positions_read_back_through_games_with_skips(seed: int) -> None:
    """URTOWN-SKIP-1, URTOWN-SKIP-2, URTOWN-DUO-2."""
    line = play_out(urtown(capture="singletons").start_fast(2, seed), clustering_turn, seed)
    assert "skip" in line[-1].moves()
    for reached in line[-30:]:
        assert position(reached.text) == reached


def test_a_sparse_table_is_a_position() -> None:
    """The helper of these tests writes what it is asked to write."""
    seen = at(red="A1=$ B1", blue="C5", racks={"red": "59", "yellow": "k"}, captured={2: "bb"})
    view = seen.view(0)
    assert view["tiles"][0] == {"square": "A1", "colour": 0, "tile": "$"}
    assert [tile["square"] for tile in view["tiles"]] == ["A1", "B1", "C5"]
    assert {"5", "9"} <= set(view["colours"][0]["rack"])
    assert [len(tiles) for tiles in view["captured"]] == [0, 0, 2]
