"""The time that is served: it never goes back, and stands still while nobody can play."""

from __future__ import annotations

import pytest

from contrada.server.tables.clock import HOUR, MINUTE
from contrada.server.times import AHEAD, MISSED, ServedTime
from tests.server.sessions import BEGUN

US, OTHERS = object(), object()


class Machine:
    """Two clocks: one that can be set, and one that stops only with the machine."""

    def __init__(self) -> None:
        self.wall, self.monotonic = BEGUN, 5000
        self.served = ServedTime(lambda: self.wall, lambda: self.monotonic)
        self.served.tick(US)

    def pass_by(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.monotonic += milliseconds

    def run(self, milliseconds: int) -> None:
        """Let time pass in a process that runs all the while."""
        for _ in range(milliseconds // 1000):
            self.pass_by(1000)
            self.served.tick(US)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_it_passes_as_the_machines_time_does(machine: Machine) -> None:
    machine.run(MINUTE)
    assert machine.served.now() == BEGUN + MINUTE == machine.wall
    assert not machine.served.is_halted


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forward", "back"])
def test_the_machines_clock_is_set(machine: Machine, jump: int) -> None:
    machine.run(MINUTE)
    machine.wall += jump
    assert machine.served.now() == BEGUN + MINUTE
    machine.served.tick(US)
    assert machine.served.now() == BEGUN + MINUTE
    assert machine.served.is_halted is (jump > 0)
    if machine.served.is_halted:  # it follows, once the pause is stored
        machine.served.go_on(US, machine.wall)
        assert machine.served.now() == machine.wall
    before = machine.served.now()
    machine.run(MINUTE)
    assert machine.served.now() == before + MINUTE
    assert not machine.served.is_halted


def test_the_machine_sleeps(machine: Machine) -> None:
    machine.run(MINUTE)
    machine.wall += 8 * HOUR  # only this clock counts it
    assert machine.served.now() == BEGUN + MINUTE
    machine.served.tick(US)
    assert machine.served.halted_at(US) == BEGUN + MINUTE


@pytest.mark.parametrize("gap", [MISSED + 1, HOUR, -HOUR])
def test_the_process_is_halted(machine: Machine, gap: int) -> None:
    """Or the clock that nobody can set is set by whoever pretends to be the machine."""
    machine.run(MINUTE)
    machine.pass_by(gap)
    assert machine.served.now() == BEGUN + MINUTE  # whoever asks before the next tick
    machine.served.tick(US)
    assert machine.served.halted_at(US) == BEGUN + MINUTE
    machine.served.go_on(US, max(machine.wall, BEGUN + MINUTE))
    machine.run(MINUTE)
    assert machine.served.now() == BEGUN + MINUTE + max(0, gap) + MINUTE


@pytest.mark.parametrize(("wall", "gap"), [(AHEAD, 0), (0, MISSED)])
def test_small_differences_are_left_alone(machine: Machine, wall: int, gap: int) -> None:
    machine.wall += wall
    machine.pass_by(gap)
    machine.served.tick(US)
    assert not machine.served.is_halted
    assert machine.served.now() == BEGUN + gap


def test_a_halt_begins_when_it_is_said_to_but_never_later(machine: Machine) -> None:
    machine.run(MINUTE)
    machine.served.halt(US, BEGUN + 50_000)
    machine.served.halt(US, BEGUN + 10_000)  # it is halted already
    assert machine.served.now() == BEGUN + 50_000
    machine.served.go_on(OTHERS, machine.wall)  # who have not halted it
    machine.run(MINUTE)
    assert machine.served.now() == BEGUN + 50_000
    assert machine.served.running() == BEGUN + 2 * MINUTE
    machine.served.go_on(US, machine.wall)
    machine.served.halt(US, BEGUN + HOUR)
    assert machine.served.now() == machine.wall


def test_it_goes_on_when_nobody_halts_it_any_more(machine: Machine) -> None:
    machine.served.halt(US)
    machine.served.halt(OTHERS)
    machine.pass_by(1000)
    machine.served.go_on(US, machine.wall)
    assert machine.served.now() == BEGUN
    machine.served.go_on(OTHERS, machine.wall)
    assert machine.served.now() == BEGUN + 1000


def test_the_time_of_others_is_followed_but_only_forward(machine: Machine) -> None:
    machine.served.at_least(BEGUN - HOUR)
    assert machine.served.now() == BEGUN
    machine.served.at_least(BEGUN + MINUTE)
    machine.run(5000)
    assert machine.served.now() == BEGUN + MINUTE + 5000


def test_news_of_the_others_do_not_hide_a_halt(machine: Machine) -> None:
    machine.pass_by(HOUR)
    machine.served.at_least(BEGUN + MINUTE)
    assert machine.served.now() == BEGUN
    machine.served.tick(US)
    assert machine.served.halted_at(US) == BEGUN


def test_a_clock_that_is_known_to_be_ahead_stays_so(machine: Machine) -> None:
    """The others' time counts, whatever this machine's clock shows."""
    machine.served.start(BEGUN - HOUR)
    machine.run(MINUTE)
    assert not machine.served.is_halted
    assert machine.served.now() == BEGUN - HOUR + MINUTE
