"""How Urbania ends: how many turns are left (URBANIA-END-2), and a table where nobody can act."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from contrada import Position
from contrada.games.urbania import rules
from tests.games.urbania.positions import (
    CENTRE,
    DECK,
    DISTRICT,
    PROJECTS,
    SEAT_COUNTS,
    SPACES,
    SUITS,
    TILES,
    arranged,
    choices,
    fields,
    without,
)

# Two cards of each action come from the projects: five seats have ten turns and 31 projects.
DRAW = "draw project, pile"
TURN = f"{DRAW}; {DRAW}"
A_ROUND_OF_SEATS = [
    (seats, starter, trigger)
    for seats in SEAT_COUNTS
    for starter in range(seats)
    for trigger in range(seats)
]
every_seat = pytest.mark.parametrize(("seats", "starter", "trigger"), A_ROUND_OF_SEATS)

# Three buildings of the north-west are undeveloped; one of them is renewed.
NW_LEFT = ["A2", "A1", "B1"]
NW_RENEWED = [s for s in SPACES if DISTRICT[s] == "NW" and s not in NW_LEFT]
RENEWAL = "renew A2 hospital [red 3] +3"
HIRE = "hire Doctor from 4 [red $3, red $3]"


def at_trigger(by: str, seats: int, starter: int, trigger: int, due: str = "2") -> Position:
    """Set up a table where a seat can start the end phase by renewing or hiring."""
    table: dict[str, Any] = {"seats": seats, "starter": starter, "to_move": trigger, "due": due}
    other = (trigger + 1) % seats
    if by == "renewing":
        hand = "h3"
        table |= {"tiles": {"A2": "h23"}, "renewed": " ".join(NW_RENEWED)}
    else:
        hand = "h$3 h$3"
        table |= {"specialists": f"F5{trigger} B7{other} H4{other}"}
    return arranged(**table, hands=["" if seat != trigger else hand for seat in range(seats)])


def turns_left(seen: Position) -> list[int]:
    """Play on, drawing cards; return the seats that have a turn."""
    seats: list[int] = []
    while seen.to_move is not None:
        assert len(seats) < 100
        seats.append(seen.to_move)
        seen = seen.play(TURN)
    return seats


def expected_seats(seats: int, starter: int, trigger: int) -> list[int]:
    """Return who plays after a trigger: the rest of the round, then one more."""
    order = [(starter + step) % seats for step in range(seats)]
    return order[order.index(trigger) + 1 :] + order


# --- How many turns ------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["renewing", "hiring"])
@every_seat
def test_turns_after_a_trigger(by: str, seats: int, starter: int, trigger: int) -> None:
    """URBANIA-END-2: the round is finished so that all have equally many turns, then one more."""
    trigger_action = RENEWAL if by == "renewing" else HIRE
    start = at_trigger(by, seats, starter, trigger)
    reached = start.play(trigger_action)
    assert (reached.to_move, fields(reached)["due"]) == (trigger, "1")  # the turn is played out
    played = turns_left(reached.play(DRAW))
    assert played == expected_seats(seats, starter, trigger)
    # All have had as many turns: those before the trigger in its round have one turn fewer left.
    order = [(starter + step) % seats for step in range(seats)]
    before = Counter(order[: order.index(trigger) + 1])
    assert set((before + Counter(played)).values()) == {2}


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("by", ["renewing", "hiring"])
def test_the_second_action_triggers(by: str) -> None:
    """URBANIA-END-1, URBANIA-END-2: as many turns as after the first action."""
    start = at_trigger(by, seats=3, starter=2, trigger=0, due="1")
    reached = start.play(RENEWAL if by == "renewing" else HIRE)
    assert reached.to_move == 1
    assert turns_left(reached) == expected_seats(3, 2, 0)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_no_end_without_a_trigger(seats: int) -> None:
    """URBANIA-END-1: two rounds of drawing end nothing."""
    seen = arranged(seats=seats, specialists="F91 B91 H40 C40")
    for _ in range(2 * seats + 1):
        assert fields(seen)["end"] == "0/0"
        seen = seen.play(TURN)
    assert not seen.is_over


@pytest.mark.parametrize("seats", SEAT_COUNTS)
@pytest.mark.parametrize("later", [1, 2, 3])
@pytest.mark.parametrize("again", [RENEWAL, "hire Small Business Owner from 4 [pink $3, pink $3]"])
def test_later_triggers_change_nothing(seats: int, later: int, again: str) -> None:
    """URBANIA-END-1: neither the other trigger nor the same one again, in any later turn."""
    second = later % seats
    hands = ["h$3 h$3", *[""] * (seats - 1)]
    hands[second] += " h3 c$3 c$3"
    seen = arranged(
        seats=seats,
        tiles={"A2": "h23"},
        renewed=" ".join(NW_RENEWED),
        specialists=f"F50 B70 H41 C4{(second + 1) % seats}",
        hands=hands,
    )
    seen = seen.play(f"{HIRE}; {DRAW}")
    played = []
    while seen.to_move is not None:
        played.append(seen.to_move)
        seen = seen.play(f"{again}; {DRAW}" if len(played) == later else TURN)
    assert played == expected_seats(seats, 0, 0)
    assert later <= len(played)


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_both_triggers_in_one_turn() -> None:
    """URBANIA-END-1: the first counts, and the second changes nothing."""
    start = arranged(
        tiles={"A2": "h23"},
        renewed=" ".join(NW_RENEWED),
        specialists="F50 B70 H41",
        hands=["h3 h$3 h$3"],
    )
    for turn in (f"{HIRE}; {RENEWAL}", f"{RENEWAL}; {HIRE}"):
        assert turns_left(start.play(turn)) == [1, 0, 1]


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_last_turn_is_played_out() -> None:
    """URBANIA-END-2, URBANIA-SPECIALIST-1: both actions, then specialists score."""
    start = arranged(
        to_move=1,
        end=1,
        tiles={"D3": "b22+", "D2": "b34+"},
        specialists="F50 B51 H50",
        hands=["", "b3"],
        projects=["", "NW"],
        points=[0, 20],
    )
    seen = start.play("submit NW -2")
    assert (seen.is_over, seen.to_move) == (False, 1)
    seen = seen.play("renew D2 bank [gray 3] +4")
    assert not seen.is_over  # a card for the icon is due
    seen = seen.play("no card")
    assert seen.is_over
    assert seen.standing() == [(0, 0), (20 - 2 + 4 + 2 + 4, 4)]
    assert (seen.legal(), fields(seen)["due"]) == ([], "-")


# --- A standstill --------------------------------------------------------------------------------


CORNERS = "A1 B1 C1 D1 G1 G2 G3 G4 G7 F7 E7 D7 A7 A6 A5"


def standstill(seats: int, **table: Any) -> Position:
    """Set up a table where the only thing left to do is submit projects.

    All cards are in hands and on tables. Nobody has four workers of a colour, and every run-
    down building needs four; each seat only has coins for specialists who already work for it.
    """
    dear = [tile for tile in TILES if tile[1] == "4"]
    corners = CORNERS.split()
    others = without(SPACES, corners)
    cheap = without(TILES, dear)
    workers = [code for code in DECK if code[1:] == "3"]
    with_coins = without(DECK, workers)
    owner = {suit: number % seats for number, suit in enumerate(SUITS)}
    hands: list[list[str]] = [[] for _ in range(seats)]
    for number, code in enumerate(workers):  # the two cards of a suit to different seats
        hands[number % seats].append(code)
    tables = [[code for code in with_coins if owner[code[0]] == seat] for seat in range(seats)]
    return arranged(
        seats=seats,
        tiles=dict(zip([*corners, *others], [*dear, *cheap], strict=True)),
        renewed=" ".join(without(others, CENTRE)),
        specialists=" ".join(f"{suit.upper()}4{seat}" for suit, seat in owner.items()),
        hands=list(map(" ".join, hands)),
        tables=list(map(" ".join, tables)),
        pool="- - - - -",
        **table,
    )


def projects_left(seats: int, in_hand: dict[int, str]) -> dict[str, Any]:
    """Deal all projects: some can still be submitted, the others only stay in hands."""
    named = " ".join(in_hand.values()).split()
    rest = without(PROJECTS, named)
    submitted = [
        " ".join(rest.pop() for _ in range(3 - len(in_hand.get(seat, "").split())))
        for seat in range(seats)
    ]
    hands = [in_hand.get(seat, "") for seat in range(seats)]
    idle = next(seat for seat in range(seats) if seat not in in_hand)
    hands[idle] = " ".join(rest)
    return {"projects": hands, "submitted": submitted}


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
@pytest.mark.parametrize("due", ["1", "2"])
def test_the_game_ends_when_all_lose_both_actions(seats: int, due: str) -> None:
    """URBANIA-END-5, URBANIA-TURN-2: the game ends at once and projects score; no end phase.

    Every seat, including the last one to act, has had a turn without an action.
    """
    start = standstill(seats, **projects_left(seats, {0: "NW"}), due=due)
    assert choices(start) == ["submit NW"]
    assert fields(start)["end"] == "0/0"
    end = start.play("submit NW")
    assert end.is_over
    view = end.view()
    assert [player["submitted_size"] for player in view["players"]] == [3] * seats
    for player in view["players"]:
        assert player["from_projects"] == sum(each["worth"] for each in player["submitted"])
    assert view["players"][0]["from_projects"] >= 4 * 7  # NW with seven renewed there


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_turns_without_actions_still_score(seats: int) -> None:
    """URBANIA-END-5, URBANIA-SPECIALIST-1: the acting turn, then one idle turn for each seat."""
    start = standstill(seats, **projects_left(seats, {0: "NW"}), due="1")
    own = [0] * seats
    for each in start.view()["track"]:
        own[each["holder"]] += each["buildings"]
    turns = [2] + [1] * (seats - 1)
    players = start.play("submit NW").view()["players"]
    scored = [player["points"] - player["from_projects"] for player in players]
    assert scored == [turns[seat] * own[seat] for seat in range(seats)]
    assert min(own) > 0


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("seats", "in_hand", "turns"),
    [
        # Whoever acts in between is waited for: the others lose their actions again.
        (2, {0: "NW NE SW"}, [(0, "NW NE"), (0, "SW")]),
        (3, {0: "NW NE SW"}, [(0, "NW NE"), (0, "SW")]),
        (3, {0: "NW", 2: "SW"}, [(0, "NW"), (2, "SW")]),
        (4, {1: "NW NE SW"}, [(1, "NW NE"), (1, "SW")]),
        (5, {0: "NW", 4: "SW"}, [(0, "NW"), (4, "SW")]),
        # Seats 1 and 2 lose four turns, but never four in a row with the others.
        (4, {0: "NW NE B", 3: "SW SE P"}, [(0, "NW NE"), (3, "SW SE"), (0, "B"), (3, "P")]),
    ],
)
def test_only_turns_in_a_row_count(
    seats: int, in_hand: dict[int, str], turns: list[tuple[int, str]]
) -> None:
    """URBANIA-END-5: idle turns are counted from zero after each action."""
    seen = standstill(seats, **projects_left(seats, in_hand), to_move=turns[0][0])
    for seat, projects in turns:
        for project in projects.split():
            assert seen.to_move == seat
            submit = int(rules.SUBMIT) + PROJECTS.index(project)
            assert submit in seen.legal()
            seen = seen.play(submit)
    assert seen.is_over


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_idle_turns_are_written() -> None:
    """URBANIA-END-5: a position says how many turns in a row had no action."""
    start = standstill(4, **projects_left(4, {0: "NW", 3: "SW"}))
    seen = start.play("submit NW")
    assert (seen.to_move, fields(seen)["end"]) == (3, "0/2")
    assert seen.game.position(seen.text) == seen
    assert seen.play("submit SW").is_over
