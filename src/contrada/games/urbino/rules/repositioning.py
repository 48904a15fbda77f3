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
    ray,
    slides,
    union,
)
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


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
def all_that_share_lots(stays: int, sites: Squares, buildings: Squares, free: Squares) -> Squares:
    """Return the squares that `shares_lot` finds for any of the sites that `stays` sees.

    A lot lies on a ray of the architect that stays. What it sees back along that ray is between
    them or behind the architect, so the other rays of all lots are what is left.
    """
    unbuilt, squares = minus(BOARD.everywhere, buildings), NOWHERE
    for direction in range(8):
        back = ray(BOARD, stays, direction ^ 4)
        squares = union(squares, slides(BOARD, minus(sites, back), direction, unbuilt))
    return intersection(squares, free)


@compiled
def destinations(state: State, goes: int, sites: Squares) -> Squares:
    """Return the squares from which the seat can build on one of its sites afterwards
    (URBINO-TURN-1, -3).
    """
    buildings, stays = built(state), state.architects[1 - goes]
    seen = intersection(sight(stays, buildings), sites)
    return all_that_share_lots(stays, seen, buildings, unoccupied(state))


@compiled
def can_build_here(state: State) -> bool:
    """Whether the seat to move can build with the architects where they are."""
    return meet(lots(state), sites_of_any_kind(state, state.to_move))


@compiled
def can_build_somehow(state: State) -> bool:
    """Whether the seat to move can build, now or after repositioning (URBINO-TURN-5)."""
    sites = sites_of_any_kind(state, state.to_move)
    if meet(lots(state), sites):
        return True
    lower, upper = destinations(state, LOWER, sites), destinations(state, UPPER, sites)
    return not (is_empty(lower) and is_empty(upper))
