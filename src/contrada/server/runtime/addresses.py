"""Addresses of clients: what each counts towards, and which belong to trusted proxies."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from contrada.errors import OptionError, quoted

NETWORK = 64  # bits of an IPv6 address that identify one internet connection
SITE = 48  # bits of the largest block that a provider gives to one customer
# How many times the limit of one network a whole site may use. Neighbours may share a site, but a
# customer who uses another of its 65,536 networks for every request gets no further than this.
SITE_SHARE = 8
MOST_KNOWN = 10_000
LONGEST = 60  # characters of an address; a proxy that trusts anyone may pass on anything


class Charge(NamedTuple):
    """Whose limit a request counts towards, and how many times the usual limit that is."""

    who: str
    times: int = 1


def plain(address: str) -> str:
    """Return an address in its usual form: an IPv6 listener writes IPv4 as `::ffff:…`."""
    found = _read(address)
    return address if found is None else str(found)


def share_of_address(address: str) -> str:
    """Return who is charged for an address: its whole network, if that has many addresses."""
    return _share(address[:LONGEST])


@lru_cache(MOST_KNOWN)
def _share(address: str) -> str:
    found = _read(address)
    if found is None:  # not an address: a Unix socket
        return address
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, NETWORK), strict=False))


@lru_cache(MOST_KNOWN)
def charges(who: str) -> tuple[Charge, ...]:
    """Return everything a request counts towards: who is charged, and the network's site.

    `who` is a guest, a share of an address, or "at" such a share.
    """
    before, space, share = who.rpartition(" ")
    address, _, bits = share.partition("/")
    network = _read(address)
    if bits != str(NETWORK) or not isinstance(network, ipaddress.IPv6Address):
        return (Charge(who),)
    site = ipaddress.ip_network((network, SITE), strict=False)
    return Charge(who), Charge(f"{before}{space}{site}", SITE_SHARE)


def _read(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])  # without the interface
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


class Proxies:
    """The trusted proxies; many people connect through each."""

    def __init__(self, trusted: Iterable[str]) -> None:
        """Read addresses and networks; `*` trusts any."""
        names = list(trusted)
        self._trusts_any = "*" in names
        self._networks = [_network(name) for name in names if name != "*"]

    def __contains__(self, address: str) -> bool:
        found = _read(address)
        return self._trusts_any or any(found in network for network in self._networks if found)


def _network(name: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(name)
    except ValueError:
        raise OptionError(
            f"{quoted(name)} is no address of a proxy; expected one like 127.0.0.1, a network like "
            "172.16.0.0/12, or *"
        ) from None
