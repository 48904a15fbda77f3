"""Every rule of docs/rules/urtown.md as tables: what it allows, what it refuses, what it scores.

The tables are written from the rule page. Captures and skips have their own files, and
test_refusals.py has the texts of refusals.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from contrada import Position
from tests.games.urtown.positions import (
    BLOCKED,
    COLOURS,
    SEAT_COUNTS,
    WALLED_IN,
    at,
    play_out,
    random_turn,
    urtown,
)

NUMBERS, LETTERS = "123456789", "ABCDEFGHI"
SYMBOLS = ("man", "ring", "woman", "lamp", "skyline", "saxophone", "car", "cards", "champagne")
TILES = [*NUMBERS, *LETTERS, *SYMBOLS, "$"]


def squares_for(seen: Position, tile: str) -> list[str]:
    """Return the squares where the seat to move may place a tile, as text."""
    turns = (turn.rpartition(" ") for turn in seen.turns())
    return sorted(square for named, _, square in turns if named == tile)


# --- Components ----------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_nine_columns_and_nine_rows() -> None:
    """URTOWN-BOARD-1: on an empty board the money tile goes on each of 81 squares."""
    squares = [row + column for row in LETTERS for column in NUMBERS]
    assert squares_for(at(racks={"red": "$"}), "$") == squares


# sign, symbol, its box
BOXES = [
    ("m", "man", "A1 A2 A3 B1 B2 B3 C1 C2 C3"),
    ("r", "ring", "A4 A5 A6 B4 B5 B6 C4 C5 C6"),
    ("w", "woman", "A7 A8 A9 B7 B8 B9 C7 C8 C9"),
    ("l", "lamp", "D1 D2 D3 E1 E2 E3 F1 F2 F3"),
    ("k", "skyline", "D4 D5 D6 E4 E5 E6 F4 F5 F6"),
    ("s", "saxophone", "D7 D8 D9 E7 E8 E9 F7 F8 F9"),
    ("c", "car", "G1 G2 G3 H1 H2 H3 I1 I2 I3"),
    ("d", "cards", "G4 G5 G6 H4 H5 H6 I4 I5 I6"),
    ("p", "champagne", "G7 G8 G9 H7 H8 H9 I7 I8 I9"),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("sign", "symbol", "box"), BOXES, ids=[f"URTOWN-BOARD-2 {row[1]}" for row in BOXES]
)
def test_each_symbol_fills_a_box(sign: str, symbol: str, box: str) -> None:
    assert " ".join(squares_for(at(racks={"red": sign}), symbol)) == box


@pytest.mark.parametrize("tile", [*NUMBERS, *LETTERS])
def test_numbers_fit_columns_and_letters_rows(tile: str) -> None:
    """URTOWN-BOARD-1, URTOWN-PLACE-1."""
    line = [tile + c for c in NUMBERS] if tile in LETTERS else [row + tile for row in LETTERS]
    assert squares_for(at(racks={"red": tile}), tile) == line


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_every_colour_has_28_tiles(seats: int) -> None:
    """URTOWN-TILES-1: as their owner knows them, on the rack or in the pile."""
    start = urtown().start(seats, seed=3)
    owners = [colour["owner"] for colour in start.view()["colours"]]
    colours = [start.view(owner)["colours"][c] for c, owner in enumerate(owners)]
    assert [colour["name"] for colour in colours] == list(COLOURS[: 4 if seats == 2 else seats])
    for colour in colours:
        assert sorted(colour["rack"] + colour["unseen"]) == sorted(TILES)


# --- Setting up ----------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_board_is_empty_and_racks_have_five(seats: int) -> None:
    """URTOWN-SETUP-1."""
    view = urtown().start(seats, seed=1).view()
    assert view["tiles"] == []
    assert view["captured"] == [[]] * seats
    assert {(c["rack_size"], c["pile_size"]) for c in view["colours"]} == {(5, 23)}
    assert {tuple(c["shown"]) for c in view["colours"]} == {()}
    assert view["scores"] == [0] * seats


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_a_random_seat_begins(seats: int) -> None:
    """URTOWN-SETUP-1: over many seeds each about equally often."""
    begins = [urtown().start(seats, seed).to_move for seed in range(600)]
    counts = [begins.count(seat) for seat in range(seats)]
    assert sum(counts) == 600
    assert min(counts) > 0.75 * 600 / seats


def test_the_seed_fixes_the_deal() -> None:
    """URTOWN-SETUP-1: the same seed, the same deal; colours are dealt independently."""
    texts = [urtown().start(5, seed).text for seed in (*range(50), *range(50))]
    assert texts[:50] == texts[50:]
    assert len(set(texts)) == 50
    racks = [rack for text in texts[:50] for rack in text.split(" ")[3].split("/")]
    assert len(set(racks)) > 245  # of 98,280 racks that there are


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_play_goes_clockwise(seats: int) -> None:
    """URTOWN-SETUP-1: in rising order of seats."""
    reached = urtown().start(seats, seed=7)
    first, movers = reached.to_move, []
    assert first is not None
    for _ in range(2 * seats):
        movers.append(reached.to_move)
        reached = reached.play(reached.legal()[0])
    assert movers == [(first + ply) % seats for ply in range(2 * seats)]


# --- Placing -------------------------------------------------------------------------------------


class Turns(NamedTuple):
    """Some turns at a table that are allowed, and some that one rule refuses."""

    table: dict[str, Any]
    allowed: str
    refused: str = ""
    by: str = ""


def listed(turns: str) -> list[str]:
    return turns.split(", ") if turns else []


def check_turns(case: Turns) -> None:
    start = at(**case.table)
    turns = set(start.turns())
    assert set(listed(case.allowed)) <= turns
    for text in listed(case.refused):
        assert text not in turns
        refused = start.why_not(text)
        assert refused is not None, text
        assert (text, refused.rule) == (text, case.by)


PLACINGS = [
    pytest.param(
        Turns({"racks": {"red": "5"}}, "5 A5, 5 E5, 5 I5", "5 A4, 5 I6", "URTOWN-PLACE-1"),
        id="URTOWN-PLACE-1 a number into its column",
    ),
    pytest.param(
        Turns({"racks": {"red": "C"}}, "C C1, C C5, C C9", "C B1, C D9", "URTOWN-PLACE-1"),
        id="URTOWN-PLACE-1 a letter into its row",
    ),
    pytest.param(
        Turns({"racks": {"red": "k"}}, "skyline D4, skyline F6", "skyline C4", "URTOWN-PLACE-1"),
        id="URTOWN-PLACE-1 a symbol onto its symbol",
    ),
    pytest.param(
        Turns({"racks": {"red": "$"}}, "$ A1, $ E5, $ I9"), id="URTOWN-PLACE-1 money anywhere"
    ),
    pytest.param(
        Turns({"racks": {"red": "5"}}, "5 A5", "skip", "URTOWN-PLACE-1"),
        id="URTOWN-PLACE-1 a tile must be placed",
    ),
    pytest.param(
        Turns(
            {**WALLED_IN, "blue": WALLED_IN["blue"].removesuffix(" I4"), "racks": {"red": BLOCKED}},
            "car xI3",
            "skip",
            "URTOWN-PLACE-1",
        ),
        id="URTOWN-PLACE-1 by capture if no empty square fits",
    ),
    pytest.param(
        Turns({"blue": "C5", "yellow": "D5", "racks": {"red": "5"}}, "5 A5, 5 xC5, 5 xD5"),
        id="URTOWN-PLACE-2 onto an empty square or an opponent's tile",
    ),
    pytest.param(
        Turns(
            {"red": "C5", "racks": {"red": "5C$"}},
            "5 A5, C C4, $ A1",
            "5 C5, C C5, $ C5",
            "URTOWN-PLACE-3",
        ),
        id="URTOWN-PLACE-3 never on a tile of the same colour",
    ),
    pytest.param(
        Turns(
            {"racks": {"red": "12345", "blue": "6789A"}, "piles": {"red": "B"}},
            "1 A1, 5 C5",
            "6 A6, B B1, $ E5",
            "URTOWN-PLACE-4",
        ),
        id="URTOWN-PLACE-4 not an opponent's, not the next of the pile, not one further down",
    ),
    pytest.param(
        Turns({"red": "A1=1", "racks": {"red": "2"}}, "2 A2", "1 B1", "URTOWN-PLACE-4"),
        id="URTOWN-PLACE-4 not a tile that has been placed",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", PLACINGS)
def test_placing(case: Turns) -> None:
    check_turns(case)


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_capture_replaces_the_tile() -> None:
    """URTOWN-PLACE-2, URTOWN-CAPTURE-4: the tile goes face up in front of the captor."""
    start = at(blue="C5=C C6", racks={"red": "5"})
    reached = start.play("5 xC5")
    for seat in (None, 0, 1, 2):
        view = reached.view(seat)
        assert {"square": "C5", "colour": 0, "tile": "5"} in view["tiles"]
        assert len(view["tiles"]) == 2
        assert view["captured"] == [[{"colour": 1, "tile": "C"}], [], []]


def test_captured_tiles_are_out_of_play() -> None:
    """URTOWN-CAPTURE-4: their owner never gets them back."""
    reached = at(blue="C5=C", racks={"red": "5"}).play("5 xC5")
    assert reached.to_move == 1
    blue = reached.view(1)["colours"][1]
    assert "C" not in blue["rack"] + blue["unseen"]
    refused = reached.why_not("C C1")
    assert refused is not None
    assert refused.rule == "URTOWN-PLACE-4"


# --- Drawing and the end -------------------------------------------------------------------------


class Draw(NamedTuple):
    """Red has placed some tiles and places another: its rack and pile after that."""

    placed: int
    rack: str
    pile: str
    turn: str
    rack_after: str
    pile_after: int
    finished: bool


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    "draw",
    [
        pytest.param(
            Draw(0, "12345", "9A", "5 C5", "1 2 3 4 9", 22, False),
            id="URTOWN-DRAW-1 the next tile of the same pile",
        ),
        pytest.param(
            Draw(22, "12345", "9", "1 A1", "2 3 4 5 9", 0, False),
            id="URTOWN-DRAW-1 the last tile of the pile; one more is placed",
        ),
        pytest.param(
            Draw(23, "12345", "", "1 A1", "2 3 4 5", 0, True),
            id="URTOWN-END-1 the pile is empty: finished with 24 placed, four unused",
        ),
    ],
)
def test_drawing(draw: Draw) -> None:
    table = {
        "placed": {"red": draw.placed},
        "racks": {"red": draw.rack},
        "piles": {"red": draw.pile},
    }
    start = at(**table)
    reached = start.play(draw.turn)
    red = reached.view(0)["colours"][0]
    assert " ".join(red["rack"]) == draw.rack_after
    assert (red["pile_size"], red["finished"]) == (draw.pile_after, draw.finished)
    assert reached.view()["colours"][1:] == start.view()["colours"][1:]


@pytest.mark.parametrize("placed", range(25))
def test_sizes_of_rack_and_pile(placed: int) -> None:
    """URTOWN-DRAW-1, URTOWN-END-1: after each of the 24 placements."""
    red = at(placed={"red": placed}, to_move=1).view()["colours"][0]
    assert red["pile_size"] == max(23 - placed, 0)
    assert red["rack_size"] == (5 if placed < 24 else 4)
    assert red["finished"] == (placed == 24)


# placed by red, blue, yellow; who is to move; who then moves, turn by turn
ORDERS = [
    pytest.param((23, 24, 24), 0, [None], id="URTOWN-END-1 over when all have finished"),
    pytest.param((23, 23, 24), 0, [1, None], id="URTOWN-END-1 not before all have finished"),
    pytest.param(
        (21, 24, 22), 0, [2, 0, 2, 0, None], id="URTOWN-END-2 the finished seat is passed"
    ),
    pytest.param(
        (20, 24, 24), 0, [0, 0, 0, None], id="URTOWN-END-2 one who is behind goes on alone"
    ),
    pytest.param((22, 23, 21), 1, [2, 0, 2, 0, 2, None], id="URTOWN-END-2 after finishing, too"),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("placed", "to_move", "then"), ORDERS)
def test_who_moves_when(placed: tuple[int, ...], to_move: int, then: list[int | None]) -> None:
    reached = at(placed=dict(zip(COLOURS, placed, strict=False)), to_move=to_move)
    movers = []
    for _ in then:
        reached = reached.play(reached.legal()[0])
        movers.append(reached.to_move)
    assert movers == then
    assert [c["finished"] for c in reached.view()["colours"]] == [True] * 3


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_turns_of_a_whole_game(seats: int) -> None:
    """URTOWN-END-1, URTOWN-DUO-1: 24 turns for each colour, so 48 for a seat with two."""
    *line, reached = play_out(urtown().start(seats, seed=2), random_turn, seed=2)
    movers = [seen.to_move for seen in line]
    turns = 48 if seats == 2 else 24
    assert [movers.count(seat) for seat in range(seats)] == [turns] * seats
    assert reached.legal() == []
    refused = reached.why_not("skip")
    assert refused is not None
    assert refused.rule == "URTOWN-END-1"


# --- Groups and scores ---------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("table", "groups"),
    [
        pytest.param({}, [], id="URTOWN-GROUP-1 no tile, no group"),
        pytest.param({"red": "E5"}, ["E5"], id="URTOWN-GROUP-1 a singleton"),
        pytest.param({"red": "E4 E5 D5"}, ["D5 E4 E5"], id="URTOWN-GROUP-1 in row and column"),
        pytest.param({"red": "D4 E5"}, ["D4", "E5"], id="URTOWN-GROUP-1 not diagonally"),
        pytest.param({"red": "A9 B1"}, ["A9", "B1"], id="URTOWN-GROUP-1 not past the edge"),
        pytest.param({"red": "A5 I5"}, ["A5", "I5"], id="URTOWN-GROUP-1 not from bottom to top"),
        pytest.param(
            {"red": "E4 E6", "blue": "E5"}, ["E4", "E6"], id="URTOWN-GROUP-1 of one colour"
        ),
        pytest.param(
            {"red": "B2 B3 B4 C4 D4 D3 D2 C2 C3=$ H7 H8"},
            ["B2 B3 B4 C2 C3 C4 D2 D3 D4", "H7 H8"],
            id="URTOWN-GROUP-1 a block and a pair",
        ),
    ],
)
def test_groups(table: dict[str, str], groups: list[str]) -> None:
    seen = at(**table)
    assert [" ".join(group) for group in seen.view()["colours"][0]["groups"]] == groups
    assert seen.scores()[0] == len(groups)


class Score(NamedTuple):
    """A finished game and its score.

    Everyone has placed 24 tiles of each colour; those that the table does not mention were
    captured by the seat after their owner. So with three seats Second has captured all red
    tiles that are not on the board, Third all blue ones, and First all yellow ones.
    """

    table: dict[str, Any]
    scores: tuple[int, ...]
    captures: tuple[int, ...]
    places: tuple[int, ...]
    decided_by: str | None


# Blue and yellow by First, red and yellow by Second, red and blue by Third.
MIXED = {0: "b" * 11 + "y" * 10, 1: "r" * 12 + "y" * 13, 2: "r" * 10 + "b" * 10}
MIXED_TIE = {0: "b" * 11 + "y" * 10, 1: "r" * 11 + "y" * 13, 2: "r" * 11 + "b" * 10}
MIXED_FEWER = {0: "b" * 11 + "y" * 10, 1: "r" * 11 + "y" * 13, 2: "r" * 11 + "b" * 5}

SCORES = [
    pytest.param(
        Score(
            {"red": "A1 A2 A3 A4 A5 A6", "blue": "C1 C3 C5", "yellow": "E1 E3"},
            *((1, 3, 2), (22, 18, 21), (1, 3, 2), "score"),
        ),
        id="URTOWN-SCORE-1 fewest groups, however many captured",
    ),
    pytest.param(
        Score(
            {"red": "A1 A2 A3", "blue": "C1", "yellow": "E1 E3"},
            *((1, 1, 2), (22, 21, 23), (2, 1, 3), "captured tiles"),
        ),
        id="URTOWN-SCORE-2 as many groups, fewer captured",
    ),
    pytest.param(
        Score(
            {"red": "A1 A2", "blue": "C1 C2 C3", "yellow": "E1", "captured": MIXED},
            *((1, 1, 1), (21, 25, 20), (2, 3, 1), "captured tiles"),
        ),
        id="URTOWN-SCORE-2 captured of all colours together",
    ),
    pytest.param(
        Score(
            {"red": "A1 A2", "blue": "C1 C2", "yellow": "E1 E2"},
            *((1, 1, 1), (22, 22, 22), (1, 1, 1), None),
        ),
        id="URTOWN-SCORE-3 equal in both; URTOWN-SCORE-4 a shared win",
    ),
    pytest.param(
        Score(
            {"red": "A1 A2", "blue": "C1 C2 C3", "yellow": "E1 E3"},
            *((1, 1, 2), (22, 22, 21), (1, 1, 3), None),
        ),
        id="URTOWN-SCORE-4 two share the win, the third is third",
    ),
    pytest.param(
        Score(
            {"red": "A1 A2 A3", "blue": "C1 C3", "yellow": "E1 E3"},
            *((1, 2, 2), (22, 21, 22), (1, 2, 3), "score"),
        ),
        id="URTOWN-SCORE-4 below first the same order",
    ),
    pytest.param(
        Score(
            {"red": "A1 A2", "blue": "C1 C3", "yellow": "E1 E3"},
            *((1, 2, 2), (22, 22, 22), (1, 2, 2), "score"),
        ),
        id="URTOWN-SCORE-4 below first equal means the same place",
    ),
    pytest.param(
        Score(
            {"red": "", "blue": "C1 C3", "yellow": "E1"},
            *((0, 2, 1), (23, 24, 22), (1, 3, 2), "score"),
        ),
        id="URTOWN-SKIP-1 no tile on the board, no group",
    ),
    pytest.param(
        Score(
            {"red": "A1", "blue": "C1", "yellow": "E1 E3", "green": "G1 G3", "seats": 4},
            *((1, 1, 2, 2), (22, 23, 23, 22), (1, 2, 4, 3), "captured tiles"),
        ),
        id="URTOWN-SCORE-4 four seats",
    ),
    # Blockers
    pytest.param(
        Score(
            {"red": "A1 A2", "blue": "C1 C2 C3", "yellow": "E1 E3", "scoring": "blockers"},
            *((23, 23, 23), (22, 22, 21), (2, 2, 1), "captured tiles"),
        ),
        id="URTOWN-BLOCKERS-1 groups plus captured; equal, so fewest captured",
    ),
    pytest.param(
        Score(
            {"red": "A1 A2", "blue": "C1 C2 C3", "yellow": "E1", "captured": MIXED}
            | {"scoring": "blockers"},
            *((12, 14, 11), (21, 25, 20), (2, 3, 1), "score"),
        ),
        id="URTOWN-BLOCKERS-1 of the colour captured most only",
    ),
    pytest.param(
        Score(
            {"red": "A1 A2", "blue": "C1 C2 C3 C4 C5 C6 C7 C8", "yellow": "E1"}
            | {"captured": MIXED_FEWER, "scoring": "blockers"},
            *((12, 14, 12), (21, 24, 16), (2, 3, 1), "captured tiles"),
        ),
        id="URTOWN-BLOCKERS-1 tie: fewest captured in all",
    ),
    pytest.param(
        Score(
            {"red": "A1 A2", "blue": "C1 C2 C3", "yellow": "E1", "captured": MIXED_TIE}
            | {"scoring": "blockers"},
            *((12, 14, 12), (21, 24, 21), (1, 3, 1), None),
        ),
        id="URTOWN-BLOCKERS-1 then shared",
    ),
    # Two seats
    pytest.param(
        Score(
            {"red": "A1 A2", "blue": "A3", "yellow": "C1 C3", "green": "C2", "seats": 2},
            *((2, 3), (45, 45), (1, 2), "score"),
        ),
        id="URTOWN-DUO-4 groups of both colours, which never join",
    ),
    pytest.param(
        Score(
            {"red": "A1 A2", "blue": "C1", "yellow": "E1", "green": "G1", "seats": 2},
            *((2, 2), (46, 45), (2, 1), "captured tiles"),
        ),
        id="URTOWN-DUO-4 tie: fewer captures",
    ),
    pytest.param(
        Score(
            {"red": "A1", "blue": "C1", "yellow": "E1", "green": "G1", "seats": 2},
            *((2, 2), (46, 46), (1, 1), None),
        ),
        id="URTOWN-SCORE-4 a shared win with two seats, too",
    ),
    pytest.param(
        Score(
            {"red": "A1 A2", "blue": "C1", "yellow": "E1", "green": "G1", "seats": 2}
            | {"scoring": "blockers"},
            *((48, 47), (46, 45), (2, 1), "score"),
        ),
        id="URTOWN-BLOCKERS-1 with two seats all captures",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("score", SCORES)
def test_scoring(score: Score) -> None:
    colours = [colour for colour in COLOURS if colour in score.table]
    end = at(**score.table, placed=dict.fromkeys(colours, 24), to_move=None)
    outcome, view = end.outcome(), end.view()
    assert outcome is not None
    assert end.scores() == tuple(view["scores"]) == outcome.scores == score.scores
    assert tuple(len(tiles) for tiles in view["captured"]) == score.captures
    assert (outcome.places, outcome.decided_by) == (score.places, score.decided_by)
    winners = score.places.count(1)
    assert outcome.results == tuple(1 / winners if p == 1 else 0 for p in score.places)


# --- Two seats -----------------------------------------------------------------------------------


def test_two_colours_each() -> None:
    """URTOWN-DUO-1: two colours, two piles, two racks of five, kept apart."""
    view = urtown().start(2, seed=4).view()
    assert [(c["name"], c["owner"]) for c in view["colours"]] == [
        ("red", 0),
        ("blue", 0),
        ("yellow", 1),
        ("green", 1),
    ]
    assert {(c["rack_size"], c["pile_size"]) for c in view["colours"]} == {(5, 23)}


DUO = {"seats": 2}
DUO_TURNS = [
    pytest.param(
        Turns(DUO | {"racks": {"red": "5", "blue": "6"}}, "red 5 C5, blue 6 C6"),
        id="URTOWN-DUO-1 a tile of either colour",
    ),
    pytest.param(
        Turns(
            DUO | {"racks": {"red": "12345", "blue": "6789A"}},
            "red 5 C5, blue 6 C6",
            "blue 5 C5, red 6 C6",
            "URTOWN-PLACE-4",
        ),
        id="URTOWN-DUO-1 the racks are kept apart",
    ),
    pytest.param(
        Turns(
            DUO | {"placed": {"red": 24}, "racks": {"red": "5678", "blue": "5"}},
            "blue 5 C5",
            "red 5 C5, red 6 C6",
            "URTOWN-DUO-2",
        ),
        id="URTOWN-DUO-2 of a finished colour none",
    ),
    pytest.param(
        Turns(
            DUO | {"red": "C5", "racks": {"blue": "5$"}},
            "blue 5 D5, blue $ C4",
            "blue 5 C5, blue $ C5",
            "URTOWN-DUO-3",
        ),
        id="URTOWN-DUO-3 not your tile of the other colour",
    ),
    pytest.param(
        Turns(DUO | {"red": "C5", "racks": {"red": "5"}}, "red 5 D5", "red 5 C5", "URTOWN-PLACE-3"),
        id="URTOWN-PLACE-3 not your tile of the same colour",
    ),
    pytest.param(
        Turns(DUO | {"yellow": "C5", "green": "D5", "racks": {"red": "5"}}, "red 5 xC5, red 5 xD5"),
        id="URTOWN-DUO-3 an opponent's of either colour",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", DUO_TURNS)
def test_two_seats(case: Turns) -> None:
    check_turns(case)


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_two_seats_draw_the_colour_just_placed() -> None:
    """URTOWN-DUO-2."""
    start = at(seats=2, racks={"red": "12345", "blue": "12345"}, piles={"red": "9", "blue": "8"})
    reached = start.play("blue 5 C5")
    red, blue = reached.view(0)["colours"][:2]
    assert red == start.view(0)["colours"][0]
    assert (blue["rack"], blue["pile_size"]) == (["1", "2", "3", "4", "8"], 22)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("shown", ["", "46789"], ids=["never shown", "shown by a skip"])
def test_two_seats_set_four_tiles_aside(shown: str) -> None:
    """URTOWN-DUO-2: face up, for all to see; from then on only the other colour is played."""
    table = {"placed": {"red": 23}, "racks": {"red": "46789"}, "shown": {"red": shown}}
    reached = at(seats=2, **table).play("red 4 C4")
    for seat in (None, 0, 1):
        red = reached.view(seat)["colours"][0]
        assert red["finished"]
        assert (red["set_aside"], red["rack"], red["rack_size"]) == (["6", "7", "8", "9"], [], 0)
        assert (red["unseen"], red["shown"]) == ([], [])
    reached = reached.play(reached.legal()[0])
    assert reached.to_move == 0
    assert {turn.split(" ")[0] for turn in reached.turns()} == {"blue"}


@pytest.mark.parametrize(
    ("placed", "over"),
    [
        pytest.param({"red": 23, "blue": 24, "yellow": 24, "green": 24}, True, id="all finished"),
        pytest.param({"red": 23, "blue": 24, "yellow": 24, "green": 23}, False, id="green is not"),
        pytest.param({"red": 23, "blue": 22, "yellow": 24, "green": 24}, False, id="blue is not"),
    ],
)
def test_two_seats_end(placed: dict[str, int], over: bool) -> None:
    """URTOWN-DUO-4: both players have finished both colours."""
    start = at(seats=2, placed=placed, racks={"red": "5"})
    assert start.play("red 5 C5").is_over == over
