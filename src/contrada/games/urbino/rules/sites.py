"""Where a building may be built, architects aside (URBINO-TWIN, SUPPLY)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbino.rules.districts import parting_squares, parting_squares_of
from contrada.games.urbino.rules.state import BOARD, HOUSE, PALACE, TOWER, built, of_kind
from contrada.kernel.boards import NOWHERE, Squares, intersection, minus, neighbours, next_to, union
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def twin_squares(state: State, kind: int) -> Squares:
    """Return the squares next to a building of this kind (URBINO-TWIN-1 to -3)."""
    if kind == HOUSE:
        return NOWHERE
    return neighbours(BOARD, of_kind(state, kind))


@compiled
def twins(state: State, kind: int, square: int) -> Squares:
    """Return the buildings of this kind next to the square."""
    return intersection(of_kind(state, kind), next_to(BOARD, square))


@compiled
def sites(state: State, seat: int) -> Squares:
    """Return the unbuilt squares where URBINO-DISTRICT-3 lets the seat build."""
    unbuilt = minus(BOARD.everywhere, built(state))
    return minus(unbuilt, parting_squares(state, seat))


@compiled
def sites_for(state: State, seat: int, kind: int, all_sites: Squares) -> Squares:
    """Return the sites where the seat may build this kind (URBINO-SUPPLY-1 and TWIN)."""
    if state.supply[seat, kind] == 0:
        return NOWHERE
    return minus(all_sites, twin_squares(state, kind))


@compiled
def sites_of_each_kind(state: State, seat: int) -> tuple[Squares, Squares, Squares]:
    """Return the sites for a house, a palace and a tower."""
    return kinds_on(state, seat, sites(state, seat))


@compiled
def sites_given(
    state: State, seat: int, districts: npt.NDArray[np.uint64], size: int
) -> tuple[Squares, Squares, Squares]:
    """Return the same, given the districts."""
    unbuilt = minus(BOARD.everywhere, built(state))
    parting = parting_squares_of(state, seat, districts, size)
    return kinds_on(state, seat, minus(unbuilt, parting))


@compiled
def kinds_on(state: State, seat: int, ground: Squares) -> tuple[Squares, Squares, Squares]:
    """Return where on this ground a house, a palace and a tower may be built."""
    return (
        sites_for(state, seat, HOUSE, ground),
        sites_for(state, seat, PALACE, ground),
        sites_for(state, seat, TOWER, ground),
    )


@compiled
def sites_of_any_kind(state: State, seat: int) -> Squares:
    """Return the sites where the seat may build something."""
    house, palace, tower = sites_of_each_kind(state, seat)
    return union(house, union(palace, tower))
