"""Where an architect may be repositioned (URBINO-TURN)."""

from __future__ import annotations

from contrada.games.urbino.rules.lots import lots, sight
from contrada.games.urbino.rules.sites import sites_of_any_kind
from contrada.games.urbino.rules.state import BOARD, LOWER, UPPER, built, unoccupied
from contrada.kernel.boards import (
    NOWHERE,
    Squares,
    behind,
    between,
    intersection,
    is_empty,
    meet,
    minus,
    opposite,
    ray,
    sweep,
    union,
)
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def can_build_here(state: State) -> bool:
    """Whether the seat to move can build with the architects where they are."""
    return meet(lots(state), sites_of_any_kind(state, state.to_move))


@compiled
def shares_lot(stays: int, lot: int, buildings: Squares, free: Squares) -> Squares:
    """Return the free squares where the other architect shares a lot with the one that stays.

    Sight works both ways, so these are the squares the lot itself "sees", except those behind the
    architect that stays and those between it and the lot. The square that an architect leaves is
    unoccupied from then on (URBINO-TURN-4), hence sight past buildings only.
    """
    seen_from = intersection(sight(lot, buildings), free)
    return minus(seen_from, union(behind(BOARD, lot, stays), between(BOARD, stays, lot)))


@compiled
def destinations(state: State, goes: int, ground: Squares) -> Squares:
    """Return the squares from which the seat can build on this ground (URBINO-TURN-1, -3).

    All lots lie in line with the architect that stays, and none sees past it: so of the eight
    directions, a lot looks in all but the one that leads back there (compare `shares_lot`).
    """
    buildings, stays = built(state), state.architects[1 - goes]
    unbuilt = minus(BOARD.everywhere, buildings)
    shared = intersection(sight(stays, buildings), ground)
    squares = NOWHERE
    if not is_empty(shared):
        for direction in range(8):
            looking = minus(shared, ray(BOARD, stays, opposite(direction)))
            squares = union(squares, sweep(BOARD, looking, direction, unbuilt))
    return intersection(squares, unoccupied(state))


@compiled
def can_build_somehow(state: State) -> bool:
    """Whether the seat to move can build, now or after repositioning (URBINO-TURN-5)."""
    ground = sites_of_any_kind(state, state.to_move)
    if meet(lots(state), ground):
        return True
    lower, upper = destinations(state, LOWER, ground), destinations(state, UPPER, ground)
    return not (is_empty(lower) and is_empty(upper))
