"""Renewing a building (URBANIA-RENEW-1, -6)."""

from __future__ import annotations

from contrada.games.urbania.rules.payments import can_pay, put_away_payment
from contrada.games.urbania.rules.state import BOARD, RESIDENTIAL, TILE_POINTS, TILE_TYPE, renewed
from contrada.kernel.bits import whole
from contrada.kernel.boards import Squares, contains, minus, neighbours, single, union
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def renewable_spaces(state: State) -> Squares:
    """Return the run-down buildings that touch a renewed one (URBANIA-RENEW-1)."""
    return minus(neighbours(BOARD, renewed(state)), renewed(state))


@compiled
def may_renew(state: State, space: int) -> bool:
    """Whether a building may be renewed and paid for (URBANIA-RENEW-1, -2)."""
    return contains(renewable_spaces(state), space) and can_pay(state, space, False)


@compiled
def renew(state: State, space: int) -> None:
    """Score the building, move its marker, turn it over (URBANIA-RENEW-6, -7)."""
    tile = whole(state.tiles[space])
    state.points[state.to_move] += TILE_POINTS[tile]
    state.from_buildings[state.to_move] += TILE_POINTS[tile]
    if TILE_TYPE[tile] != RESIDENTIAL:
        state.buildings[TILE_TYPE[tile]] += 1
    low, high = union(renewed(state), single(space))
    state.renewed[0] = low
    state.renewed[1] = high
    put_away_payment(state, True)
