"""Hiring a specialist (URBANIA-HIRE-1 to -4, TRACK-2)."""

from __future__ import annotations

from contrada.games.urbania.rules.payments import can_pay, put_away_payment
from contrada.games.urbania.rules.state import LAST_VALUE, NOBODY
from contrada.kernel.bits import whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover


@compiled
def is_free(state: State, seat: int, specialist: int) -> bool:
    """Whether a seat could hire a specialist if it had the coins (URBANIA-HIRE-2, TRACK-2)."""
    value, holder = whole(state.specialists[specialist]), whole(state.holders[specialist])
    return holder != seat and value < LAST_VALUE


@compiled
def may_hire(state: State, specialist: int) -> bool:
    """Whether a specialist may be hired and paid for (URBANIA-HIRE-1 to -3, TRACK-2)."""
    return is_free(state, mover(state), specialist) and can_pay(state, specialist, True)


@compiled
def hire(state: State, specialist: int) -> None:
    """Take the specialist, move its marker (URBANIA-HIRE-3, -4, SUBSIDY-2)."""
    former = whole(state.holders[specialist])
    if state.politics and former != NOBODY:
        state.contracts[former] = 1
    state.holders[specialist] = state.to_move
    state.specialists[specialist] += 1
    put_away_payment(state, False)
