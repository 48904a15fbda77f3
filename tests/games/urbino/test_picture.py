"""Pictures of Urbino, as SVG and as text, compared with the views they draw."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.contract.pictures import HREF, SVG, description, parsed
from tests.games.urbino.positions import EXAMPLES, after, over, position

SHADES = ("dark", "light")
SQUARE, FRAME, BOARD = 100, 40, 980

stages = pytest.mark.parametrize("stage", EXAMPLES.values(), ids=EXAMPLES)


def symbols_used(svg: str) -> Counter[str]:
    return Counter(use.attrib[HREF].removeprefix("#ub-") for use in parsed(svg).iter(f"{SVG}use"))


# --- SVG -----------------------------------------------------------------------------------------


def squares_drawn(svg: str) -> set[tuple[str, str]]:
    """Read which piece is on which square of the board."""
    found = set()
    for use in parsed(svg).iter(f"{SVG}use"):
        x, y, width, height = (float(use.attrib[key]) for key in ("x", "y", "width", "height"))
        if y < BOARD:
            column, row = x + width / 2 - FRAME, y + height / 2 - FRAME
            name = "abcdefghi"[int(column // SQUARE)] + "987654321"[int(row // SQUARE)]
            found.add((use.attrib[HREF].removeprefix("#ub-"), name))
    return found


@stages
def test_every_piece_is_drawn_on_its_square(stage: str) -> None:
    seen = position(stage)
    view = seen.view()
    pieces = {("architect", square) for square in view["architects"]} | {
        (f"{b['kind']}-{SHADES[b['seat']]}", b["square"]) for b in view["buildings"]
    }
    assert squares_drawn(seen.svg()) == pieces
    # Beside the board each kind of each seat is drawn once more, with what is left of it.
    drawn = symbols_used(seen.svg())
    assert drawn["architect"] == len(view["architects"])
    for seat, shade in enumerate(SHADES):
        for kind in ("house", "palace", "tower"):
            of_kind = [b for b in view["buildings"] if (b["seat"], b["kind"]) == (seat, kind)]
            assert drawn[f"{kind}-{shade}"] == len(of_kind) + 1


@stages
def test_supplies_and_points_are_written(stage: str) -> None:
    seen = position(stage)
    view = seen.view()
    words = [text.text for text in parsed(seen.svg()).iter(f"{SVG}text")]
    beside_board = words[18:]  # after the names of columns and rows
    expected = [*view["scores"], *(left for supply in view["supply"] for left in supply.values())]
    numbers = [word for word in beside_board if word and word.isdigit()]
    assert sorted(numbers, key=int) == sorted(map(str, expected), key=int)
    assert {"Black", "White"} <= set(beside_board)


@stages
def test_districts_are_walled_on_request(stage: str) -> None:
    seen = position(stage)
    several = [d for d in seen.view()["districts"] if len(d["squares"]) > 1]
    plaques = {True: 0, False: 0}
    for wanted in plaques:
        drawn = symbols_used(seen.svg(districts=wanted))
        plaques[wanted] = sum(drawn[f"plaque-{owner}"] for owner in ("dark", "light", "nobody"))
    assert plaques == {True: 2 + len(several), False: 2}


def test_a_wall_is_solid_where_somebody_scores() -> None:
    """URBINO-SCORE-2: dotted where nobody does."""
    seen = over("9/9/2tptH3/9/9", "monuments")
    with_walls, without = (seen.svg(districts=wanted) for wanted in (True, False))
    walls = set(re.findall("<path.*?/>", with_walls)) - set(re.findall("<path.*?/>", without))
    assert sorted("stroke-dasharray" in wall for wall in walls) == [False, True, True]
    assert symbols_used(with_walls)["plaque-dark"] == 2  # the district and the panel
    assert symbols_used(with_walls)["plaque-nobody"] == 2  # the walls round the architects


def test_a_courtyard_has_a_wall_of_its_own() -> None:
    ring = position("9/9/9/2hhh4/2h1h4/2hhh4/9/9/9 a1,i9 w turn 0 base")
    [circuit] = set(re.findall('<path d="(M[^"]+)"', ring.svg(districts=True))) - set(
        re.findall('<path d="(M[^"]+)"', ring.svg())
    )
    assert circuit.count("M") == circuit.count("Z") == 2


@stages
def test_lots_are_staked_unless_unwanted(stage: str) -> None:
    seen = position(stage)

    def stakes(svg: str) -> int:
        return sum(circle.attrib["r"] == "9" for circle in parsed(svg).iter(f"{SVG}circle"))

    assert stakes(seen.svg()) == len(seen.view()["lots"])
    assert stakes(seen.svg(lots=False)) == 0


# moves, whether the square an architect left is shown, squares marked
LAST_MOVES = [
    ("e5", False, 1),
    ("a1 e1", False, 1),
    ("a1 e1 pass", False, 0),
    ("a1 e1 1c1", False, 1),
    ("a1 e1 1c1 e1-e9", True, 1),
    ("a1 e1 1c1 e1-e9,1a9", True, 2),
    ("a1 e1 1a5 e1-i1,1e1", False, 2),  # URBINO-TURN-4: built where the architect stood
]


@pytest.mark.parametrize(("moves", "left", "marked"), LAST_MOVES)
def test_the_last_move_is_marked(moves: str, left: bool, marked: int) -> None:
    seen = after(moves)
    assert symbols_used(seen.svg())["architect-ghost"] == left
    without = len(list(parsed(seen.svg(last=())).iter(f"{SVG}rect")))
    with_marks = len(list(parsed(seen.svg()).iter(f"{SVG}rect")))
    assert with_marks - without == 2 * marked + left


# stage, what the description says
DESCRIPTIONS = [
    ("start", "Black to move: place an architect. Architects: none yet. Buildings: 0."),
    ("one architect", "White to move: place an architect. Architects: e5. Buildings: 0."),
    ("naming", "Black to move: choose who builds first. Architects: a1 and e1."),
    ("first building", "White to move: build the first building."),
    ("turn", "Black to move: reposition or build. Architects: g6 and h9. Buildings: 18."),
    ("building", "White to move: build."),
    ("a skip", "Black to move: reposition or build. White has skipped."),
    ("over", "Game over. Architects: a1 and i9. Buildings: 12. Score: Black 16, White 0."),
]


@pytest.mark.parametrize(("stage", "said"), DESCRIPTIONS)
def test_description(stage: str, said: str) -> None:
    assert said in description(position(EXAMPLES[stage]).svg())


# --- Characters ----------------------------------------------------------------------------------


def rows_of_board(picture: str) -> str:
    return "\n".join(line for line in picture.splitlines() if re.match(r" [1-9] \|", line))


@stages
def test_the_board_is_narrow(stage: str) -> None:
    assert len(position(stage).terminal(districts=True).splitlines()[0]) <= 60


@stages
def test_every_piece_has_its_mark(stage: str) -> None:
    seen = position(stage)
    view = seen.view()
    marks = Counter(re.findall(r"\[[HPT]\]|/[HPT]\\|\(A\)", rows_of_board(str(seen))))
    expected = Counter(
        f"[{b['kind'][0].upper()}]" if b["seat"] == 0 else f"/{b['kind'][0].upper()}\\"
        for b in view["buildings"]
    )
    expected["(A)"] = len(view["architects"])
    assert marks == +expected


def test_both_marks_on_their_squares() -> None:
    seen = position("9/9/9/9/4tH3/9/9/9/9 a1,c1 w turn 0 base")
    rows = rows_of_board(seen.terminal(lots=True)).splitlines()
    assert rows[4] == " 5 |  .    .    .    .   [T]  /H\\   .    .    .  |"
    assert rows[8] == " 1 | (A)   +   (A)   .    .    .    .    .    .  |"


@stages
def test_lots_are_marked_on_request(stage: str) -> None:
    seen = position(stage)
    assert rows_of_board(seen.terminal(lots=True)).count(" + ") == len(seen.view()["lots"])
    assert rows_of_board(seen.terminal()).count(" + ") == 0


@pytest.mark.parametrize(
    ("moves", "marked"),
    [
        ("a1 e1 1c1", [">[H]<"]),
        ("a1 e1 1c1 e1-e9,2a9", [">/P\\<", ">(A)<", "> . <"]),
        ("a1 e1 1a5 e1-i1,1e1", [">/H\\<", ">(A)<"]),
    ],
)
def test_the_last_move_is_marked_with_characters(moves: str, marked: list[str]) -> None:
    assert re.findall(">...<", rows_of_board(str(after(moves)))) == marked


def test_districts_are_listed_on_request() -> None:
    """URBINO-SCORE-3, URBINO-MONUMENT-1."""
    seen = over("9/9/2tptH3/9/9", "monuments")
    assert "District" not in seen.terminal()
    lines = [line.rstrip() for line in seen.terminal(districts=True).splitlines()]
    listed = lines[lines.index("District  Black            White            Scores") + 1 :]
    assert [re.sub(" +", " ", line) for line in listed] == [
        "A 3 0 nobody",
        "B 16 cathedral 1 Black",
        "C 3 0 nobody",
    ]
    assert sum(line.count("  B  ") for line in lines if line.startswith("   |")) == 4


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        ("turn", "Black to move: reposition or build."),
        ("a skip", "Black to move: reposition or build. White has skipped."),
        ("over", "Game over."),
    ],
)
def test_the_picture_says_who_is_to_move(stage: str, said: str) -> None:
    lines = str(position(EXAMPLES[stage])).splitlines()
    assert lines[-1].rstrip() == said


def test_supplies_and_points_in_characters() -> None:
    lines = [line.rstrip() for line in str(over("9/9/2tptH3/9/9", "monuments")).splitlines()]
    assert r"Black  points 16   supply  [H] 12  [P]  5  [T]  1" in lines
    assert r"White  points  0   supply  /H\ 17  /P\  6  /T\  3" in lines
