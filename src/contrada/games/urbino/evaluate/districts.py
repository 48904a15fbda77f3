"""Districts as a player sees them: who leads, by how much, and how much room is left."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.games.urbino.rules.scoring import worth
from contrada.games.urbino.rules.sites import sites_given
from contrada.games.urbino.rules.state import (
    BLACK,
    BOARD,
    BUILDINGS,
    NONE_YET,
    PALACE,
    TOWER,
    WHITE,
    built,
)
from contrada.kernel.boards import Squares, count, intersection, meet, union, write_joined
from contrada.kernel.jit import allocating, compiled, constants
from contrada.kernel.operations import State

Sites = tuple[Squares, Squares, Squares]  # for a house, a palace and a tower
USUAL_ROOM = 3.0  # points that a block may still gain, where nobody has looked

# The rank of a block is one number that compares as its worth does: points, monument, towers,
# palaces, houses. Without monuments the rank of joined blocks is the sum of theirs.
POINT, MONUMENT, TOWERS_UNIT, PALACES_UNIT = constants(1 << 21, 1 << 18, 1 << 12, 1 << 6)
RANKS = np.array([POINT + 1, 2 * POINT + PALACES_UNIT, 3 * POINT + TOWERS_UNIT], np.int64)
NO_BLOCK = NONE_YET  # the rank of a block that is not there


class City(NamedTuple):
    """The districts of a position, and where each seat may build if the architects allow it."""

    districts: npt.NDArray[np.uint64]  # [district]: a set of squares
    ranks: npt.NDArray[np.int64]  # [district, seat]
    size: int  # districts there are
    sites: tuple[Sites, Sites]  # [seat][kind]


@allocating
def city_of(state: State) -> City:
    """Look at the whole board once."""
    districts = np.empty((BUILDINGS, 2), np.uint64)
    ranks = np.empty((BUILDINGS, 2), np.int64)
    size = write_joined(BOARD, built(state), districts)
    for index in range(size):
        district = (districts[index, 0], districts[index, 1])
        ranks[index, BLACK] = rank_of(state, BLACK, district)
        ranks[index, WHITE] = rank_of(state, WHITE, district)
    black = sites_given(state, BLACK, districts, size)
    sites = black, sites_given(state, WHITE, districts, size)
    return City(districts, ranks, size, sites)


@compiled
def district_of(city: City, index: int) -> Squares:
    """Return the squares of a district."""
    return city.districts[index, 0], city.districts[index, 1]


@compiled
def any_kind(sites: Sites) -> Squares:
    """Return the sites where some kind may be built."""
    return union(sites[0], union(sites[1], sites[2]))


@compiled
def rank_of(state: State, seat: int, district: Squares) -> int:
    """Return the rank of a seat's block in a district, NO_BLOCK if it has none."""
    points, monument, towers, palaces, houses = worth(state, seat, district)
    kinds = towers * TOWERS_UNIT + palaces * PALACES_UNIT + houses
    return points * POINT + monument * MONUMENT + kinds


@compiled
def lead(own: int, other: int) -> int:
    """Return the points of a district, own minus the opponent's (URBINO-SCORE-2 to -4)."""
    if own == NO_BLOCK or other == NO_BLOCK:
        return NONE_YET
    if own == other:
        return NONE_YET
    return own // POINT if own > other else -(other // POINT)


@compiled
def margin_of(own: int, other: int) -> float:
    """Return by how many points a block is ahead; what breaks a tie counts as half a point."""
    points = float(own // POINT - other // POINT)
    if points == 0.0 and own != other:
        return 0.5 if own > other else -0.5
    return points


@compiled
def room(sites: Sites, near: Squares) -> float:
    """Return how many points a block may still gain on these squares next to it.

    The best building counts in full. Few of the others will be built before the district is
    settled.
    """
    spots = count(intersection(near, any_kind(sites)))
    if spots == 0:
        return 0.0
    best = 3.0 if meet(near, sites[TOWER]) else 2.0 if meet(near, sites[PALACE]) else 1.0
    return best + 0.5 * min(spots - 1, 3)


@compiled
def odds(margin: float, own_room: float, other_room: float) -> float:
    """Return how likely a block wins, the final margin being anything that the rooms allow."""
    if own_room + other_room == 0.0:
        return 0.5 if margin == 0.0 else 1.0 if margin > 0.0 else 0.0
    return min(max((margin + own_room) / (own_room + other_room), 0.0), 1.0)


@compiled
def prospect(own: int, other: int, own_room: float, other_room: float) -> float:
    """Return the points expected of a district, own minus the opponent's."""
    if own == NO_BLOCK or other == NO_BLOCK:
        return 0.0
    won = odds(margin_of(own, other), own_room, other_room)
    return won * (own // POINT) - (1.0 - won) * (other // POINT)
