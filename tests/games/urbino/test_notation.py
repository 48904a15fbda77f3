"""Urbino in text: squares, decisions, turns and positions, written and read back; and bad text."""

from __future__ import annotations

import pytest

from tests.contract import texts
from tests.games.urbino.positions import (
    BOTH_WALLED_IN,
    EMPTY,
    HOUSE,
    after,
    follow,
    games_on_file,
    position,
    urbino,
)

PLACE, REPOSITION, STAY, ERECT, NAME_BLACK, NAME_WHITE, SKIP = 0, 81, 243, 244, 487, 488, 489


def test_names_of_squares() -> None:
    names = [parts["square"] for parts in urbino().parts()[PLACE:REPOSITION]]
    assert names == [column + row for row in "123456789" for column in "abcdefghi"]


# --- Decisions and turns -------------------------------------------------------------------------

# position, decision, its text
DECISIONS = [
    (f"{EMPTY} - b architect 0 base", PLACE + 40, "e5"),
    (f"{EMPTY} a1,e1 b name 0 base", NAME_BLACK, "black"),
    (f"{EMPTY} a1,e1 b name 0 base", NAME_WHITE, "white"),
    (f"{EMPTY} a1,e1 b first 0 base", ERECT + 2, "1c1"),
    (f"{HOUSE} h1,d8 w turn 0 base", REPOSITION + 80, "h1-i9"),
    (f"{HOUSE} h1,d8 w turn 0 base", REPOSITION + 81 + 80, "d8-i9"),
    (f"{HOUSE} h1,d8 w turn 0 base", STAY, "stay"),
    (f"{HOUSE} h1,d8 w build 0 base", ERECT + 43, "1h5"),
    (f"{HOUSE} h1,d8 w build 0 base", ERECT + 81 + 43, "2h5"),
    (f"{HOUSE} h1,d8 w build 0 base", ERECT + 2 * 81 + 43, "3h5"),
    (f"{BOTH_WALLED_IN} a1,i9 w turn 0 base", SKIP, "pass"),
]


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("text", "decision", "written"), DECISIONS, ids=[row[2] for row in DECISIONS]
)
def test_decisions(text: str, decision: int, written: str) -> None:
    texts.check_decision(position(text), written, decision)


# position, turn, decisions, squares
TURNS = [
    (f"{EMPTY} - b architect 0 base", "e5", [PLACE + 40], "e5"),
    (f"{EMPTY} a1,e1 b name 0 base", "pass", [NAME_WHITE], ""),
    (f"{EMPTY} a1,e1 b name 0 base", "1c1", [NAME_BLACK, ERECT + 2], "c1"),
    (f"{EMPTY} a1,e1 w first 0 base", "2c1", [ERECT + 81 + 2], "c1"),
    (f"{HOUSE} h1,d8 w turn 0 base", "1h4", [STAY, ERECT + 34], "h4"),
    (f"{HOUSE} h1,d8 w turn 0 base", "h1-i9,1d9", [REPOSITION + 80, ERECT + 75], "h1 i9 d9"),
    (f"{HOUSE} h1,d8 w turn 0 base", "d8-h8,3h5", [81 + 81 + 70, ERECT + 2 * 81 + 43], "d8 h8 h5"),
    (f"{BOTH_WALLED_IN} a1,i9 w turn 0 base", "pass", [SKIP], ""),
]


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("text", "turn", "decisions", "squares"), TURNS, ids=[f"{row[1]} in {row[0]}" for row in TURNS]
)
def test_turns(text: str, turn: str, decisions: list[int], squares: str) -> None:
    texts.check_turn(position(text), turn, decisions, squares)
    assert turn in position(text).turns()


def test_a_turn_may_be_written_in_two_steps() -> None:
    """URBINO-TURN-1, URBINO-TURN-2."""
    start = position(f"{HOUSE} h1,d8 w turn 0 base")
    assert start.play("h1-i9").play("1d9") == start.play("h1-i9,1d9")
    assert start.play("stay").play("1h4") == start.play("1h4")
    assert start.play("h1-i9").moves() == ["h1-i9"]
    assert start.play("stay").moves() == ["stay"]
    assert "1d9" in start.play("h1-i9").turns()


def test_naming_may_be_written_out_or_implied() -> None:
    """URBINO-SETUP-4."""
    assert after("a1 e1 black 1c1") == after("a1 e1 1c1")
    assert after("a1 e1 white 1c1") == after("a1 e1 pass 1c1")
    assert after("a1 e1 black 1c1").moves() == ["a1", "e1", "1c1"]
    assert after("a1 e1 white 1c1").moves() == ["a1", "e1", "pass", "1c1"]


@pytest.mark.parametrize(
    ("moves", "squares"),
    [
        ("e5", "e5"),
        ("a1 e1 black", ""),
        ("a1 e1 pass", ""),
        ("a1 e1 1c1", "c1"),
        ("a1 e1 1c1 e1-e9", "e1 e9"),
        ("a1 e1 1c1 e1-e9,1a9", "e1 e9 a9"),
        ("a1 e1 1a5 e1-i1,1e1", "e1 i1 e1"),
    ],
)
def test_squares_of_the_last_turn(moves: str, squares: str) -> None:
    assert " ".join(after(moves).last_squares()) == squares


@pytest.mark.parametrize(
    ("turn", "fragment"),
    [
        ("", "'' is not a turn of Urbino; expected something like e5"),
        ("j5", "'j5' is not a turn"),
        ("e0", "'e0' is not a turn"),
        ("E5", "'E5' is not a turn"),
        ("e5 ", "'e5 ' is not a turn"),
        ("e5\n", r"'e5\n' is not a turn"),
        ("4d4", "'4d4' is not a turn"),
        ("0d4", "'0d4' is not a turn"),
        ("1d10", "'1d10' is not a turn"),
        ("1٣4", "is not a turn"),
        ("h1-i7,", "'h1-i7,' is not a turn"),
        ("h1-i7,g5", "'h1-i7,g5' is not a turn"),
        ("h1-i7,1g5,1g6", "'h1-i7,1g5,1g6' is not a turn"),
        ("h1i7,1g5", "'h1i7,1g5' is not a turn"),
        ("1g5,h1-i7", "'1g5,h1-i7' is not a turn"),
        ("stay,1g5", "'stay,1g5' is not a turn"),
        ("skip", "'skip' is not a turn"),
        ("Pass", "'Pass' is not a turn"),
        ("x" * 1000, "xxx…' is not a turn"),
        ("a1-i7,1g5", "repositions an architect from a1, but there is none"),
        ("a1-i7", "repositions an architect from a1, but there is none"),
    ],
)
def test_text_that_is_no_turn(turn: str, fragment: str) -> None:
    texts.check_no_turn(position(f"{HOUSE} h1,d8 w turn 0 base"), turn, fragment)


# --- Positions -----------------------------------------------------------------------------------


def test_the_start_is_a_position() -> None:
    assert urbino().start().text == f"{EMPTY} - b architect 0 base"
    assert urbino(monuments=True).start().text == f"{EMPTY} - b architect 0 monuments"


# text, part of the sentence
BAD = [
    ("", "six parts separated by single spaces, such as"),
    (EMPTY, "has 1"),
    (f"{EMPTY}  - b architect 0 base", "has 7"),
    (f"{EMPTY} - b architect 0 base ", "has 7"),
    (f"{EMPTY} - b architect 0", "has 5"),
    ("9/9/9/9/9/9/9/9 - b architect 0 base", "has 8 rows, not 9"),
    ("9/9/9/9/9/9/9/9/9/9 - b architect 0 base", "has 10 rows, not 9"),
    ("9/9/9/9/8/9/9/9/9 h1,d8 w turn 0 base", "row 5 of the board, '8', must be nine"),
    ("9/9/9/9/3h6/9/9/9/9 h1,d8 w turn 0 base", "row 5 of the board, '3h6', must be nine"),
    ("9/9/9/9/3x5/9/9/9/9 h1,d8 w turn 0 base", "row 5 of the board, '3x5', must be nine"),
    ("9/9/9/9/12h5/9/9/9/9 h1,d8 w turn 0 base", "row 5 of the board, '12h5', must be nine"),
    ("9/9/9/9/03h5/9/9/9/9 h1,d8 w turn 0 base", "row 5 of the board, '03h5', must be nine"),
    ("//9/9/9/9/9/9/9 - b architect 0 base", "row 9 of the board, '', must be nine"),
    ("٩/9/9/9/9/9/9/9/9 - b architect 0 base", "row 9 of the board"),
    ("t1t1t1t2/9/9/9/9/9/9/9/9 h1,d8 w turn 0 base", "4 buildings 't', but each seat has only 3"),
    ("P1P1P1P1P/9/P1P6/9/9/9/9/9/9 h1,d7 w turn 0 base", "7 buildings 'P', but each seat"),
    ("hhhhhhhhh/hhhhhhhhh/h8/9/9/9/9/9/9 h1,d6 w turn 0 base", "19 buildings 'h', but each seat"),
    (f"{HOUSE} h1,d8,e5 w turn 0 base", "two squares such as h1,d8, or one, or -, not"),
    (f"{HOUSE} h1d8 w turn 0 base", "two squares such as h1,d8"),
    (f"{HOUSE} h1, w turn 0 base", "two squares such as h1,d8"),
    (f"{HOUSE} h0,d8 w turn 0 base", "two squares such as h1,d8"),
    (f"{HOUSE} d8,h1 w turn 0 base", "d8,h1 is not in that order"),
    (f"{HOUSE} b1,a1 w turn 0 base", "b1,a1 is not in that order"),
    (f"{HOUSE} h1,h1 w turn 0 base", "h1,h1 is not in that order"),
    (f"{HOUSE} d5,d8 w turn 0 base", "an architect and a building are both on d5"),
    (f"{HOUSE} h1,d8 x turn 0 base", "the seat to move is one of b, w, -, not 'x'"),
    (f"{HOUSE} h1,d8 bw turn 0 base", "the seat to move is one of b, w, -, not 'bw'"),
    (f"{HOUSE} h1,d8 w move 0 base", "what is due is one of architect, name, first"),
    (f"{HOUSE} h1,d8 w turn 3 base", "the number of skips is one of 0, 1, 2, not '3'"),
    (f"{HOUSE} h1,d8 w turn 00 base", "the number of skips is one of 0, 1, 2, not '00'"),
    (f"{HOUSE} h1,d8 w turn -1 base", "the number of skips is one of 0, 1, 2, not '-1'"),
    (f"{HOUSE} h1,d8 w turn 0 basic", "the variant is one of base, monuments, not 'basic'"),
    (f"{HOUSE} h1,d8 w turn 0 base\n", "the variant is one of base, monuments"),
    # What does not fit together.
    (f"{EMPTY} - w architect 0 base", "with this seat to move, 0 of 2 architects"),
    (f"{EMPTY} e5 b architect 0 base", "with this seat to move, 1 of 2 architects"),
    (f"{EMPTY} a1,e1 b architect 0 base", "'architect' cannot be due"),
    (f"{EMPTY} - - architect 0 base", "'architect' cannot be due"),
    (f"{EMPTY} - b architect 1 base", "nobody can have skipped before"),
    (f"{EMPTY} a1,e1 b name 2 base", "nobody can have skipped before"),
    (f"{EMPTY} a1,e1 w name 0 base", "'name' cannot be due"),
    (f"{EMPTY} a1 b name 0 base", "'name' cannot be due"),
    (f"{HOUSE} h1,d8 b name 0 base", "'name' cannot be due"),
    (f"{HOUSE} h1,d8 b first 0 base", "'first' cannot be due"),
    (f"{EMPTY} a1,e1 - first 0 base", "'first' cannot be due"),
    (f"{EMPTY} a1,e1 b turn 0 base", "'turn' cannot be due before both architects and a building"),
    (f"{HOUSE} h1 b turn 0 base", "'turn' cannot be due before both architects and a building"),
    (f"{EMPTY} a1,e1 - over 2 base", "'over' cannot be due before both architects"),
    (f"{HOUSE} h1,d8 - turn 0 base", "over if, and only if, nobody is to move"),
    (f"{BOTH_WALLED_IN} a1,i9 b over 2 base", "over if, and only if, nobody is to move"),
    (f"{BOTH_WALLED_IN} a1,i9 - over 1 base", "over if, and only if, both have just skipped"),
    (f"{BOTH_WALLED_IN} a1,i9 b turn 2 base", "over if, and only if, both have just skipped"),
    (f"{BOTH_WALLED_IN} a1,i9 b build 0 base", "'build' is due only if the seat can build"),
    (f"{HOUSE} h1,d8 b build 1 base", "'build' is due only if the seat can build"),
    (f"{HOUSE} h1,d8 b turn 1 base", "White cannot have skipped: White could build"),
    (f"{HOUSE} h1,d8 w turn 1 base", "Black cannot have skipped: Black could build"),
    (f"{HOUSE} h1,d8 - over 2 base", "Black cannot have skipped: Black could build"),
    ("9/9/9/9/tt7/9/9/9/9 h1,d8 w turn 0 base", "the buildings break URBINO-TWIN-1"),
    ("9/9/9/9/p8/P8/9/9/9 h1,d8 w turn 0 base", "the buildings break URBINO-TWIN-2"),
    ("9/9/9/9/hHh6/9/9/9/9 h1,d8 w turn 0 base", "the buildings break URBINO-DISTRICT-3"),
]


@pytest.mark.parametrize(("text", "fragment"), BAD, ids=[repr(text) for text, _ in BAD])
def test_text_that_is_no_position(text: str, fragment: str) -> None:
    texts.check_no_position(urbino(), text, fragment)


# --- All of it through games ---------------------------------------------------------------------


@pytest.mark.parametrize("game", games_on_file()[:10], ids=lambda game: f"game {game['id']}")
def test_texts_read_back_through_games_on_file(game: dict[str, list[str]]) -> None:
    reached = urbino().start()
    for move in game["moves"]:
        assert position(reached.text) == reached
        reached = reached.play(move)
    assert follow(urbino().start(), " ".join(reached.moves())) == reached
