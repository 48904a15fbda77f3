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
    first,
    intersection,
    is_empty,
    meet,
    minus,
    union,
    without_first,
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
def destinations(state: State, goes: int) -> Squares:
    """Return the squares from which the seat can build afterwards (URBINO-TURN-1, -3)."""
    buildings, free = built(state), unoccupied(state)
    stays = state.architects[1 - goes]
    squares = NOWHERE
    rest = intersection(sight(stays, buildings), sites_of_any_kind(state, state.to_move))
    while not is_empty(rest):
        squares = union(squares, shares_lot(stays, first(rest), buildings, free))
        rest = without_first(rest)
    return squares


@compiled
def can_build_somehow(state: State) -> bool:
    """Whether the seat to move can build, now or after repositioning (URBINO-TURN-5)."""
    if can_build_here(state):
        return True
    return not (is_empty(destinations(state, LOWER)) and is_empty(destinations(state, UPPER)))
