"""What the evaluation of Urbe sees: features of hand-made positions, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from contrada import Position
from contrada.games.urbe.evaluate import FEATURES
from contrada.games.urbe.evaluate.plans import LIKELY
from tests.contract.evaluation import choices, features
from tests.games.urbe.positions import NAME, arranged, urbe

POINTS, GAIN = 20, 10  # that a feature, and a column of a choice, of 1 stands for


def feature(seen: Position, name: str, seat: int = 0) -> float:
    rows, _ = features(seen)
    return rows[seat][name]


def stage(seen: Position) -> float:
    return features(seen)[1]


def choice(seen: Position, decision: str, name: str) -> float:
    """Return a feature of the decision whose text begins like this."""
    (row,) = (row for text, row in choices(seen).items() if text.startswith(decision))
    return row[name]


# --- Features ------------------------------------------------------------------------------------

TWO_PURPLE = "A1=P01 B1=P02"


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("tiles", 1 + 1),
        ("character", 2 + 2),  # side A of the Crown
        ("fountains", 0),
        ("decrees two tiles short", 6),  # S01, a street of four purple tiles
        ("decrees further off", 9 + 9),  # five blue ones, five yellow ones
        ("decrees met", 0),
    ],
)
def test_points_by_kind(name: str, points: int) -> None:
    seen = arranged(cities=[TWO_PURPLE], decrees=["S01 A02 A03"])
    assert feature(seen, name) == pytest.approx(points / POINTS)


DISTANCES = [name for name in FEATURES if name.startswith("decrees ")]


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("city", "waiting", "name"),
    [
        ("A1=P01 B1=P02 C1=P03 D1=P04", "", "decrees met"),
        ("A1=P01 B1=P02 C1=P03", "P04", "decrees in hand"),
        ("A1=P01 B1=P02 C1=P03", "X03", "decrees in hand"),  # a town hall is any colour
        ("A1=P01 B1=P02 C1=P03", "B01", "decrees one tile short"),
        ("A1=P01 B1=P02", "", "decrees two tiles short"),
        # The street is blocked, and only lines that cross it are left.
        ("A1=P01 B1=P02 C1=P03 D1=B01", "", "decrees three tiles short"),
        ("A1=B01", "", "decrees further off"),
    ],
)
def test_how_far_a_decree_is(city: str, waiting: str, name: str) -> None:
    seen = arranged(
        due="place" if waiting else "mark",
        cities=[city],
        waiting=[waiting],
        decrees=["S01 A02 A03"],
    )
    found = {each: feature(seen, each) for each in DISTANCES}
    others = (9 + 9) / POINTS if name != "decrees further off" else (6 + 9 + 9) / POINTS
    assert found.pop("decrees further off") == pytest.approx(others)
    expected = {each: 6 / POINTS if each == name else 0.0 for each in found}
    assert found == pytest.approx(expected)


@pytest.mark.uncompiled
def test_a_decree_that_no_card_is_left_for_counts_nothing() -> None:
    seen = arranged(
        due="place", round_number=8, cities=[TWO_PURPLE], waiting=["B01"], decrees=["S01 A02 A03"]
    )
    assert [feature(seen, name) for name in (*DISTANCES, "plan for decrees")] == [0.0] * 7


# S01 wants C2 purple, A08 wants it blue; A12 has no cell for its centre any more.
RIVALS = "B1=G01 C1=P01 D1=G03 A2=P02 B2=P03 D2=P04 C3=P05 D3=G02"


@pytest.mark.uncompiled
def test_the_plan_counts_a_cell_for_one_colour_only() -> None:
    seen = arranged(cities=[RIVALS], decrees=["S01 A08 A12"])
    cards = round(8 * feature(seen, "cards left"))
    assert feature(seen, "decrees one tile short") == pytest.approx((6 + 9) / POINTS)
    # A08 is worth more, so it leads; a street elsewhere then lacks three tiles besides.
    expected = 9 * LIKELY[cards, 1] + 6 * LIKELY[cards, 1 + 3]
    assert feature(seen, "plan for decrees") == pytest.approx(expected / POINTS)


def test_likely_falls_with_what_is_short_and_rises_with_cards() -> None:
    assert (LIKELY[:, 0] == 1).all()
    assert (np.diff(LIKELY, axis=1) <= 0).all()
    assert (np.diff(LIKELY, axis=0) >= 0).all()


@pytest.mark.uncompiled
def test_squares_promise_fountains() -> None:
    seen = arranged(cities=["A1=P01 B1=P02 A2=P03"])
    cards = round(8 * feature(seen, "cards left"))
    share = min(1.0, 1.7 * cards / 13)  # of 13 empty cells
    assert feature(seen, "squares one tile short") == pytest.approx(3 * share / POINTS)
    # B1 C1 B2 C2 has one tile, as has A3; of two tiles there is none.
    assert feature(seen, "squares two tiles short") == pytest.approx(0.0)


@pytest.mark.uncompiled
def test_tiles_that_wait_and_those_in_sight() -> None:
    waits = arranged(due="place", waiting=["P04 B12"])
    assert feature(waits, "tiles waiting") == pytest.approx((2 + 2 + 5) / POINTS)
    assert feature(waits, "take in sight") == 0.0
    sees = arranged(due="pay:1:0", market="X01@0 P01@1 P02@2")
    assert feature(sees, "take in sight") == pytest.approx(10 / POINTS)


@pytest.mark.uncompiled
def test_stage_is_the_share_of_cards_played() -> None:
    assert stage(urbe().start(3)) == 0.0
    assert stage(arranged(due="place", round_number=8, waiting=["P01"])) == 1.0
    half = arranged(seats=2, round_number=3)
    assert stage(half) == pytest.approx(0.5)


@pytest.mark.uncompiled
def test_seats_are_alike() -> None:
    city, decrees, other = "A1=P01 B1=P02 A2=G14", "S01 A02 A03", "S05 A07 A17"
    one = arranged(seats=2, cities=[city, ""], decrees=[decrees, other], guilds="crown boat")
    two = arranged(seats=2, cities=["", city], decrees=[other, decrees], guilds="boat crown")
    rows, swapped = features(one)[0], features(two)[0][::-1]
    for row, mirrored in zip(rows, swapped, strict=True):
        free = row.keys() - {"to move", "take in sight"}
        assert {name: row[name] for name in free} == pytest.approx(
            {name: mirrored[name] for name in free}
        )


# --- Choices -------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("cell", "name", "value"),
    [
        ("D1", "place: decrees met", 6 / GAIN),
        ("D1", "place: fountains", 0.0),
        ("B2", "place: decrees met", 0.0),
        ("B2", "place: fountains", 3 / GAIN),
        ("B2", "place: tiles beside it", 2 / 4),
        ("C2", "place: fountains", 0.0),
    ],
)
def test_what_a_place_brings(cell: str, name: str, value: float) -> None:
    seen = arranged(
        due="place",
        cities=["A1=P01 B1=P02 C1=P03 A2=B01"],
        waiting=["P04"],
        decrees=["S01 A02 A03"],
    )
    assert choice(seen, f"place {NAME['P04']} on {cell}", name) == pytest.approx(value)


@pytest.mark.uncompiled
def test_a_cell_that_a_decree_wants_is_better_than_one_that_it_does_not() -> None:
    seen = arranged(
        due="place",
        cities=["A1=P01 B1=P02"],
        waiting=["P04"],
        decrees=["S01 A02 A03"],
    )
    place = f"place {NAME['P04']} on "
    wanted = choice(seen, place + "C1", "place: plan for decrees")
    assert wanted > choice(seen, place + "B2", "place: plan for decrees")


@pytest.mark.uncompiled
@pytest.mark.parametrize(("cell", "value"), [("A1", 1 / 3), ("B2", -1 / 3), ("B1", 0.0)])
def test_a_castle_gains_in_a_corner(cell: str, value: float) -> None:
    seen = arranged(due="place", waiting=["X01"])
    found = choice(seen, f"place {NAME['X01']} on {cell}", "place: gained by where it lies")
    assert found == pytest.approx(value)


@pytest.mark.uncompiled
def test_what_a_mark_brings() -> None:
    seen = arranged(market="X01 P12 P01", sides="BAAA", decrees=["S01 A02 A03"])
    points = [choice(seen, f"mark {place} ", "mark: points of the tile") for place in (1, 2, 3)]
    assert points == pytest.approx([10 / GAIN, (7 + 3) / GAIN, 1 / GAIN])
    assert choice(seen, "mark 1 ", "mark: grey") == 1.0
    assert choice(seen, "mark 2 ", "mark: grey") == 0.0
    assert choice(seen, "mark 1 ", "mark: cards that pay") == 1.0
    assert choice(seen, "mark 1 ", "mark: second tile in sight") == 0.0
    assert choice(seen, "mark 3 ", "mark: second tile in sight") > 0.0
    assert choice(seen, "mark 3 ", "mark: decrees it brings nearer") > 0.0  # S01 is purple
