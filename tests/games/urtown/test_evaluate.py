"""What a player of Urtown looks at: positions and turns whose features are obvious, as tables."""

from __future__ import annotations

import random
from typing import Any

import pytest

from contrada import Position
from tests.contract.evaluation import choices, features
from tests.games.urtown.positions import COLOURS, SEAT_COUNTS, SETTINGS, WALLED_IN, at, urtown

pytestmark = pytest.mark.uncompiled


GAP: dict[str, Any] = {"red": "A1 A3"}  # A2 would join them; 2, A and man fit it
NO_TILE_FITS: dict[str, Any] = {"red": "A1=A A3=m H2=2"}  # A2 again

# What First's features are: a table, a feature, its value.
OF_POSITIONS = [
    ({"red": "A1 A2 C5"}, "score", 2 / 5),
    ({"red": "A1 A2 C5"}, "singletons", 1 / 5),
    ({"red": "A1", "captured": {0: "bby"}}, "captures", 3 / 10),
    ({"red": "A1", "captured": {0: "bby"}}, "score", 1 / 5),
    # URTOWN-BLOCKERS-1: two of one colour
    ({"red": "A1", "captured": {0: "bby"}, "scoring": "blockers"}, "score", 3 / 5),
    # URTOWN-DUO-4: both colours count
    ({"red": "A1 A3", "blue": "E5", "seats": 2}, "score", 3 / 5),
    ({**GAP, "racks": {"red": "2"}}, "joins in hand", 1 / 3),
    ({**GAP, "racks": {"red": "2"}}, "joining squares", 1 / 10),
    ({**GAP, "racks": {"red": "2"}}, "best placement", 1),
    ({**GAP, "racks": {"red": "56789"}}, "joins in hand", 0),
    ({**GAP, "racks": {"red": "56789"}}, "joins in the pile", 1 / 3),
    ({**GAP, "racks": {"red": "56789"}}, "homeless in hand", 1),
    ({**GAP, "racks": {"red": "56789"}}, "best placement", -1),
    # the tile there may be captured, unless that would split its group
    ({**GAP, "blue": "A2", "racks": {"red": "2"}}, "joins in hand", 1 / 3),
    ({"red": "D4 F4", "blue": "E3 E4 E5", "racks": {"red": "4"}}, "joins in hand", 0),
    ({"red": "A1 A4"}, "joins in two steps", 1 / 3),
    ({"red": "A1 A4"}, "joining squares", 0),
    ({"red": "A1 A5"}, "joins in two steps", 0),
    ({"red": "A2 B1 B3 C2", "racks": {"red": "$"}}, "best placement", 2),
    (NO_TILE_FITS, "joins in the pile", 0),
    (NO_TILE_FITS, "join by money", 1),
    (NO_TILE_FITS, "money to place", 1),
    ({"red": "A1=A A3=m H2=2 I9=$"}, "join by money", 0),
    ({"red": "A1=A A3=m H2=2 I9=$"}, "money to place", 0),
    # of 27 tiles 2, A, B, man and money have a home beside A1; four stay unused
    ({"red": "A1=1"}, "homeless to place", 18 / 10),
    # and 3 and C have one a step farther off
    ({"red": "A1=1"}, "distant to place", 16 / 10),
    ({"red": "E5", "blue": "E6"}, "empty beside", 3 / 20),
    ({"red": "E5", "blue": "E6"}, "capturable beside", 1 / 10),
    ({"to_move": 0}, "to move", 1),
    ({"to_move": 1}, "to move", 0),
    # the others have a tile more to place
    ({"red": "A1", "to_move": 1}, "last word", 0),
    ({"blue": "A1", "to_move": 2}, "last word", 1),
    # URTOWN-END-1: nothing is left to hope for
    ({**GAP, "placed": {"red": 24}, "to_move": 1}, "score", 2 / 5),
    ({**GAP, "placed": {"red": 24}, "to_move": 1}, "joins in the pile", 0),
    ({**GAP, "placed": {"red": 24}, "to_move": 1}, "best placement", 0),
]


@pytest.mark.parametrize(("table", "feature", "value"), OF_POSITIONS)
def test_features_of_a_position(table: dict[str, Any], feature: str, value: float) -> None:
    rows, _ = features(at(**table))
    assert rows[0][feature] == pytest.approx(value)


BLOCKING = {"blue": "D4 D6", "yellow": "I1 I5 I9", "racks": {"red": "5"}}
CAPTURING = {"red": "A1 A3", "blue": "A2", "racks": {"red": "2"}}
CORNER: dict[str, Any] = {"red": "A1=1", "racks": {"red": "23"}}

# A table, a turn of the seat to move, a feature, its value.
OF_TURNS = [
    ({**GAP, "racks": {"red": "25"}}, "2 A2", "joins", 1),
    ({**GAP, "racks": {"red": "25"}}, "2 A2", "new group", 0),
    ({**GAP, "racks": {"red": "29"}}, "9 I9", "new group", 1),
    ({**GAP, "racks": {"red": "29"}}, "9 I9", "new group far off", 1),
    ({**GAP, "racks": {"red": "29"}}, "9 I9", "new group late", 2 / 24),
    # A4 would join it to A3
    ({**GAP, "racks": {"red": "25"}}, "5 A5", "opens joins", 1 / 2),
    ({**GAP, "racks": {"red": "25"}}, "5 A5", "new group far off", 0),
    ({"red": "A2 B1 B3 C2", "racks": {"red": "$"}}, "$ B2", "joins", 3),
    ({**GAP, "racks": {"red": "25678"}}, "2 A2", "only tile for a join", 1),
    ({**GAP, "racks": {"red": "2567m"}}, "2 A2", "only tile for a join", 0),
    ({**GAP, "racks": {"red": "2$"}}, "$ A2", "money", 1),
    ({**GAP, "racks": {"red": "2$"}}, "2 A2", "money", 0),
    ({"red": "A1 A2 B1", "racks": {"red": "B"}}, "B B2", "further own beside", 1 / 2),
    ({"red": "A1 A2 B1", "racks": {"red": "B"}}, "B B2", "joins", 0),
    (CAPTURING, "2 xA2", "captures", 1),
    (CAPTURING, "2 xA2", "joins", 1),
    (CAPTURING, "2 xA2", "captures a singleton", 1),
    (CAPTURING, "2 xA2", "captures from the leader", 0),  # yellow has no group
    (CAPTURING, "2 xA2", "capture costs a point", 0),
    ({**CAPTURING, "yellow": "I1 I9"}, "2 xA2", "captures from the leader", 1),
    ({**CAPTURING, "scoring": "blockers"}, "2 xA2", "capture costs a point", 1),
    # URTOWN-BLOCKERS-1: only the colour captured most counts
    (
        {**CAPTURING, "scoring": "blockers", "captured": {0: "yy"}},
        "2 xA2",
        "capture costs a point",
        0,
    ),
    ({"blue": "E5 E6", "racks": {"red": "5"}}, "5 xE5", "captures a singleton", 0),
    (BLOCKING, "5 D5", "blocks a join", 1),
    (BLOCKING, "5 D5", "blocks the leader", 1),
    (BLOCKING, "5 D5", "others beside", 1 / 2),
    ({**BLOCKING, "yellow": "I1"}, "5 D5", "blocks the leader", 0),
    (BLOCKING, "5 A5", "blocks a join", 0),
    # beside A2 the tile 3 finds its first home, on A3
    (CORNER, "2 A2", "houses tiles in hand", 1 / 2),
    (CORNER, "2 A2", "houses tiles in the pile", 0),
    (CORNER, "2 A2", "open squares won", 2 / 3),
    ({"red": "A1=1", "racks": {"red": "2DEFG"}}, "2 A2", "houses tiles in the pile", 1 / 4),
    # 5 fits D5 and F5
    ({"red": "E5", "racks": {"red": "5"}}, "5 D5", "few homes", 1 / 2),
    ({"red": "E5", "racks": {"red": "5"}}, "5 D5", "covers capturable", 1 / 2),
    ({"racks": {"red": "5"}}, "5 E5", "centre in the opening", 1),
    ({"racks": {"red": "5"}}, "5 A5", "centre in the opening", 0),
    (
        {"red": "A1 A2", "seats": 2, "racks": {"blue": "5"}},
        "blue 5 E5",
        "colour with more to place",
        2 / 24,
    ),
]


@pytest.mark.parametrize(("table", "turn", "feature", "value"), OF_TURNS)
def test_features_of_a_turn(table: dict[str, Any], turn: str, feature: str, value: float) -> None:
    assert choices(at(**table))[turn][feature] == pytest.approx(value)


def test_stage() -> None:
    """The share of all placements that have been made."""
    assert features(at(red="A1", to_move=1))[1] == pytest.approx(1 / 72)
    assert features(at(red="A1", seats=2, to_move=1))[1] == pytest.approx(1 / 96)


def test_a_skip_has_no_features() -> None:
    rows = choices(at(**WALLED_IN, racks={"red": "12mlc"}))
    assert list(rows) == ["skip"]
    assert not any(rows["skip"].values())


def test_seats_are_alike() -> None:
    """If seats swap what they have, their features swap too."""
    squares = ("A1 A3 E5", "A2 D5 D6", "I1 H1 C2")
    tables = [
        at(**{COLOURS[(c + by) % 3]: squares[c] for c in range(3)}, to_move=by) for by in range(3)
    ]
    (rows, _), *turned = [features(table) for table in tables]
    for by, (others, _) in enumerate(turned, start=1):
        assert [others[(seat + by) % 3] for seat in range(3)] == rows
    first, *rest = [choices(table) for table in tables]
    assert all(each == first for each in rest)


@pytest.mark.parametrize("seats", SEAT_COUNTS)
@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(options.values()))
def test_random_games(seats: int, options: dict[str, str]) -> None:
    """The stage rises, and a turn changes the number of groups as its features say."""
    choose = random.Random(seats)
    seen, stages, number = urtown(**options).start(seats, 1), [], 0
    while not seen.is_over:
        decision = choose.choice(seen.legal())
        if number % 11 == 0:
            rows, stage = features(seen)
            stages.append(stage)
            check_turn(seen, decision)
            assert sum(row["to move"] for row in rows) == 1
        seen, number = seen.play(decision), number + 1
    assert stages == sorted(stages)
    assert stages[0] == 0
    assert stages[-1] < 1


def check_turn(seen: Position, decision: int) -> None:
    seat = seen.to_move
    assert seat is not None
    turn = choices(seen)[seen.decision_text(decision)]
    grows = turn["new group"] - turn["joins"] + turn["capture costs a point"]
    assert seen.play(decision).scores()[seat] - seen.scores()[seat] == grows
