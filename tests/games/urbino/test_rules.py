"""Every rule of docs/rules/urbino.md as tables: what it allows, what it refuses, what it scores.

The tables are written from the rule page. test_refusals.py has the texts of refusals.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import pytest

from tests.games.urbino.positions import after, games_on_file, over, position, urbino

BLACK, WHITE, NOBODY = 0, 1, None
FULL_SUPPLY = {"house": 18, "palace": 6, "tower": 3}
EMPTY = "9/9/9/9/9/9/9/9/9"
LATE = "2H1T1T2/1P6P/3h1hH2/h1h1H2t1/1H3ph1p/1Hht1h1H1/T4H2p/2h1PHP2/2hp3t1"
LATER = "H1H1THT2/1P1p3HP/1hhh1hH2/h1h1H2t1/1H3ph1p/1Hht1h1H1/T4H2p/2h1PHP2/2hp3t1"


# --- Setting up ----------------------------------------------------------------------------------


def test_the_board_is_empty_and_the_supplies_are_full() -> None:
    """URBINO-SETUP-1."""
    view = urbino().start().view()
    assert view["buildings"] == view["architects"] == view["districts"] == []
    assert view["supply"] == [FULL_SUPPLY, FULL_SUPPLY]


class Stage(NamedTuple):
    moves: str
    to_move: int
    choices: int
    allowed: str
    refused: str


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    "stage",
    [
        pytest.param(Stage("", BLACK, 81, "a1 e5 i9", "pass black 1e5"), id="URBINO-SETUP-2"),
        pytest.param(Stage("e5", WHITE, 80, "a1 e4 i9", "e5 pass 1e6"), id="URBINO-SETUP-3"),
        pytest.param(Stage("a1 e1", BLACK, 2, "black white 1c3 pass", "e5"), id="URBINO-SETUP-4"),
        pytest.param(
            Stage("a1 e1 black", BLACK, 18, "1a5 2b1 3c1 1c3 2d1 3e5", "stay pass a1-b1 1e2"),
            id="URBINO-SETUP-5 Black builds, nobody is repositioned",
        ),
        pytest.param(
            Stage("a1 e1 white", WHITE, 18, "1a5 2b1 3c1 1c3 2d1 3e5", "stay pass e1-b1 1e2"),
            id="URBINO-SETUP-5 White builds, nobody is repositioned",
        ),
    ],
)
def test_stages_of_the_set_up(stage: Stage) -> None:
    reached = after(stage.moves)
    assert reached.to_move == stage.to_move
    assert len(reached.legal()) == stage.choices
    assert [text for text in stage.allowed.split() if reached.why_not(text)] == []
    assert [text for text in stage.refused.split() if not reached.why_not(text)] == []


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("moves", "to_move"),
    [
        pytest.param("a1 e1 black 1c3", "bwbbw", id="URBINO-SETUP-6 Black builds, White moves"),
        pytest.param("a1 e1 1c3", "bwbw", id="URBINO-SETUP-6 Black builds unnamed, White moves"),
        pytest.param("a1 e1 white 1c3", "bwbwb", id="URBINO-SETUP-6 White builds, Black moves"),
        pytest.param("a1 e1 pass 1c3", "bwbwb", id="URBINO-SETUP-6 White by pass, Black moves"),
        pytest.param("a1 e1 1c1 1a5 1e5 1c3", "bwbwbwb", id="URBINO-SETUP-5 they alternate"),
        pytest.param("a1 e1 pass 1c1 1a5 1e5", "bwbwbwb", id="URBINO-SETUP-5 from White on"),
    ],
)
def test_who_moves_when(moves: str, to_move: str) -> None:
    turns = moves.split()
    line = [after(" ".join(turns[:played])) for played in range(len(turns) + 1)]
    assert ["bw".index(letter) for letter in to_move] == [reached.to_move for reached in line]


def test_a_first_building_is_always_possible() -> None:
    """URBINO-SETUP-5: wherever the architects are, some square is seen by both."""
    squares = [column + row for row in "123456789" for column in "abcdefghi"]
    pairs = list(combinations(squares, 2))
    choices = [len(position(f"{EMPTY} {a},{b} b first 0 base").legal()) for a, b in pairs]
    assert len(pairs) == 3240
    assert min(choices) == 6  # two lots for three kinds, for instance from a1 and b1


# --- A turn --------------------------------------------------------------------------------------


class Turns(NamedTuple):
    """Some turns in a position that are allowed, and some that one rule refuses."""

    position: str
    allowed: str
    refused: str = ""
    by: str = ""


def check_turns(case: Turns) -> None:
    start = position(case.position)
    turns = set(start.turns())
    assert set(case.allowed.split()) <= turns
    for text in case.refused.split():
        assert text not in turns
        refused = start.why_not(text)
        assert refused is not None, text
        assert (text, refused.rule) == (text, case.by)


ONE_HOUSE = "9/9/9/9/4h4/9/9/9/9"
A1_WALLED_IN = "9/9/9/9/4h4/9/9/hh7/1h7"  # an architect on a1 sees nothing
BOTH_WALLED_IN = "7h1/7hh/9/9/9/9/9/hh7/1h7"  # nor does one on i9


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            Turns(f"{ONE_HOUSE} a1,e1 w turn 0 base", "1c1 2c1 3c1 a1-i9,1i1 e1-a9,1a5"),
            id="URBINO-TURN-1 either architect goes, or none",
        ),
        pytest.param(
            Turns(f"{ONE_HOUSE} a1,e1 w turn 0 base", "e1-e9,1a9 e1-f3,1a3 a1-h9,1h4"),
            id="URBINO-TURN-1 anywhere, past buildings and off its lines of sight",
        ),
        pytest.param(
            Turns(
                f"{ONE_HOUSE} a1,e1 w turn 0 base",
                "a1-a2,1e2",
                "a1-a1,1c1 a1-e1,1c1 a1-e5,1e3 e1-e1 e1-a1 e1-e5",
                "URBINO-TURN-1",
            ),
            id="URBINO-TURN-1 to a different, unoccupied square",
        ),
        pytest.param(
            Turns(
                f"{A1_WALLED_IN} i1,i9 w turn 0 base",
                "i1-h1,1h9",
                "i1-a1 i9-a1 i1-a1,1b3 i9-a1,1b3",
                "URBINO-TURN-3",
            ),
            id="URBINO-TURN-3 not where no lot is left",
        ),
        pytest.param(
            # From a1 and e1 only c3 is seen twice; White there would part Black's b3 and d3.
            Turns(
                "9/9/9/9/h3h4/9/1h1h5/9/1hhh5 a1,e7 w turn 0 base",
                "a1-i1,1i7",
                "e7-e1,1c3 e7-e1",
                "URBINO-TURN-3",
            ),
            id="URBINO-TURN-3 not where the lot takes no building",
        ),
        pytest.param(
            Turns("4h4/9/9/9/9/9/9/9/9 a1,c1 w turn 0 base", "c1-i1,1c1", "1c1", "URBINO-LOT-3"),
            id="URBINO-TURN-4 the square just left is built on",
        ),
        pytest.param(
            Turns("4h4/9/9/9/9/9/9/9/9 a1,c1 w turn 0 base", "c1-i1,1d1", "1d1", "URBINO-LOT-3"),
            id="URBINO-TURN-4 the square just left is seen across",
        ),
        pytest.param(
            Turns(f"{ONE_HOUSE} a1,e1 w turn 0 base", "1c1", "pass", "URBINO-TURN-5"),
            id="URBINO-TURN-5 no skip where staying allows a building",
        ),
        pytest.param(
            Turns(f"{A1_WALLED_IN} a1,i9 w turn 0 base", "a1-i1,1i5", "pass", "URBINO-TURN-5"),
            id="URBINO-TURN-5 no skip where going allows a building",
        ),
        pytest.param(
            Turns(f"{BOTH_WALLED_IN} a1,i9 w turn 0 base", "pass", "stay", "URBINO-TURN-2"),
            id="URBINO-TURN-5 skip where one architect sees nothing, wherever the other goes",
        ),
        pytest.param(
            Turns(f"{LATE} d5,d6 w turn 0 base", "pass", "1c5 1e5", "URBINO-DISTRICT-3"),
            id="URBINO-TURN-5 skip where lots are seen but take no building",
        ),
    ],
)
def test_what_a_turn_may_be(case: Turns) -> None:
    check_turns(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(f"{BOTH_WALLED_IN} a1,i9 w turn 0 base", id="URBINO-TURN-5 nothing in sight"),
        pytest.param(f"{LATE} d5,d6 w turn 0 base", id="URBINO-TURN-5 nothing fits"),
    ],
)
def test_who_can_build_nothing_has_no_choice(case: str) -> None:
    assert position(case).turns() == ["pass"]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("seat", "turn", "kind", "square"),
    [
        pytest.param("b", "1c1", "house", "c1", id="URBINO-TURN-2 Black's house"),
        pytest.param("w", "2c3", "palace", "c3", id="URBINO-TURN-2 White's palace"),
        pytest.param("w", "e1-i1,3e1", "tower", "e1", id="URBINO-TURN-2 White's tower"),
    ],
)
def test_a_building_comes_from_the_own_supply(seat: str, turn: str, kind: str, square: str) -> None:
    owner = "bw".index(seat)
    before = position(f"{ONE_HOUSE} a1,e1 {seat} turn 0 base")
    now, then = before.play(turn).view(), before.view()
    assert {"square": square, "seat": owner, "kind": kind} in now["buildings"]
    assert len(now["buildings"]) == len(then["buildings"]) + 1
    assert now["supply"][owner] == {
        **then["supply"][owner],
        kind: then["supply"][owner][kind] - 1,
    }
    assert now["supply"][1 - owner] == then["supply"][1 - owner]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("start", "moves", "skips", "is_over"),
    [
        pytest.param(
            f"{LATE} d5,d6 w turn 0 base",
            "pass d5-a7,1c7 d6-b9,1a9",
            "1 0 0",
            False,
            id="URBINO-TURN-6 White skips, Black builds, White builds again",
        ),
        pytest.param(
            f"{LATER} e8,f8 b turn 0 base",
            "pass f8-h9,1g8 h9-d6,2f8 pass e8-c5,1d5 pass d6-a8,1a7 c5-c8,1b9",
            "1 0 0 1 0 1 0 0",
            False,
            id="URBINO-TURN-6 both skip more than once and build again",
        ),
        pytest.param(
            f"{BOTH_WALLED_IN} a1,i9 w turn 0 base",
            "pass",
            "1",
            False,
            id="URBINO-TURN-7 one skip ends nothing",
        ),
        pytest.param(
            f"{BOTH_WALLED_IN} a1,i9 w turn 0 base",
            "pass pass",
            "1 2",
            True,
            id="URBINO-TURN-7 two skips in a row end the game",
        ),
    ],
)
def test_skipping(start: str, moves: str, skips: str, is_over: bool) -> None:
    reached, counted = position(start), []
    for move in moves.split():
        reached = reached.play(move)
        counted.append(str(reached.view()["skips"]))
    assert " ".join(counted) == skips
    assert reached.is_over == is_over
    assert (reached.outcome() is not None) == is_over
    assert (reached.legal() == []) == is_over


def test_somebody_skips_and_builds_later_in_a_game_on_file() -> None:
    """URBINO-TURN-6."""
    moves = next(game["moves"] for game in games_on_file() if game["id"] == 8)
    white = moves[33::2]
    assert white[:5] == ["pass", "d6-b9,1a9", "a7-i7,1h8", "c8-e8,1f9", "f8-h9,1g8"]
    assert after(" ".join(moves)).is_over


# --- Lots ----------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("text", "lots"),
    [
        pytest.param(
            f"{EMPTY} b2,f3 b first 0 base",
            "e2 f2 g2 a3 b3 c3 f6 b7",
            id="URBINO-LOT-1 eight directions to the edge",
        ),
        pytest.param(
            "9/9/9/9/9/9/2h6/9/9 a1,e1 w turn 0 base",
            "b1 c1 d1",
            id="URBINO-LOT-1 up to a building on two diagonals",
        ),
        pytest.param(
            "9/9/9/9/9/9/9/9/2h6 a1,e1 w turn 0 base",
            "c3 a5 e5",
            id="URBINO-LOT-2 a building between stops both",
        ),
        pytest.param(
            f"{EMPTY} a1,c1 b first 0 base",
            "b1 b2 a3 c3",
            id="URBINO-LOT-2 the other architect stops sight along the row",
        ),
        pytest.param(
            f"{EMPTY} d4,f6 b first 0 base",
            "f2 f4 h4 e5 b6 d6 d8",
            id="URBINO-LOT-2 the other architect stops sight along the diagonal",
        ),
        pytest.param(
            "9/9/9/9/9/9/9/hh7/1h7 a1,i9 w turn 0 base",
            "",
            id="URBINO-LOT-3 one alone is not enough",
        ),
        pytest.param(
            f"{EMPTY} a1,i9 b first 0 base",
            "i1 b2 c3 d4 e5 f6 g7 h8 a9",
            id="URBINO-LOT-4 between on the diagonal, and the corners",
        ),
        pytest.param(
            f"{EMPTY} c5,f5 b first 0 base",
            "c2 f2 d5 e5 c8 f8",
            id="URBINO-LOT-4 between in the row, and others both see",
        ),
        pytest.param(
            f"{EMPTY} e5,f5 b first 0 base",
            "e4 f4 e6 f6",
            id="URBINO-LOT-4 side by side nothing is between",
        ),
        pytest.param(
            "9/9/9/9/3h5/9/9/9/9 c5,f5 w turn 0 base",
            "c2 f2 c8 f8",
            id="URBINO-LOT-4 not past a building between",
        ),
    ],
)
def test_lots(text: str, lots: str) -> None:
    assert " ".join(position(text).view()["lots"]) == lots


# --- Districts, twins, supply --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "districts"),
    [
        pytest.param("9/9/9/9/htHP5/9/9/9/9", ["a5 b5 c5 d5"], id="URBINO-DISTRICT-1 all colours"),
        pytest.param("9/9/9/1H7/hH7/9/9/9/9", ["a5 b5 b6"], id="URBINO-DISTRICT-1 up and across"),
        pytest.param("9/9/9/1h7/h8/9/9/9/9", ["a5", "b6"], id="URBINO-DISTRICT-1 no diagonals"),
        pytest.param("9/9/9/9/h8/8h/9/9/9", ["i4", "a5"], id="URBINO-DISTRICT-1 not past the edge"),
    ],
)
def test_districts(board: str, districts: list[str]) -> None:
    view = position(f"{board} d1,d9 w turn 0 base").view()
    assert [" ".join(district["squares"]) for district in view["districts"]] == districts


# In most of these d5 is in question; architects on d1 and d9 see it.
BUILDINGS = [
    pytest.param(
        Turns("9/9/9/9/2h1h4/9/9/9/9 d1,d9 w turn 0 base", "1d4 1d6", "1d5", "URBINO-DISTRICT-3"),
        id="URBINO-DISTRICT-3 A: White joins two districts and parts Black",
    ),
    pytest.param(
        Turns("9/9/9/9/2h1h4/9/9/9/9 d1,d9 b turn 0 base", "1d5"),
        id="URBINO-DISTRICT-3 A: Black joins the two blocks to one",
    ),
    pytest.param(
        Turns("9/9/9/9/2H1H4/9/9/9/9 d1,d9 b turn 0 base", "1d4 1d6", "1d5", "URBINO-DISTRICT-3"),
        id="URBINO-DISTRICT-3 B: Black joins two districts and parts White",
    ),
    pytest.param(
        Turns("9/9/9/9/2H1H4/9/9/9/9 d1,d9 w turn 0 base", "1d5"),
        id="URBINO-DISTRICT-3 B: White joins the two blocks to one",
    ),
    pytest.param(
        Turns("9/9/9/2H1H4/2h1h4/9/9/9/9 d1,d9 w turn 0 base", "", "1d5 1d6", "URBINO-DISTRICT-3"),
        id="URBINO-DISTRICT-3 C: White parts Black, on d5 White too",
    ),
    pytest.param(
        Turns("9/9/9/2H1H4/2h1h4/9/9/9/9 d1,d9 b turn 0 base", "", "1d5 1d6", "URBINO-DISTRICT-3"),
        id="URBINO-DISTRICT-3 C: Black parts White, on d6 Black too",
    ),
    pytest.param(
        Turns("9/9/9/9/1Hh6/9/9/9/9 d1,d9 w turn 0 base", "1d4", "1d5", "URBINO-DISTRICT-3"),
        id="URBINO-DISTRICT-3 White beside Black's block, the own block elsewhere",
    ),
    pytest.param(
        Turns("9/9/9/9/1Hh6/9/9/9/9 d1,d9 b turn 0 base", "1d5"),
        id="URBINO-DISTRICT-3 Black goes on with the block",
    ),
    pytest.param(
        Turns("9/9/9/2H6/1hh6/9/9/9/9 d1,d9 w turn 0 base", "1d6", "1d5", "URBINO-DISTRICT-3"),
        id="URBINO-DISTRICT-3 touching the own block keeps it one",
    ),
    pytest.param(
        Turns("9/9/9/9/1hH1H4/9/9/9/9 d1,d9 w turn 0 base", "1d5"),
        id="URBINO-DISTRICT-3 joining a district of both colours to one's own",
    ),
    pytest.param(
        Turns("9/9/9/9/1hH1Hh3/9/9/9/9 d1,d9 w turn 0 base", "", "1d5", "URBINO-DISTRICT-3"),
        id="URBINO-DISTRICT-3 joining the own blocks parts Black at the far ends",
    ),
    pytest.param(
        Turns("9/9/9/9/1hH1H4/9/9/9/9 d1,d9 b turn 0 base", "", "1d5", "URBINO-DISTRICT-3"),
        id="URBINO-DISTRICT-3 Black parts White, and itself through White",
    ),
    pytest.param(
        Turns("9/9/9/9/2h1h4/2hhh4/9/9/9 g8,d9 w turn 0 base", "1d5"),
        id="URBINO-DISTRICT-3 touching one block on three sides parts nobody",
    ),
    pytest.param(
        Turns("9/9/9/2h1h4/9/2h1h4/9/9/9 d1,d9 w turn 0 base", "1d5"),
        id="URBINO-DISTRICT-1 diagonal neighbours are no neighbours",
    ),
    pytest.param(
        Turns(
            "9/9/9/2hh5/2hH5/9/9/9/9 e1,a8 b turn 0 base",
            "a8-e8,1e6",
            "a8-e8,1e5",
            "URBINO-DISTRICT-3",
        ),
        id="URBINO-DISTRICT-2 a block is joined by its own colour only",
    ),
    pytest.param(
        Turns("9/9/9/9/2t6/9/9/9/9 d1,d9 w turn 0 base", "1d5 2d5 3d6", "3d5", "URBINO-TWIN-1"),
        id="URBINO-TWIN-1 no tower beside Black's tower",
    ),
    pytest.param(
        Turns("9/9/9/9/2T6/9/9/9/9 d1,d9 w turn 0 base", "1d5 2d5 3d6", "3d5", "URBINO-TWIN-1"),
        id="URBINO-TWIN-1 nor beside the own",
    ),
    pytest.param(
        Turns("9/9/9/9/9/3T5/9/9/9 g8,d9 w turn 0 base", "1d5 2d5", "3d5", "URBINO-TWIN-1"),
        id="URBINO-TWIN-1 nor above one",
    ),
    pytest.param(
        Turns("9/9/9/9/2p6/9/9/9/9 d1,d9 w turn 0 base", "1d5 3d5 2d6", "2d5", "URBINO-TWIN-2"),
        id="URBINO-TWIN-2 no palace beside Black's palace",
    ),
    pytest.param(
        Turns("9/9/9/9/4P4/9/9/9/9 d1,d9 w turn 0 base", "1d5 3d5 2d6", "2d5", "URBINO-TWIN-2"),
        id="URBINO-TWIN-2 nor beside the own",
    ),
    pytest.param(
        Turns("9/9/9/9/9/3P5/9/9/9 g8,d9 w turn 0 base", "1d5 3d5", "2d5", "URBINO-TWIN-2"),
        id="URBINO-TWIN-2 nor above one",
    ),
    pytest.param(
        Turns("9/9/9/2t1p4/9/2p1t4/9/9/9 d1,d9 w turn 0 base", "2d5 3d5"),
        id="URBINO-TWIN-1 URBINO-TWIN-2 diagonal neighbours do not matter",
    ),
    pytest.param(
        Turns("9/9/9/9/2hH5/9/9/9/9 a9,d9 w turn 0 base", "1d6 2d6 3d6"),
        id="URBINO-TWIN-3 house beside house",
    ),
    pytest.param(
        Turns("9/9/9/9/9/9/9/9/t1t3t2 d1,d9 b turn 0 base", "1d5 2d5", "3d5", "URBINO-SUPPLY-1"),
        id="URBINO-SUPPLY-1 Black's three towers stand",
    ),
    pytest.param(
        Turns("9/9/9/9/9/9/9/9/t1t6 d1,d9 b turn 0 base", "1d5 2d5 3d5"),
        id="URBINO-SUPPLY-1 two of three towers stand",
    ),
    pytest.param(
        Turns("9/9/9/9/9/9/9/9/t1t3t2 d1,d9 w turn 0 base", "1d5 2d5 3d5"),
        id="URBINO-SUPPLY-1 White has its own towers",
    ),
    pytest.param(
        Turns("p1p3p1p/9/9/9/9/9/9/9/p7p d1,d9 b turn 0 base", "1d5 3d5", "2d5", "URBINO-SUPPLY-1"),
        id="URBINO-SUPPLY-1 Black's six palaces stand",
    ),
    pytest.param(
        Turns(
            "9/HHH3HHH/HHH3HHH/9/9/9/9/HHH3HHH/9 d1,d9 w turn 0 base",
            "2d5 3d5",
            "1d5",
            "URBINO-SUPPLY-1",
        ),
        id="URBINO-SUPPLY-1 White's eighteen houses stand",
    ),
    pytest.param(
        Turns("9/HHH3HHH/HHH3HHH/9/9/9/9/HHH3HH1/9 d1,d9 w turn 0 base", "1d5 2d5 3d5"),
        id="URBINO-SUPPLY-1 one house is left",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", BUILDINGS)
def test_where_a_building_may_stand(case: Turns) -> None:
    check_turns(case)


# --- Scoring -------------------------------------------------------------------------------------


class Score(NamedTuple):
    """Rows 7 to 3 of a finished game, and the score.

    A district is `points of Black, of White, who scores`; districts of one colour are left out.
    """

    rows: str
    districts: list[tuple[int, int, int | None]]
    scores: tuple[int, int]
    winner: int | None
    decided_by: str | None = "points"


def check_score(score: Score, variant: str) -> None:
    end = over(score.rows, variant)
    view, outcome = end.view(), end.outcome()
    found = [(*district["points"], district["scorer"]) for district in view["districts"]]
    assert [district for district in found if 0 not in district[:2]] == score.districts
    assert {district[2] for district in found if 0 in district[:2]} == {NOBODY}
    assert end.scores() == tuple(view["scores"]) == score.scores
    assert outcome is not None
    assert outcome.winners == ((BLACK, WHITE) if score.winner is None else (score.winner,))
    assert outcome.decided_by == score.decided_by


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    "score",
    [
        pytest.param(
            Score("9/9/2pH5/9/9", [(2, 1, BLACK)], (2, 0), BLACK),
            id="URBINO-SCORE-1 palace 2, house 1",
        ),
        pytest.param(
            Score("9/9/2pT5/9/9", [(2, 3, WHITE)], (0, 3), WHITE),
            id="URBINO-SCORE-1 tower 3, palace 2",
        ),
        pytest.param(
            Score("9/9/tph1TPH2/9/9", [], (0, 0), NOBODY, None),
            id="URBINO-SCORE-2 districts of one colour score nothing",
        ),
        pytest.param(
            Score("9/9/tpHT5/9/9", [(5, 4, BLACK)], (5, 0), BLACK),
            id="URBINO-SCORE-3 the higher total is scored, the lower is not",
        ),
        pytest.param(
            Score("9/9/tPH6/9/9", [(3, 3, BLACK)], (3, 0), BLACK),
            id="URBINO-SCORE-4 equal totals, more towers",
        ),
        pytest.param(
            Score("9/9/hhhtPHPH1/9/9", [(6, 6, BLACK)], (6, 0), BLACK),
            id="URBINO-SCORE-4 towers come before palaces",
        ),
        pytest.param(
            Score("9/9/hhP6/9/9", [(2, 2, WHITE)], (0, 2), WHITE),
            id="URBINO-SCORE-4 equal totals, no towers, more palaces",
        ),
        pytest.param(
            Score("9/9/hpHP5/9/9", [(3, 3, NOBODY)], (0, 0), NOBODY, None),
            id="URBINO-SCORE-4 equal in all, nobody scores",
        ),
        pytest.param(
            Score(
                "9/9/pH1pH1PHh/9/9",
                [(2, 1, BLACK), (2, 1, BLACK), (1, 3, WHITE)],
                (4, 3),
                BLACK,
            ),
            id="URBINO-SCORE-5 the sum counts, not the dearest district",
        ),
        pytest.param(
            Score(
                "9/9/tpH2PHPh/9/9", [(5, 1, BLACK), (1, 5, WHITE)], (5, 5), BLACK, "scored towers"
            ),
            id="URBINO-SCORE-6 equal sums, more towers scored",
        ),
        pytest.param(
            Score(
                "T1T6/9/tpT2PHPh/9/9",
                [(5, 3, BLACK), (1, 5, WHITE)],
                (5, 5),
                BLACK,
                "scored towers",
            ),
            id="URBINO-SCORE-6 towers that were not scored do not count",
        ),
        pytest.param(
            Score(
                "2hhpH3/9/Ph1Ph4/9/9",
                [(1, 2, WHITE), (1, 2, WHITE), (4, 1, BLACK)],
                (4, 4),
                WHITE,
                "scored palaces",
            ),
            id="URBINO-SCORE-6 equal sums and towers, more palaces scored",
        ),
        pytest.param(
            Score("9/9/pH1Ph4/9/9", [(2, 1, BLACK), (1, 2, WHITE)], (2, 2), NOBODY, None),
            id="URBINO-SCORE-6 equal in all, a draw",
        ),
        pytest.param(
            Score(
                "9/9/tH1pH1PTh/9/9",
                [(3, 1, BLACK), (2, 1, BLACK), (1, 5, WHITE)],
                (5, 5),
                NOBODY,
                None,
            ),
            id="URBINO-SCORE-6 the same buildings in other districts, a draw",
        ),
        pytest.param(
            Score("9/9/hhhT5/9/9", [(3, 3, WHITE)], (0, 3), WHITE),
            id="URBINO-MONUMENT-1 no monuments unless agreed",
        ),
    ],
)
def test_scoring(score: Score) -> None:
    check_score(score, "base")


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    "score",
    [
        pytest.param(
            Score("9/9/hhhT5/9/9", [(6, 3, BLACK)], (6, 0), BLACK),
            id="URBINO-MONUMENT-1 town wall",
        ),
        pytest.param(
            Score("9/2H6/2H6/2Ht5/9", [(3, 6, WHITE)], (0, 6), WHITE),
            id="URBINO-MONUMENT-1 town wall, vertical",
        ),
        pytest.param(
            Score("9/9/phpT5/9/9", [(10, 3, BLACK)], (10, 0), BLACK),
            id="URBINO-MONUMENT-1 ducal palace",
        ),
        pytest.param(
            Score("9/2P6/2H6/2Pt5/9", [(3, 10, WHITE)], (0, 10), WHITE),
            id="URBINO-MONUMENT-1 ducal palace, vertical",
        ),
        pytest.param(
            Score("9/9/tptH5/9/9", [(16, 1, BLACK)], (16, 0), BLACK),
            id="URBINO-MONUMENT-1 cathedral",
        ),
        pytest.param(
            Score("9/2T6/2P6/2Th5/9", [(1, 16, WHITE)], (0, 16), WHITE),
            id="URBINO-MONUMENT-1 cathedral, vertical",
        ),
        pytest.param(
            Score("9/2h6/2hhT4/9/9", [(3, 3, WHITE)], (0, 3), WHITE),
            id="URBINO-MONUMENT-1 an L is no town wall",
        ),
        pytest.param(
            Score("9/2p6/2hpT4/9/9", [(5, 3, BLACK)], (5, 0), BLACK),
            id="URBINO-MONUMENT-1 an L is no ducal palace",
        ),
        pytest.param(
            Score("9/2t6/2ptH4/9/9", [(8, 1, BLACK)], (8, 0), BLACK),
            id="URBINO-MONUMENT-1 an L is no cathedral",
        ),
        pytest.param(
            Score("9/9/hphT5/9/9", [(4, 3, BLACK)], (4, 0), BLACK),
            id="URBINO-MONUMENT-1 house-palace-house is nothing",
        ),
        pytest.param(
            Score("9/9/thtP5/9/9", [(7, 2, BLACK)], (7, 0), BLACK),
            id="URBINO-MONUMENT-1 tower-house-tower is nothing",
        ),
        pytest.param(
            Score("9/9/ptpH5/9/9", [(7, 1, BLACK)], (7, 0), BLACK),
            id="URBINO-MONUMENT-1 palace-tower-palace is nothing",
        ),
        pytest.param(
            Score("9/9/hhHT5/9/9", [(2, 4, WHITE)], (0, 4), WHITE),
            id="URBINO-MONUMENT-1 of one player's buildings only",
        ),
        pytest.param(
            # h4 and i4 are followed by a5 in the numbering, not on the board.
            Score("9/9/phhthhthH/7ph/9", [(16, 1, BLACK)], (16, 0), BLACK),
            id="URBINO-MONUMENT-1 not past the edge of the board",
        ),
        pytest.param(
            Score("9/9/hhhhhhT2/9/9", [(9, 3, BLACK)], (9, 0), BLACK),
            id="URBINO-MONUMENT-2 six houses are one town wall and three houses",
        ),
        pytest.param(
            Score("9/9/hhhH1hhhH/9/9", [(6, 1, BLACK), (6, 1, BLACK)], (12, 0), BLACK),
            id="URBINO-MONUMENT-2 one in each of two blocks",
        ),
        pytest.param(
            Score("9/9/hhhhHHH2/9/9", [(7, 6, BLACK)], (7, 0), BLACK),
            id="URBINO-MONUMENT-2 one in each colour's block of a district",
        ),
        pytest.param(
            Score("1h7/1h7/phpT5/9/9", [(12, 3, BLACK)], (12, 0), BLACK),
            id="URBINO-MONUMENT-3 ducal palace before town wall",
        ),
        pytest.param(
            Score("1p7/1h7/tptH5/9/9", [(19, 1, BLACK)], (19, 0), BLACK),
            id="URBINO-MONUMENT-3 cathedral before a ducal palace",
        ),
        pytest.param(
            Score("9/hhh6/tptH5/9/9", [(19, 1, BLACK)], (19, 0), BLACK),
            id="URBINO-MONUMENT-3 cathedral before a town wall",
        ),
        pytest.param(
            Score("9/3P1P3/phpHHH3/9/9", [(10, 10, BLACK)], (10, 0), BLACK),
            id="URBINO-MONUMENT-4 ducal palace beats town wall, houses or not",
        ),
        pytest.param(
            Score("9/9/hhhTPH3/9/9", [(6, 6, BLACK)], (6, 0), BLACK),
            id="URBINO-MONUMENT-4 a monument beats none, tower or not",
        ),
        pytest.param(
            Score("9/9/thhhHHHHP/9/9", [(9, 9, BLACK)], (9, 0), BLACK),
            id="URBINO-MONUMENT-4 equal monuments, then URBINO-SCORE-4: towers",
        ),
        pytest.param(
            Score("9/9/hhhHHH3/9/9", [(6, 6, NOBODY)], (0, 0), NOBODY, None),
            id="URBINO-MONUMENT-4 equal in all, nobody scores",
        ),
        pytest.param(
            Score(
                "tptH5/9/TPHPTh3/9/9",
                [(1, 16, WHITE), (16, 1, BLACK)],
                (16, 16),
                BLACK,
                "scored cathedrals",
            ),
            id="URBINO-MONUMENT-5 equal sums, scored cathedrals",
        ),
        pytest.param(
            Score(
                "phpH5/9/THHHHh3/9/9",
                [(1, 10, WHITE), (10, 1, BLACK)],
                (10, 10),
                BLACK,
                "scored ducal palaces",
            ),
            id="URBINO-MONUMENT-5 equal sums, then scored ducal palaces",
        ),
        pytest.param(
            Score(
                "hhhH5/9/TPHh5/9/9",
                [(1, 6, WHITE), (6, 1, BLACK)],
                (6, 6),
                BLACK,
                "scored town walls",
            ),
            id="URBINO-MONUMENT-5 equal sums, then scored town walls",
        ),
        pytest.param(
            Score(
                "thhhH4/9/PHHHHh3/9/9",
                [(1, 9, WHITE), (9, 1, BLACK)],
                (9, 9),
                BLACK,
                "scored towers",
            ),
            id="URBINO-MONUMENT-5 equal monuments, then URBINO-SCORE-6: towers",
        ),
        pytest.param(
            Score(
                "phpHHH3/9/PHPh5/9/9",
                [(1, 10, WHITE), (10, 6, BLACK)],
                (10, 10),
                NOBODY,
                None,
            ),
            id="URBINO-MONUMENT-5 a town wall that was not scored does not count",
        ),
    ],
)
def test_scoring_with_monuments(score: Score) -> None:
    check_score(score, "monuments")


@pytest.mark.parametrize(
    ("rows", "monuments"),
    [
        pytest.param("9/9/hhhT5/9/9", ["town_wall", None], id="URBINO-MONUMENT-1 town wall"),
        pytest.param("9/9/tPHP5/9/9", [None, "ducal_palace"], id="URBINO-MONUMENT-1 ducal palace"),
        pytest.param("9/9/tptHHH3/9/9", ["cathedral", "town_wall"], id="URBINO-MONUMENT-2 both"),
        pytest.param("1h7/1h7/phpT5/9/9", ["ducal_palace", None], id="URBINO-MONUMENT-3 dearest"),
    ],
)
def test_a_view_names_the_scored_monuments(rows: str, monuments: list[str | None]) -> None:
    shared = [d for d in over(rows, "monuments").view()["districts"] if 0 not in d["points"]]
    assert [district["monuments"] for district in shared] == [monuments]
    base = [d for d in over(rows, "base").view()["districts"] if 0 not in d["points"]]
    assert [district["monuments"] for district in base] == [[None, None]]
