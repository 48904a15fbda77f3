"""The positions that people are playing at a table, as keys that a search can be checked against.

A key says what everyone may see of a position, so it is the same for every guess at what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable

from contrada import __version__
from contrada.server.tables.table import Seat, Table
from contrada.server.wire.answers import StoredSeat

OPENING = 2  # turns of each seat: unrelated games share such positions
VERSION = __version__  # another version may store positions differently


def is_between_people(seats: Iterable[Seat | StoredSeat]) -> bool:
    """Whether two or more seats belong to people, even if a bot stands in at one."""
    return sum([seat.kind != "bot" or seat.guest is not None for seat in seats]) > 1


def keys_of(table: Table) -> tuple[str, ...]:
    """Return the keys of the current position and of the latest turns' first positions.

    A search of the turn before would say what to reply to the turn that was played.
    """
    position = table.position
    if table.status != "playing" or position is None or not is_between_people(table.seats):
        return ()
    opening, turns = OPENING * len(table.seats), table.turns
    finished = len(turns) - (bool(turns) and not turns[-1].done)
    if finished < opening:
        return ()
    keys = [turn.start.public_key for turn in turns[opening:][-2:]]
    return tuple(dict.fromkeys([*keys, position.public_key]))


def stored(table: Table) -> str:
    """Return what is stored with a running table: the version, the entry, and the keys."""
    if table.status != "playing":
        return ""
    return " ".join((VERSION, str(table.seq), *keys_of(table)))
