"""Clocks: time used, time added, and pauses, which cost nothing."""

from __future__ import annotations

import pytest

from contrada.server.tables.clock import HOUR, MINUTE, Clock, allowance, elapsed
from contrada.server.tables.views import shown_clock
from contrada.server.times import Pause
from contrada.server.wire import snapshots
from contrada.server.wire.clocks import GameClock, TurnClock
from tests.server.sessions import BEGUN, Session, message

GAME = GameClock(minutes=10, increment=5)
TURN = TurnClock(hours=24)


@pytest.mark.parametrize(
    ("since", "until", "pauses", "expected"),
    [
        (0, 100, [], 100),
        (100, 100, [], 0),
        (100, 90, [], 0),  # a machine's clock may go backwards
        (0, 100, [(20, 50)], 70),
        (0, 100, [(20, 50), (60, 70)], 60),
        (30, 100, [(20, 50)], 50),
        (0, 40, [(20, 50)], 20),
        (25, 45, [(20, 50)], 0),
        (60, 100, [(20, 50)], 40),
        (0, 10, [(20, 50)], 10),
    ],
)
def test_elapsed(since: int, until: int, pauses: list[Pause], expected: int) -> None:
    assert elapsed(since, until, pauses) == expected


@pytest.mark.parametrize(
    ("setting", "expected"),
    [(GAME, 10 * MINUTE), (GameClock(0.1), 6000), (TURN, 24 * HOUR), (TurnClock(0.01), 36_000)],
)
def test_allowance(setting: GameClock | TurnClock, expected: int) -> None:
    assert allowance(setting) == expected


def test_only_who_is_to_move_is_charged() -> None:
    clock = Clock(GAME, 3, [])
    clock.run(0, 1000)
    clock.run(1, 4000)
    clock.run(None, 6000)
    assert clock.left == [10 * MINUTE - 3000, 10 * MINUTE - 2000, 10 * MINUTE]
    assert [clock.left_at(seat, 99_000) for seat in range(3)] == clock.left
    assert not clock.has_run_out(99_000_000)


def test_a_finished_turn_brings_seconds_or_all_of_the_hours() -> None:
    by_game, by_turn = Clock(GAME, 2, []), Clock(TURN, 2, [])
    for clock in (by_game, by_turn):
        clock.run(0, 0)
        clock.run(0, MINUTE)
        clock.finish_turn(0)
    assert by_game.left == [9 * MINUTE + 5000, 10 * MINUTE]
    assert by_turn.left == [24 * HOUR, 24 * HOUR]


@pytest.mark.parametrize(
    ("at", "pauses", "expected"),
    [
        (10 * MINUTE - 1, [], False),
        (10 * MINUTE, [], True),
        (10 * MINUTE, [(0, 1)], False),
        (20 * MINUTE, [(MINUTE, 11 * MINUTE)], True),
        (20 * MINUTE, [(MINUTE, 11 * MINUTE + 1)], False),
    ],
)
def test_running_out(at: int, pauses: list[Pause], expected: bool) -> None:
    clock = Clock(GAME, 2, pauses)
    clock.run(1, 0)
    assert clock.has_run_out(at) is expected


@pytest.mark.parametrize(
    ("pauses", "expected"), [([], 11 * MINUTE), ([(2 * MINUTE, 5 * MINUTE)], 14 * MINUTE)]
)
def test_when_it_runs_out(pauses: list[Pause], expected: int) -> None:
    clock = Clock(GAME, 2, pauses)
    clock.run(1, MINUTE)
    assert (clock.runs_out_at(0), clock.runs_out_at(1)) == (None, expected)
    assert [clock.has_run_out(expected + late) for late in (-1, 0)] == [False, True]


# --- At a table ----------------------------------------------------------------------------------


def left(session: Session) -> list[int]:
    """Return the seconds each seat has left now."""
    clock = session.table.clock
    assert clock is not None
    return [clock.left_at(seat, session.now) // 1000 for seat in range(len(clock.left))]


def test_a_game_with_increment() -> None:
    session = Session(clock=GameClock(1, 5))
    assert left(session) == [60, 60]
    session.play_turn(after=10_000)
    assert left(session) == [55, 60]
    session.play_turn(after=20_000)
    assert left(session) == [55, 45]


def test_the_increment_comes_with_the_turn_not_with_each_decision() -> None:
    session = Session(clock=GameClock(1, 5))
    for _ in range(3):
        session.play_turn()
    before = left(session)[1]
    session.play(session.table.position.legal()[0], after=1000)  # type: ignore[union-attr]
    assert not session.table.turns[-1].done
    assert left(session)[1] == before - 1
    session.play(after=1000)
    assert session.table.turns[-1].done
    assert left(session)[1] == before - 2 + 5


def test_hours_for_each_turn() -> None:
    session = Session(clock=TurnClock(1))
    session.play_turn(after=30 * MINUTE)
    assert left(session) == [3600, 3600]
    session.play_turn(after=50 * MINUTE)
    assert left(session) == [3600, 3600]


def test_undo_gives_no_time_back() -> None:
    session = Session(clock=GameClock(1))
    for _ in range(3):
        session.play_turn()
    session.play(after=7000)
    session.say("bruno", message("undo", session.table), after=3000)
    assert left(session) == [60, 50]


def test_a_turn_taken_back_gives_no_time_back() -> None:
    session = Session(clock=GameClock(1))
    session.play_turn(after=7000)
    session.say("ada", message("ask", session.table, what="takeback"), after=2000)
    session.say("bruno", message("answer", session.table, what="takeback", yes=True), after=3000)
    assert session.table.to_move == 0
    assert left(session) == [53, 55]
    session.now += 4000
    assert left(session) == [49, 55]


def test_hours_are_for_each_turn_after_one_was_taken_back_too() -> None:
    session = Session(clock=TurnClock(1))
    session.play_turn()
    session.say("ada", message("ask", session.table, what="takeback"), after=50 * MINUTE)
    session.say("bruno", message("answer", session.table, what="takeback", yes=True))
    session.play_turn()
    assert left(session) == [3600, 3600]


def test_a_pause_costs_nothing() -> None:
    session = Session(clock=GameClock(1), pauses=((BEGUN + 5000, BEGUN + 500_000),))
    session.play_turn(after=505_000)
    assert left(session) == [50, 60]


def test_time_stands_still_after_the_game() -> None:
    session = Session(clock=GameClock(1))
    session.say("ada", message("resign", session.table), after=8000)
    session.now += 30_000
    assert left(session) == [52, 60]
    clock = session.table.clock
    assert clock is not None
    assert shown_clock(clock) == snapshots.Clock(GameClock(1), [52_000, 60_000], None, BEGUN + 8000)


def test_whoever_runs_out_of_time_and_has_a_bot_play_on_owes_nothing() -> None:
    session = Session("urtown", "ada bruno carla", clock=GameClock(1, 5))
    late = session.table.to_move
    assert late is not None
    other = next(n for n in range(3) if n != late)
    who = str(session.table.seats[other].guest)
    session.say(who, message("claim", session.table), after=100_000)
    assert session.table.seats[late].out == "time"
    assert left(session)[late] == 0
    session.play_turn()
    assert left(session)[late] == 5


def test_a_client_that_knows_no_pauses_counts_rightly() -> None:
    """`left` minus the time since `at` is the time left, whatever pauses there were."""
    spans = ((-9000, -5000), (1000, 3000), (4000, 4500))
    pauses = [(BEGUN + since, BEGUN + until) for since, until in spans]
    clock = Clock(GAME, 2, pauses)
    clock.run(0, BEGUN)
    for later in (4500, 9000, 60_000):
        shown = shown_clock(clock)
        counted = shown.left[0] - (BEGUN + later - shown.at)
        assert counted == clock.left_at(0, BEGUN + later) == 10 * MINUTE - later + 2500
