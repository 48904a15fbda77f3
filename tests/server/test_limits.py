"""How many requests anyone may make."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from contrada.errors import OptionError
from contrada.server.runtime import addresses, limits
from contrada.server.runtime.addresses import Proxies
from contrada.server.runtime.connections import Connection, Connections
from contrada.server.runtime.limits import AdmissionControl, Bucket, RateLimit, Share, stranger_at
from contrada.server.wire.refusals import Refused


class Clock:
    """A clock that advances when told to."""

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
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::ffff:c000:202", "192.0.2.2"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("x" * 1000, "x" * 60),
    ],
)
def test_whoever_has_a_network_has_one_share(address: str, share: str) -> None:
    assert addresses.share_of_address(address) == share


@pytest.mark.parametrize(
    ("who", "charged"),
    [
        ("192.0.2.1", [("192.0.2.1", 1)]),
        ("at 192.0.2.1", [("at 192.0.2.1", 1)]),
        ("someguest", [("someguest", 1)]),
        ("192.0.2.1/64", [("192.0.2.1/64", 1)]),
        ("nonsense/64", [("nonsense/64", 1)]),
        ("2001:db8:1:2::/64", [("2001:db8:1:2::/64", 1), ("2001:db8:1::/48", 8)]),
        ("at 2001:db8:1:2::/64", [("at 2001:db8:1:2::/64", 1), ("at 2001:db8:1::/48", 8)]),
    ],
)
def test_a_network_counts_towards_its_site(who: str, charged: list[tuple[str, int]]) -> None:
    assert list(addresses.charges(who)) == charged


def networks(site: int) -> Iterator[str]:
    """All networks of a site, one after the other."""
    return (addresses.share_of_address(f"2001:db8:{site:x}:{n:x}::1") for n in range(1 << 16))


def test_who_takes_another_network_each_time_is_limited_as_a_site(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Clock(monkeypatch)
    limit, burst = RateLimit(1.0, 10), 10 * addresses.SITE_SHARE
    ours, others = networks(1), networks(2)
    for _ in range(burst):
        limit.consume(next(ours))
    for _ in range(3):  # and a refused request costs nothing
        with pytest.raises(Refused):
            limit.consume(next(ours))
    limit.consume(next(others))
    assert limit.delay(next(ours)) > 0


def test_a_network_has_no_more_than_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)
    limit = RateLimit(1.0, 10)
    for host in range(10):
        limit.consume(addresses.share_of_address(f"2001:db8::{host}"))
    with pytest.raises(Refused):
        limit.consume(addresses.share_of_address("2001:db8::ffff"))


def test_slow_work_is_limited_for_a_site() -> None:
    admission = AdmissionControl(RateLimit(100_000.0, 100_000))
    ours = (stranger_at(network) for network in networks(1))
    with ExitStack() as waiting:
        for _ in range(limits.AT_ONCE * addresses.SITE_SHARE):
            waiting.enter_context(admission.admit(next(ours)))
        with pytest.raises(Refused) as wrong, admission.admit(next(ours)):
            pass
        assert wrong.value.reason == "limit"
    with admission.admit(next(ours)):
        pass


def test_sockets_of_strangers_are_limited_for_a_site() -> None:
    sockets = Connections(2)
    ours = networks(1)
    for _ in range(2 * addresses.SITE_SHARE):
        sockets.add(first := Connection(None, next(ours)))
    with pytest.raises(Refused):
        sockets.add(Connection(None, next(ours)))
    sockets.remove(first)
    sockets.add(Connection(None, next(ours)))


@pytest.mark.parametrize("name", ["localhost", "10.0.0.1/8", "", "proxy.example.org"])
def test_what_is_no_address_of_a_proxy(name: str) -> None:
    with pytest.raises(OptionError, match="is no address of a proxy"):
        Proxies([name])


def test_trusted_proxies() -> None:
    proxies = Proxies(["192.0.2.1", "172.16.0.0/12", "2001:db8::/32"])
    for address in ("192.0.2.1", "::ffff:192.0.2.1", "172.20.1.1", "2001:db8:1::1"):
        assert address in proxies
    for address in ("192.0.2.2", "2001:db9::1", "", "nonsense"):
        assert address not in proxies
    assert "192.0.2.2" in Proxies(["*"])
