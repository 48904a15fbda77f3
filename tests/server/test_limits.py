"""How much anyone may ask for."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from contrada.server import limits
from contrada.server.limits import Bucket, Buckets
from contrada.server.protocol import Refused


class Clock:
    """A time that goes on when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("contrada.server.limits.time.monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_a_bucket_holds_a_burst_and_fills_at_a_rate(clock: Clock) -> None:
    bucket = Bucket(3, clock.now)
    assert [bucket.take(2.0, 3) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(2.0, 3) == pytest.approx(0.5)
    assert bucket.take(2.0, 3) == pytest.approx(1.0)  # whoever goes on waits longer
    clock.now += 1.0
    assert bucket.take(2.0, 3) == pytest.approx(0.5)
    clock.now += 60.0
    assert [bucket.take(2.0, 3) for _ in range(4)] == [0, 0, 0, pytest.approx(0.5)]


def test_each_has_a_bucket_of_their_own(clock: Clock) -> None:
    buckets = Buckets(1.0, 2)
    buckets.take("ada")
    buckets.take("ada")
    with pytest.raises(Refused) as wrong:
        buckets.take("ada")
    assert wrong.value.reason == "limit"
    buckets.take("bruno")


def test_what_was_refused_costs_nothing(clock: Clock) -> None:
    buckets = Buckets(1.0, 1)
    buckets.take("ada")
    for _ in range(50):
        with pytest.raises(Refused):
            buckets.take("ada")
    clock.now += 1.0
    buckets.take("ada")


def test_buckets_do_not_fill_the_memory(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    buckets = Buckets(1.0, 1)
    for number in range(100):
        buckets.take(str(number))
    assert len(buckets._buckets) == 10
    with pytest.raises(Refused):
        buckets.take("99")
    buckets.take("0")  # forgotten, so full again


def test_a_line_takes_so_many_of_each_and_in_all() -> None:
    line = limits.Line(1000.0, 1000)
    with ExitStack() as waiting:
        for _ in range(limits.AT_ONCE):
            waiting.enter_context(line.place("ada"))
        with pytest.raises(Refused, match="Wait for the answer"), line.place("ada"):
            pass
        for number in range(limits.MOST_WAITING - limits.AT_ONCE):
            waiting.enter_context(line.place(f"guest {number}"))
        with pytest.raises(Refused, match="Too many") as wrong, line.place("zeno"):
            pass
        assert wrong.value.reason == "busy"
    with line.place("ada"), line.place("zeno"):  # all have gone
        pass


def test_a_line_is_for_those_who_do_not_come_too_often() -> None:
    line = limits.Line(0.001, 2)
    for _ in range(2):
        with line.place("ada"):
            pass
    with pytest.raises(Refused, match="too much"), line.place("ada"):
        pass
    with line.place("bruno"):
        pass
