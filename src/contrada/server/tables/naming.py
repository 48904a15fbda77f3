"""What people are called at a table: if names look alike, later ones get a number.

Nobody can pass for somebody else at the table, and nobody is kept out because of their name.
"""

from __future__ import annotations

from collections.abc import Iterator

from contrada.server.tables.table import Table
from contrada.server.wire.names import told_apart
from contrada.server.wire.values import NOBODY


def name_at_seat(table: Table, guest: str, name: str) -> str:
    """Return the name of a guest who sits down or changes their name."""
    return told_apart(name, _names_of_others(table, guest))


def name_in_chat(table: Table, guest: str, name: str) -> str:
    """Return the name of a guest who says something; onlookers' names differ too."""
    others = list(_names_of_others(table, guest))
    if not table.belongs_to(guest):
        others += {line.guest: line.name for line in table.chat if line.guest != guest}.values()
    return told_apart(name, others)


def _names_of_others(table: Table, guest: str) -> Iterator[str]:
    """Yield the names at the table, except that of the guest; somebody beside them has another."""
    for seat in table.seats:
        if seat.name not in ("", NOBODY) and (seat.guest != guest or seat.here):
            yield seat.name
    if table.made.host != guest and table.made.host_name not in ("", NOBODY):
        yield table.made.host_name
