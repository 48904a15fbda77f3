"""The gate: who may ask for anything at all, before any route looks at the request."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from contrada.server.http.dependencies import (
    address_of,
    is_host,
    optional_guest,
    services_of,
)

EVERYBODY = frozenset(  # may ask for these, even those whom the host does not let in
    {
        ("GET", "/api/house"),
        ("GET", "/api/openapi.json"),
        # What is stored about them belongs to them.
        ("GET", "/api/me/export"),
        ("DELETE", "/api/me"),
        ("DELETE", "/api/sessions"),
    }
)
STRANGERS = frozenset(  # may ask for these, to come in or to be left alone
    {
        ("POST", "/api/guests"),
        ("POST", "/api/sessions"),
        ("POST", "/api/mail/confirm"),
        ("POST", "/api/mail/stop"),
    }
)
HOSTS = "/api/host"  # these routes ask for a host themselves


async def check(connection: HTTPConnection, method: str, path: str) -> None:
    """Refuse whoever may not come in."""
    if not path.startswith("/api/") or f"{path}/".startswith(f"{HOSTS}/"):
        return
    house = services_of(connection).house
    if (method, path) in EVERYBODY or not (house.is_closed or house.may_restrain):
        return
    if await is_host(connection):
        return
    guest = await optional_guest(connection)
    house.check_restraints(address_of(connection), guest)
    if (method, path) not in STRANGERS:
        house.check_admitted(guest)
