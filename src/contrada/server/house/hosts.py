"""The host link: whoever opens it keeps order here, in that browser, until it is renewed."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from sqlalchemy import Connection, delete

from contrada.server import times
from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.db.shared_values import read_value, set_shared_value, shared_value, write_value
from contrada.server.house.repository import HouseRepository
from contrada.server.people.tokens import fresh_token, hash_of
from contrada.server.settings import SECOND
from contrada.server.wire.refusals import Refused

LINK = "host link"
PATH = "/host"  # of the page; the token follows #, which no browser sends to anybody
LASTS = 90 * 24 * 3600 * SECOND  # a browser is a host's for so long; then the link is needed again


class HostLink(NamedTuple):
    """The token of the link, and whether it was made just now."""

    token: str
    is_new: bool


def host_link(connection: Connection, *, renew: bool = False) -> HostLink:
    """Return the token of the host link, making it if there is none or it is to be renewed."""
    known = read_value(connection, LINK)
    if known is not None and not renew:
        return HostLink(known, is_new=False)
    token = fresh_token()
    write_value(connection, LINK, token)
    connection.execute(delete(schema.host_sessions))
    return HostLink(token, is_new=True)


def address_with(token: str, page: str) -> str:
    """Return the address of the link; `page` is that of the page."""
    return f"{page.rstrip('/')}{PATH}#{token}"


class Hosts:
    """The browsers that are a host's."""

    def __init__(self, database: Database, repository: HouseRepository) -> None:
        self._database, self._repository = database, repository

    async def sign_in(self, token: str) -> str:
        """Exchange the token of the link for that of a browser."""
        wanted = await shared_value(self._database, LINK, fresh_token)
        if not secrets.compare_digest(hash_of(token), hash_of(wanted)):
            raise Refused("guest", "This is not the host link of this server, or no longer")
        own = fresh_token()
        await self._repository.add_session(hash_of(own))
        return own

    async def is_host(self, token: str | None) -> bool:
        """Whether a browser with this token is a host's."""
        if not token:
            return False
        since = await self._repository.session(hash_of(token))
        return since is not None and since > times.now() - LASTS

    async def sign_out(self, token: str) -> None:
        """End a browser's time as a host's."""
        await self._repository.remove_session(hash_of(token))

    async def renew(self) -> tuple[str, str]:
        """Renew the link and sign out all browsers; return its token, and one for this browser."""
        token, own = fresh_token(), fresh_token()
        await set_shared_value(self._database, LINK, token)
        await self._repository.remove_sessions()
        await self._repository.add_session(hash_of(own))
        return token, own
