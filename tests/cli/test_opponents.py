"""Opponents: levels and the random player, seat by seat, and the same ones after a break."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from contrada import game, record
from contrada.bots import levels
from contrada.cli import opponents, table
from tests.cli.running import Command, Terminal

pytest.importorskip("pty")


def test_names_are_those_of_the_bots() -> None:
    urbino = game("urbino")
    for number in range(1, len(levels.LEVELS) + 1):
        (bot,) = opponents.made(urbino, {1: str(number)}, 1).values()
        assert bot.name == opponents.names()[str(number)]


@pytest.mark.parametrize("text", opponents.names())
def test_a_record_names_an_opponent(text: str) -> None:
    name = opponents.names()[text]
    assert opponents.found_in(f"White{opponents.mark(name)}") == text


@pytest.mark.parametrize("name", ["White", "Ada", "Random", "Bo (level 5)", "Mason, level 5", ""])
def test_people_are_no_opponents(name: str) -> None:
    assert opponents.found_in(name) is None


@pytest.mark.parametrize(
    ("seats", "against", "expected"),
    [
        ([1], [], {1: "3"}),
        ([1, 2], ["5"], {1: "5", 2: "5"}),
        ([0, 2, 3], ["1", "RANDOM"], {0: "1", 2: "random", 3: "random"}),
        ([], [], {}),
    ],
)
def test_seats_are_filled_in_order(
    seats: list[int], against: list[str], expected: dict[int, str]
) -> None:
    assert opponents.seated(seats, against) == expected


def test_who_one_plays_against_is_said(contrada: Command) -> None:
    assert "You play Black against Apprentice (level 3)." in contrada("play").out
    several = ("play", "urtown", "--seats", "3", "--against", "1", "--against", "random")
    said = contrada(*several).out.replace("\n", " ")
    assert "You play First. Second is Newcomer (level 1), Third is Random." in said


def test_the_same_opponent_goes_on(contrada: Command, state_home: Path) -> None:
    contrada("play", "--against", "1", "--seed", "1", typing="e5\n")
    (found,) = record.read(state_home / "contrada" / "last-urbino.json")
    assert found.names == ("Black", "White (Newcomer, level 1)")
    assert "You play Black against Newcomer (level 1)." in contrada("play", "--resume", "last").out
    other = contrada("play", "--resume", "last", "--against", "random")
    assert "You play Black against Random." in other.out
    swapped = contrada("play", "--resume", "last", "--seat", "white", typing="quit\n")
    assert "You play White against Random." in swapped.out


def test_an_opponent_is_told_what_its_seat_may_see() -> None:
    """The position it gets looks the same to its seat, but the hidden parts are different."""
    told = []

    class Listener:
        name = "Listener"

        def choose(self, position: object, limits: object) -> int:
            told.append(position)
            return here.position.legal()[0]

    start = game("urtown").start(2, seed=5)
    seat = start.to_move
    assert seat is not None
    here = table.Table(start, frozenset(), {0: Listener(), 1: Listener()}, dealing=random.Random(1))
    table._play_for(here, seat)
    (seen,) = told
    assert seen.view(seat) == start.view(seat)  # type: ignore[attr-defined]
    assert seen.before is None  # type: ignore[attr-defined]
    assert seen != start


def test_a_hint_at_the_table(contrada: Command) -> None:
    answer = contrada("play", "--against", "random", "--seed", "1", typing="hint\n")
    assert (answer.status, answer.err) == (0, "")
    assert "Black can" in answer.out
    assert "Expected results: Black " in answer.out
    assert answer.out.count("searched") == 1


def test_it_is_shown_that_somebody_thinks_and_ctrl_c_keeps_the_game(state_home: Path) -> None:
    with Terminal("play", "--against", "8", "--seed", "1") as terminal:
        terminal.see()
        terminal.line("e5", until="Master is thinking…")
        terminal.interrupt(until="--resume last")
        said, status = terminal.end()
        assert (said.strip(), status) == ("", 0)
        assert "Traceback" not in terminal.raw
    (found,) = record.read(state_home / "contrada" / "last-urbino.json")
    assert found.position.moves() == ["e5"]


def test_nothing_moves_where_there_is_no_terminal(contrada: Command) -> None:
    answer = contrada("play", "--against", "1", "--seed", "1", typing="e5\n")
    assert (answer.status, answer.err) == (0, "")
    assert "is thinking" not in answer.out
