"""Seats that cannot place a tile skip and show their rack; if nobody can place, the game is over.

A skip is rare: 27 squares have to be filled with the seat's own tiles and with groups that would
split.
"""

from __future__ import annotations

from typing import Any

import pytest

from contrada import Position
from tests.games.urtown.positions import (
    BEND,
    BLOCKED,
    COLUMN_1,
    INNER_BEND,
    SPIRALS,
    WALLED_IN,
    at,
    play_out,
    position,
    random_turn,
)

SHOWN = ["1", "2", "man", "lamp", "car"]
both = pytest.mark.parametrize("capture", ["whole", "singletons"])

# Red can place nothing; blue and yellow can.
RED_SKIPS: dict[str, Any] = {**WALLED_IN, "racks": {"red": BLOCKED, "blue": "9", "yellow": "4D"}}
# The same with two seats; red and blue belong to the same seat.
DUO_SKIPS: dict[str, Any] = {
    "seats": 2,
    "red": COLUMN_1,
    "yellow": BEND,
    "green": INNER_BEND,
    "racks": {"red": BLOCKED, "blue": BLOCKED, "yellow": "9"},
}


def colours(seen: Position, seat: int | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = seen.view(seat)["colours"]
    return found


@pytest.mark.uncompiled
@pytest.mark.bounds
@both
def test_a_skip_draws_nothing_and_places_nothing(capture: str) -> None:
    """URTOWN-SKIP-1, URTOWN-END-2: a skip is not one of the 24."""
    start = at(**RED_SKIPS, capture=capture)
    assert start.turns() == ["skip"]
    reached = start.play("skip")
    assert reached.to_move == 1
    before, after = start.text.split(" "), reached.text.split(" ")
    assert before[0] == after[0]  # the board
    assert before[3:6] == after[3:6]  # racks, piles and captured tiles
    red = colours(reached)[0]
    assert (red["rack_size"], red["pile_size"], red["finished"]) == (5, 14, False)
    assert reached.last_squares() == []


@pytest.mark.uncompiled
@pytest.mark.bounds
@both
def test_a_skip_shows_the_rack(capture: str) -> None:
    """URTOWN-SKIP-2: to everyone; nobody knew it before."""
    start = at(**RED_SKIPS, capture=capture)
    assert [colours(start, seat)[0]["rack"] for seat in (None, 0, 1, 2)] == [
        None,
        SHOWN,
        None,
        None,
    ]
    reached = start.play("skip")
    for seat in (None, 0, 1, 2):
        red = colours(reached, seat)[0]
        assert red["rack"] == red["shown"] == SHOWN
        assert "1" not in red["unseen"]
        assert len(red["unseen"]) == 14


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_shown_tiles_stay_known_until_placed() -> None:
    """URTOWN-SKIP-2: and what is drawn in their place is not known."""
    seen = at(**RED_SKIPS, piles={"red": "5"}).play("skip").play("9 A9")
    assert colours(seen)[0]["shown"] == SHOWN
    seen = seen.play("4 xI4")  # I3 is an end now
    assert colours(seen)[0]["shown"] == SHOWN
    assert seen.turns() == ["car xI3"]
    seen = seen.play("car xI3")
    everyone, owner = colours(seen)[0], colours(seen, 0)[0]
    assert everyone["shown"] == owner["shown"] == SHOWN[:-1]
    assert everyone["rack"] is None
    assert everyone["rack_size"] == 5
    assert "5" in everyone["unseen"]
    assert owner["rack"] == ["1", "2", "5", "man", "lamp"]
    assert seen.text.split(" ")[6] == "12ml/-/-"
    assert position(seen.text) == seen


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_who_has_skipped_plays_on() -> None:
    """URTOWN-END-2: a player who is behind goes on to 24 tiles when the others have finished."""
    seen = at(**RED_SKIPS, placed={"blue": 23, "yellow": 23}).play("skip")
    seen = seen.play("9 A9").play("4 xI4")
    assert [colour["finished"] for colour in colours(seen)] == [False, True, True]
    *line, end = play_out(seen, random_turn, seed=1)
    assert [reached.to_move for reached in line] == [0] * (24 - 9)
    assert all(colour["finished"] for colour in colours(end))


def test_skips_that_follow_each_other() -> None:
    """URTOWN-SKIP-1: while somebody can place, the others skip; the rack is shown again."""
    seen = at(**WALLED_IN, racks={"red": BLOCKED, "blue": "9"}, placed={"yellow": 24})
    for turn in ("skip", "9 A9", "skip"):
        assert turn in seen.turns()
        seen = seen.play(turn)
    assert seen.to_move == 1
    assert colours(seen)[0]["shown"] == SHOWN


@pytest.mark.uncompiled
@pytest.mark.bounds
@both
def test_the_game_ends_when_nobody_can_place(capture: str) -> None:
    """URTOWN-SKIP-1: red is not finished; its unplaced tiles do not count."""
    start = at(
        **WALLED_IN,
        racks={"red": BLOCKED, "yellow": "9"},
        placed={"blue": 24, "yellow": 23},
        to_move=2,
        capture=capture,
    )
    seen = start.play("9 A9")
    assert seen.is_over
    assert [colour["finished"] for colour in colours(seen)] == [False, True, True]
    assert (seen.legal(), seen.turns()) == ([], [])
    outcome = seen.outcome()
    assert outcome is not None
    # First captured the 14 yellow tiles that are nowhere else, Third the 11 blue ones.
    assert (outcome.scores, outcome.places) == ((1, 1, 2), (2, 1, 3))
    assert position(seen.text) == seen
    assert colours(seen)[0]["rack"] == SHOWN


@pytest.mark.uncompiled
@pytest.mark.bounds
@both
def test_two_skips_in_a_row(capture: str) -> None:
    """URTOWN-SKIP-1: the game goes on while somebody can place, and everyone else skips."""
    racks = {"green": BLOCKED, "violet": BLOCKED, "red": "9"}
    seen = at(**SPIRALS, seats=5, racks=racks, to_move=3, capture=capture)
    for seat in (3, 4):
        assert (seen.to_move, seen.turns()) == (seat, ["skip"])
        seen = seen.play("skip")
    assert [colour["shown"] for colour in colours(seen)] == [[], [], [], SHOWN, SHOWN]
    assert seen.to_move == 0
    assert "9 A9" in seen.turns()


@pytest.mark.uncompiled
@pytest.mark.bounds
@both
def test_two_seats_skip_with_both_racks(capture: str) -> None:
    """URTOWN-SKIP-2, URTOWN-DUO-1: both racks are shown."""
    start = at(**DUO_SKIPS, capture=capture)
    assert start.turns() == ["skip"]
    reached = start.play("skip")
    assert reached.to_move == 1
    for seat in (None, 0, 1):
        assert [c["shown"] for c in colours(reached, seat)] == [SHOWN, SHOWN, [], []]


def test_two_seats_do_not_skip_while_either_colour_can_be_placed() -> None:
    """URTOWN-SKIP-1, URTOWN-DUO-1."""
    racks = {"red": BLOCKED, "blue": "12ml5"}
    start = at(**{**DUO_SKIPS, "racks": racks})
    assert {turn.rpartition(" ")[0] for turn in start.turns()} == {"blue 5"}
    refused = start.why_not("skip")
    assert refused is not None
    assert refused.rule == "URTOWN-PLACE-1"


def test_two_seats_skip_with_the_colour_that_is_left() -> None:
    """URTOWN-DUO-2: the four tiles set aside are on no rack, so they are not shown."""
    racks = {"red": BLOCKED, "blue": "5678", "yellow": "9"}
    start = at(**{**DUO_SKIPS, "racks": racks}, placed={"blue": 24})
    assert start.turns() == ["skip"]
    reached = start.play("skip")
    assert [c["shown"] for c in colours(reached)] == [SHOWN, [], [], []]
    assert position(reached.text) == reached


def test_two_seats_end_when_nobody_can_place() -> None:
    """URTOWN-SKIP-1, URTOWN-DUO-4."""
    start = at(
        **{**DUO_SKIPS, "racks": {"red": BLOCKED, "blue": BLOCKED, "yellow": "9"}},
        placed={"yellow": 23, "green": 24},
        to_move=1,
    )
    seen = start.play("yellow 9 A9")
    assert seen.is_over
    assert [colour["finished"] for colour in colours(seen)] == [False, False, True, True]
    assert seen.scores() == (1, 3)
