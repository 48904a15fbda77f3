"""Summaries of tables, as stored and as shown in lists."""

from __future__ import annotations

import msgspec

from contrada.server.wire.answers import ListedSeat, StoredSummary, Summary
from contrada.server.wire.guests import Identity

read_summary = msgspec.json.Decoder(StoredSummary).decode


def summary_for(stored: StoredSummary, guest: Identity | None) -> Summary:
    """Return a stored summary for a guest: with their own seat, without the others' ids."""
    fields = msgspec.structs.asdict(stored)
    fields["seats"] = [ListedSeat(seat.kind, seat.name, seat.level) for seat in stored.seats]
    return Summary(**fields, you=_seat_of(guest.id, stored) if guest else None)


def _seat_of(guest: str, stored: StoredSummary) -> int | None:
    """Return a guest's seat; of several at one screen, the one to move."""
    sitting = [seat.guest for seat in stored.seats]
    if stored.to_move is not None and sitting[stored.to_move] == guest:
        return stored.to_move
    return sitting.index(guest) if guest in sitting else None
