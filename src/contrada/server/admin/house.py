"""The host link and the settings of the house, for the people who run a server."""

from __future__ import annotations

from sqlalchemy import Connection, inspect

from contrada.server.admin.connecting import alone, at_once, one_moment
from contrada.server.db import schema
from contrada.server.db.engine import bring_up_to_date, sqlite_file
from contrada.server.db.shared_values import read_value
from contrada.server.house import hosts, opening
from contrada.server.wire.house import HouseSettings


def link(url: str) -> str | None:
    """Return the token of the host link, if there is one."""
    with one_moment(url) as connection:
        return read_value(connection, hosts.LINK) if _is_new_enough(connection) else None


def renew_link(url: str) -> str:
    """Make another host link; on PostgreSQL servers may run meanwhile."""
    with (at_once if sqlite_file(url) is None else alone)(url) as connection:
        bring_up_to_date(connection)
        return hosts.host_link(connection, renew=True).token


def settings_in_force(url: str) -> HouseSettings:
    """Return the settings of the house."""
    with one_moment(url) as connection:
        is_new_enough = _is_new_enough(connection)
        return opening.kept(connection).settings if is_new_enough else HouseSettings()


def _is_new_enough(connection: Connection) -> bool:
    """Whether a database has single values at all; older versions had none."""
    return inspect(connection).has_table(schema.shared_values.name)
