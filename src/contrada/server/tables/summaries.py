"""Summaries of tables, as stored and as shown in lists."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from contrada.server.tables.clock import after_pauses
from contrada.server.times import Pause
from contrada.server.wire.answers import ListedSeat, StoredSummary, Summary
from contrada.server.wire.guests import Identity

read_summary = msgspec.json.Decoder(StoredSummary).decode


def summary_for(stored: StoredSummary, guest: Identity | None, pauses: Sequence[Pause]) -> Summary:
    """Return a stored summary for a guest: with their own seat, without the others' ids.

    The pauses are those of the game; some may have come after the summary was stored.
    """
    fields = msgspec.structs.asdict(stored)
    left, at = fields.pop("left"), fields.pop("left_at")
    fields["until"] = None if left is None else after_pauses(at, pauses) + left
    fields["seats"] = [ListedSeat(seat.kind, seat.name, seat.level) for seat in stored.seats]
    return Summary(**fields, you=_seat_of(guest.id, stored) if guest else None)


def _seat_of(guest: str, stored: StoredSummary) -> int | None:
    """Return a guest's seat; of several at one screen, the one to move."""
    sitting = [seat.guest for seat in stored.seats]
    if stored.to_move is not None and sitting[stored.to_move] == guest:
        return stored.to_move
    return sitting.index(guest) if guest in sitting else None
