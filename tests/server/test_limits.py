"""How much anyone may ask for."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from contrada.server.runtime import limits
from contrada.server.runtime.limits import AdmissionControl, Bucket, RateLimit, Share
from contrada.server.wire.refusals import Refused


class Clock:
    """A time that goes on when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("contrada.server.runtime.limits.time.monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_a_bucket_holds_a_burst_and_fills_at_a_rate(clock: Clock) -> None:
    bucket = Bucket(3, clock.now)
    assert [bucket.consume(2.0, 3) for _ in range(3)] == [0, 0, 0]
    assert bucket.consume(2.0, 3) == pytest.approx(0.5)
    assert bucket.consume(2.0, 3) == pytest.approx(1.0)  # whoever goes on waits longer
    clock.now += 1.0
    assert bucket.consume(2.0, 3) == pytest.approx(0.5)
    clock.now += 60.0
    assert [bucket.consume(2.0, 3) for _ in range(4)] == [0, 0, 0, pytest.approx(0.5)]


def test_each_has_a_bucket_of_their_own(clock: Clock) -> None:
    rate = RateLimit(1.0, 2)
    rate.consume("ada")
    rate.consume("ada")
    with pytest.raises(Refused) as wrong:
        rate.consume("ada")
    assert wrong.value.reason == "limit"
    rate.consume("bruno")


def test_what_was_refused_costs_nothing(clock: Clock) -> None:
    rate = RateLimit(1.0, 1)
    rate.consume("ada")
    for _ in range(50):
        with pytest.raises(Refused):
            rate.consume("ada")
    clock.now += 1.0
    rate.consume("ada")


def test_buckets_do_not_fill_the_memory(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    rate = RateLimit(1.0, 1)
    for number in range(100):
        rate.consume(str(number))
    assert len(rate._buckets) == 10
    with pytest.raises(Refused):
        rate.consume("99")
    rate.consume("0")  # forgotten, so full again


ADA, BRUNO, ZENO = Share("ada", "A"), Share("bruno", "B"), Share("zeno", "Z")


def test_a_line_takes_so_many_of_each_and_in_all() -> None:
    line = AdmissionControl(RateLimit(1000.0, 1000))
    with ExitStack() as waiting:
        for _ in range(limits.AT_ONCE):
            waiting.enter_context(line.admit(ADA))
        with pytest.raises(Refused, match="Wait for the answer"), line.admit(ADA):
            pass
        for number in range(limits.MOST_WAITING - limits.AT_ONCE):
            waiting.enter_context(line.admit(Share(f"guest {number}", f"address {number}")))
        with pytest.raises(Refused, match="Too many") as wrong, line.admit(ZENO):
            pass
        assert wrong.value.reason == "busy"
    with line.admit(ADA), line.admit(ZENO):  # all have gone
        pass


def test_a_line_is_not_filled_from_one_address() -> None:
    line = AdmissionControl(RateLimit(1000.0, 1000))
    with ExitStack() as waiting:
        for number in range(limits.AT_ONCE_FROM):
            waiting.enter_context(line.admit(Share(f"guest {number}", "A")))
        with pytest.raises(Refused, match="Wait for the answer"), line.admit(ADA):
            pass
        with line.admit(BRUNO):
            pass
    with line.admit(ADA):  # all have gone
        pass


def test_a_line_is_for_those_who_do_not_come_too_often() -> None:
    line = AdmissionControl(RateLimit(0.001, 2))
    for _ in range(2):
        with line.admit(ADA):
            pass
    with pytest.raises(Refused, match="too much"), line.admit(ADA):
        pass
    with line.admit(BRUNO):
        pass


@pytest.mark.parametrize(
    ("address", "share"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("", ""),
    ],
)
def test_whoever_has_a_network_has_one_share(address: str, share: str) -> None:
    assert limits.share_of_address(address) == share
