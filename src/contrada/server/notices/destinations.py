"""Addresses that strangers give us: only public ones, resolved once and then held on to.

Without these checks, anybody could let this server send requests into the network it stands in.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from contrada.server.wire.refusals import Refused

LONGEST = 2000  # characters
PORTS = {"https": 443, "http": 80}
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
# Networks that lead to IPv4 addresses inside IPv6 ones, past the check of those.
_TUNNELS = [ipaddress.ip_network(each) for each in ("64:ff9b::/96", "2002::/16", "2001::/32")]


class Destination(NamedTuple):
    """Where a request goes, as far as its address says so."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and port, as browsers write them."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{name}{port}"


def read_destination(url: str, *, private: bool) -> Destination:
    """Read an address, or refuse it; `private` also allows http."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _no_address() from None
    schemes = ("https", "http") if private else ("https",)
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url or not host:
        raise _no_address()
    if parts.scheme not in schemes:
        raise Refused("message", "The address has to begin with https://")
    if parts.username is not None or parts.password is not None:
        raise Refused("message", "An address with a user name or password is not accepted")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Destination(parts.scheme, host, port or PORTS[parts.scheme], path)


def _no_address() -> Refused:
    return Refused("message", "That is no address of the web; one looks like https://example.org/x")


async def resolve(destination: Destination, *, private: bool) -> list[str]:
    """Look a host up; refuse it if it is unknown, or if one of its addresses is not public."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(destination.host, destination.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused("missing", f"There is no server {destination.host[:80]!r}") from None
    addresses = list(dict.fromkeys(str(info[4][0]) for info in found))
    if not private and not all(map(is_public, addresses)):
        raise Refused("message", "That address is not on the public internet")
    return addresses


def is_public(address: str) -> bool:
    """Whether anyone on the internet could reach an address, so that we may too."""
    found: IPAddress = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if any(found in network for network in _TUNNELS):
            return False
        found = found.ipv4_mapped or found
    return found.is_global and not found.is_multicast
