"""Districts and their blocks (URBINO-DISTRICT)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.games.urbino.rules.state import BOARD, built, of_seat
from contrada.kernel.boards import (
    NOWHERE,
    Squares,
    first,
    flood,
    intersection,
    is_empty,
    is_joined,
    minus,
    neighbours,
    single,
    union,
)
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


class Parting(NamedTuple):
    """What some districts say about where a building would part blocks."""

    parting: Squares
    near_other: Squares  # next to a district with a block of the other colour


@compiled
def with_district(before: Parting, district: Squares, own: Squares) -> Parting:
    """Take one more district into account."""
    parting, near_other = before
    near = neighbours(BOARD, district)
    block = intersection(district, own)
    if not is_empty(block):
        parting = union(parting, minus(near, neighbours(BOARD, block)))
    if block != district:
        parting = union(parting, intersection(near, near_other))
        near_other = union(near_other, near)
    return Parting(parting, near_other)


@compiled
def parting_squares(state: State, seat: int) -> Squares:
    """Return the squares where the seat's building would leave a colour in two blocks of one
    district (URBINO-DISTRICT-3).

    Districts hold one block of a colour at most. So a new building parts its own colour if it
    touches a district that has a block of that colour, but not the block; and the other colour if
    it touches two districts that both have a block of it.
    """
    own, rest = of_seat(state, seat), built(state)
    found = Parting(NOWHERE, NOWHERE)
    while not is_empty(rest):
        district = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, district)
        found = with_district(found, district, own)
    return found.parting


@compiled
def parting_squares_of(
    state: State, seat: int, districts: npt.NDArray[np.uint64], size: int
) -> Squares:
    """Return the same, given the districts."""
    own, found = of_seat(state, seat), Parting(NOWHERE, NOWHERE)
    for index in range(size):
        found = with_district(found, (districts[index, 0], districts[index, 1]), own)
    return found.parting


@compiled
def blocks_apart(state: State, seat: int, square: int) -> Squares:
    """Return the buildings of each colour that a new building would leave in several blocks."""
    new = single(square)
    district = flood(BOARD, new, union(built(state), new))
    apart = NOWHERE
    for colour in range(2):
        blocks = intersection(district, of_seat(state, colour))
        whole = union(blocks, new) if colour == seat else blocks
        if not is_joined(BOARD, whole):
            apart = union(apart, blocks)
    return apart
