"""What a player of Urbino looks at: known values in small positions, and what is always true."""

from __future__ import annotations

import random

import pytest

from contrada import Position
from contrada.games.urbino import rules
from tests.contract.evaluation import choices, features
from tests.games.urbino.positions import position, urbino

BLACK, WHITE = 0, 1


def choice(where: Position, text: str) -> dict[str, float]:
    """Return the features of one decision by name."""
    return choices(where)[text]


def column(where: Position, name: str) -> list[float]:
    return [row[name] for row in choices(where).values()]


def some_positions(variant: bool, seeds: range, every: int) -> list[Position]:
    """Return positions of random games, at every stage of them."""
    found = []
    for seed in seeds:
        chance, reached = random.Random(seed), urbino(monuments=variant).start()
        for ply in range(1000):
            if reached.is_over:
                break
            if ply < 4 or ply % every == seed % every:
                found.append(reached)
            reached = reached.play(chance.choice(reached.legal()))
    return found


# --- Features of a position ----------------------------------------------------------------------

# The first district: Black's palace and house against White's palace. Below, all alone, White's
# tower and house.
SMALL = "9/9/9/3phP3/9/9/9/7TH/9 a1,e4 {} turn 0 base"

FEATURES = [
    pytest.param(SMALL, BLACK, "points", 0.3, id="Black scores palace and house"),
    pytest.param(SMALL, WHITE, "points", 0.0, id="White's palace is beaten"),
    pytest.param(SMALL, WHITE, "points of lone blocks", 0.4, id="tower and house score nothing"),
    pytest.param(SMALL, WHITE, "points of the largest lone block", 0.4, id="in one block"),
    pytest.param(SMALL, BLACK, "points of lone blocks", 0.0, id="Black shares its district"),
    pytest.param(SMALL, BLACK, "ahead", 0.3, id="three points ahead"),
    pytest.param(SMALL, WHITE, "ahead", -0.3, id="three points behind"),
    # Black may gain a tower's points and half of three more, White and half of two.
    pytest.param(SMALL, BLACK, "expected points", 0.3 * 5.5 / 8.5, id="Black leads by one"),
    pytest.param(SMALL, WHITE, "expected points", 0.2 * 3.0 / 8.5, id="White may catch up"),
    pytest.param(SMALL, BLACK, "secured points", 0.0, id="a tower would turn it round"),
    pytest.param(SMALL, WHITE, "points given up", 0.0, id="nor has White given it up"),
    # White's tower makes it 5 to 3, so that White has five points more and Black three less.
    pytest.param(SMALL, WHITE, "best swing on turn", 0.8, id="White may build on f5"),
    pytest.param(SMALL, WHITE, "best swing waiting", 0.0, id="White is on turn"),
    pytest.param(SMALL, BLACK, "towers left", 1.0, id="Black has all towers"),
    pytest.param(SMALL, WHITE, "towers left", 2 / 3, id="White has erected one"),
    pytest.param(SMALL, BLACK, "palaces left", 5 / 6, id="and each of them a palace"),
    pytest.param(SMALL, WHITE, "on turn", 1.0, id="White moves"),
    pytest.param(SMALL, BLACK, "on turn", 0.0, id="Black waits"),
]


@pytest.mark.uncompiled
@pytest.mark.parametrize(("text", "seat", "name", "expected"), FEATURES)
def test_features(text: str, seat: int, name: str, expected: float) -> None:
    rows, _ = features(position(text.format("w")))
    assert rows[seat][name] == pytest.approx(expected)


@pytest.mark.uncompiled
def test_a_swing_is_on_turn_or_waiting() -> None:
    [_, on_turn], _ = features(position(SMALL.format("w")))
    [_, waiting], _ = features(position(SMALL.format("b")))
    assert waiting["best swing waiting"] == on_turn["best swing on turn"] > 0
    assert waiting["best swing on turn"] == on_turn["best swing waiting"] == 0


@pytest.mark.uncompiled
def test_what_no_architect_sees_is_out_of_reach() -> None:
    walled_in = "9/9/9/3phP3/9/9/9/hh7/1h7 a1,i9 w turn 0 base"
    [_, white], _ = features(position(walled_in))
    assert white["best swing on turn"] == pytest.approx(0.0)
    assert white["best swing out of reach"] == pytest.approx(0.8)


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("rows", "seat", "name", "expected"),
    [
        # Black's corner house has no free neighbour, and White's three houses have many.
        pytest.param("hH7/HH7/9", WHITE, "secured points", 0.3, id="Black cannot build here"),
        pytest.param("hH7/HH7/9", BLACK, "points given up", 0.1, id="and has lost its house"),
        pytest.param("hH7/HH7/9", BLACK, "expected points", 0.0, id="and expects nothing"),
        pytest.param("tH7/HH7/9", WHITE, "points", 0.0, id="the tower decides 3 to 3"),
        pytest.param("tH7/HH7/9", BLACK, "points", 0.3, id="for Black"),
    ],
)
def test_who_may_build_on_in_a_district(rows: str, seat: int, name: str, expected: float) -> None:
    found, _ = features(position(f"{rows}/9/9/9/9/9/9 a1,e1 w turn 0 base"))
    assert found[seat][name] == pytest.approx(expected)


@pytest.mark.uncompiled
def test_a_monument_counts() -> None:
    """URBINO-MONUMENT-1: the third house turns three points into six."""
    board = "9/9/9/3hhH3/9/9/9/9/9 a1,c1 b turn 0"
    [plain, _], _ = features(position(f"{board} base"))
    [dear, _], _ = features(position(f"{board} monuments"))
    assert plain["points"] == dear["points"] == pytest.approx(0.2)
    assert plain["best swing on turn"] == pytest.approx(0.3)  # a tower
    assert dear["best swing on turn"] == pytest.approx(0.4)  # a house on c6, 6 instead of 2


# --- Features of a decision ----------------------------------------------------------------------

BUILDING = "9/9/9/3phP3/9/9/9/7TH/9 e4,f4 w build 0 base"

CHOICES = [
    pytest.param("3f5", "tower", 1.0, id="a tower"),
    pytest.param("3f5", "palace", 0.0, id="is no palace"),
    pytest.param("3f5", "swing", 0.8, id="it wins five and takes three"),
    pytest.param("3f5", "reply", 1.1, id="Black's tower takes five and wins six"),
    pytest.param("3f5", "denied swing", 0.0, id="where Black may not build"),
    pytest.param("1f5", "swing", 0.3, id="with a house both have the same, and Black loses three"),
    pytest.param("1f5", "leads further", 0.0, id="White is behind"),
    pytest.param("1f5", "joins the opponent", 0.0, id="and has joined Black before"),
    pytest.param("1f3", "founds a district", 1.0, id="nothing is beside f3"),
    pytest.param("1f3", "swing", 0.0, id="nor gained there"),
    pytest.param("1f3", "reply", 0.3, id="so that Black leads further, or joins with a tower"),
    pytest.param("1f3", "centre", 0.625, id="three steps from the middle"),
]


@pytest.mark.uncompiled
@pytest.mark.parametrize(("text", "name", "expected"), CHOICES)
def test_choices_of_a_building(text: str, name: str, expected: float) -> None:
    assert choice(position(BUILDING), text)[name] == pytest.approx(expected)


@pytest.mark.uncompiled
def test_a_tower_next_to_a_new_tower_is_no_answer() -> None:
    """URBINO-TWIN-1: a tower may beat a new house; nothing beats a new tower."""
    empty = position("9/9/9/9/9/9/9/9/9 a1,e1 b first 0 base")
    assert choice(empty, "1c1")["reply"] == pytest.approx(0.3)
    assert choice(empty, "3c1")["reply"] == 0.0


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("rows", "text", "name", "expected"),
    [
        pytest.param("hh7", "1c9", "grows a lone block", 1.0, id="three in a row, alone"),
        pytest.param("hh7", "1c9", "joins the opponent", 0.0, id="without an opponent"),
        pytest.param("HH7", "1c9", "joins the opponent", 1.0, id="against two houses"),
        pytest.param("HH7", "1c9", "swing", -0.2, id="gives White two points"),
        pytest.param("Hh7", "1c9", "leads further", 0.0, id="even so far"),
        pytest.param("Hp7", "1c9", "leads further", 1.0, id="ahead already"),
        # White's house in the corner may still get company on a8.
        pytest.param("Hp7", "1c9", "settles a district", 0.0, id="a tower makes it 4 to 3"),
    ],
)
def test_company(rows: str, text: str, name: str, expected: float) -> None:
    seen = choice(position(f"{rows}/9/9/9/9/9/9/9/9 c5,g9 b build 0 base"), text)
    assert seen[name] == pytest.approx(expected)


@pytest.mark.uncompiled
def test_settling_a_district() -> None:
    """White's corner house is shut in, so three points against one are final."""
    seen = choice(position("Hh7/1h7/9/9/9/9/9/9/9 a1,e4 b build 0 base"), "1a8")
    assert seen["settles a district"] == pytest.approx(0.3)


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        pytest.param("stay", "stay", 1.0, id="staying"),
        pytest.param("stay", "swing of the best lot", 0.0, id="nothing is gained where they are"),
        pytest.param("stay", "threat", 0.3, id="Black's tower makes six of three"),
        pytest.param("a1-f4", "stay", 0.0, id="not staying"),
        pytest.param("a1-f4", "swing of the best lot", 0.8, id="White's tower on f5"),
        pytest.param("a1-f4", "threat", 0.3, id="Black's tower still"),
    ],
)
def test_choices_of_a_placement(text: str, name: str, expected: float) -> None:
    assert choice(position(SMALL.format("w")), text)[name] == pytest.approx(expected)


@pytest.mark.uncompiled
def test_choices_of_setting_up() -> None:
    assert choice(urbino().start(), "e5")["centre"] == 1.0
    assert choice(urbino().start(), "i9")["centre"] == 0.0
    named = position("9/9/9/9/9/9/9/9/9 a1,e1 b name 0 base")
    assert [choice(named, who)["name White"] for who in ("black", "white")] == [0.0, 1.0]


@pytest.mark.uncompiled
def test_choices_of_skipping() -> None:
    walled_in = position("7h1/7hh/9/9/9/9/9/hh7/1h7 a1,i9 w turn 0 base")
    assert not any(choice(walled_in, "pass").values())


# --- What always holds ---------------------------------------------------------------------------


def lead(where: Position, seat: int) -> float:
    own, other = where.scores()[seat], where.scores()[1 - seat]
    return (own - other) / 10


@pytest.mark.uncompiled
@pytest.mark.parametrize("monuments", [False, True])
def test_points_and_stage(monuments: bool) -> None:
    for where in some_positions(monuments, range(3), every=9):
        rows, stage = features(where)
        assert [row["points"] for row in rows] == pytest.approx([p / 10 for p in where.scores()])
        assert (stage == 0.0) == (not where.view()["buildings"])


@pytest.mark.parametrize("monuments", [False, True])
def test_the_swing_is_what_a_building_changes(monuments: bool) -> None:
    for where in some_positions(monuments, range(10, 13), every=9):
        if where.state.due not in (rules.FIRST, rules.BUILD):
            continue
        seat, swings = where.to_move, column(where, "swing")
        assert seat is not None
        changes = [lead(where.play(d), seat) - lead(where, seat) for d in where.legal()]
        assert swings == pytest.approx(changes)
        best = features(where)[0][seat]["best swing on turn"]
        assert best == pytest.approx(max(0.0, *changes))


@pytest.mark.parametrize("monuments", [False, True])
def test_the_best_lot_is_that_of_the_buildings_to_come(monuments: bool) -> None:
    for where in some_positions(monuments, range(20, 23), every=23):
        if where.state.due != rules.TURN:
            continue
        for decision, best in zip(
            where.legal(), column(where, "swing of the best lot"), strict=True
        ):
            if decision != rules.SKIP:
                assert best == pytest.approx(max(column(where.play(decision), "swing")))


def mirrored(where: Position) -> Position:
    """Return the same position with the colours swapped."""
    board, architects, seat, *rest = where.text.split()
    return position(" ".join([board.swapcase(), architects, "bw"[seat == "b"], *rest]))


@pytest.mark.parametrize("monuments", [False, True])
def test_both_colours_are_alike(monuments: bool) -> None:
    for where in some_positions(monuments, range(30, 33), every=13):
        if where.state.due not in (rules.TURN, rules.BUILD):
            continue
        other = mirrored(where)
        (black, white), stage = features(where)
        assert features(other) == ([white, black], stage)
        assert list(choices(other).values()) == list(choices(where).values())
