"""The worked examples of docs/rules/urbino.md, with the same numbers."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.games.urbino.positions import over, position

BLACK, WHITE, NOBODY = 0, 1, None


class Example(NamedTuple):
    variant: str
    rows: str  # 7 to 3 of a finished game
    points: list[int]  # of the district of both colours
    scorer: int | None
    scores: tuple[int, int]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    "example",
    [
        pytest.param(
            Example("base", "9/4H4/hhptHPHPH/9/9", [7, 8], WHITE, (0, 8)),
            id="1 URBINO-SCORE-3 four houses and two palaces against seven points",
        ),
        pytest.param(
            Example("base", "9/9/2hthPHP1/9/9", [5, 5], BLACK, (5, 0)),
            id="2 URBINO-SCORE-4 the tower decides",
        ),
        pytest.param(
            Example("base", "9/9/2phHP3/9/9", [3, 3], NOBODY, (0, 0)),
            id="3 URBINO-SCORE-4 nobody scores equal buildings",
        ),
        pytest.param(
            Example("monuments", "9/9/PHPTHHHh1/5tpt1/9", [17, 16], BLACK, (17, 0)),
            id="5 URBINO-MONUMENT-2 cathedral and house against ducal palace and the rest",
        ),
        pytest.param(
            Example("monuments", "9/9/PHPTHHH2/5tpt1/9", [16, 16], BLACK, (16, 0)),
            id="5 URBINO-MONUMENT-4 without the house the dearer monument decides",
        ),
    ],
)
def test_scores(example: Example) -> None:
    end = over(example.rows, example.variant)
    [district] = [d for d in end.view()["districts"] if 0 not in d["points"]]
    assert (district["points"], district["scorer"]) == (example.points, example.scorer)
    assert end.scores() == example.scores
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.winners == ((BLACK, WHITE) if example.scorer is None else (example.scorer,))


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        pytest.param("9/9/3HTH3/9/9", [0, 5], id="4 URBINO-SCORE-2 two houses and a tower alone"),
        pytest.param("9/9/3h5/9/9", [1, 0], id="4 URBINO-SCORE-2 a lone house"),
    ],
)
def test_buildings_of_one_colour_score_nothing(rows: str, points: list[int]) -> None:
    end = over(rows, "base")
    [district] = [d for d in end.view()["districts"] if "d5" in d["squares"]]
    assert (district["points"], district["scorer"]) == (points, NOBODY)
    assert end.scores() == (0, 0)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("architects", "lots"),
    [
        pytest.param("f2,d6", "d2 h2 g3 d4 f4 c5 b6 f6 f8", id="6 URBINO-LOT-3"),
        pytest.param("a1,e1", "b1 c1 d1 c3 a5 e5", id="6 URBINO-LOT-4"),
    ],
)
def test_lots_of_the_empty_board(architects: str, lots: str) -> None:
    start = position(f"9/9/9/9/9/9/9/9/9 {architects} b name 0 base")
    assert " ".join(start.view()["lots"]) == lots
    builds = sorted(kind + lot for lot in lots.split() for kind in "123")
    assert sorted(start.turns()) == [*builds, "pass"]
