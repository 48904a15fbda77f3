"""A colour's prospects: squares that join its groups, and homes for its tiles."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.games.urtown.rules.state import (
    BOARD,
    MONEY,
    NO_TILES,
    NONE_YET,
    PLACEMENTS,
    TILES,
    in_pile,
    of_colour,
)
from contrada.games.urtown.rules.tiles import fitting, only, without_first_tile
from contrada.kernel.bits import Word, count_ones, lowest_one
from contrada.kernel.boards import (
    NOWHERE,
    Squares,
    first,
    flood,
    intersection,
    is_empty,
    meet,
    minus,
    neighbours,
    single,
    union,
    without_first,
)
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State

Reals = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]

UNUSED = TILES - PLACEMENTS  # URTOWN-END-1: tiles that are never placed


class Around(NamedTuple):
    """A colour's groups, and the squares next to at least one, two or three of them."""

    groups: int
    singletons: int
    once: Squares
    twice: Squares
    thrice: Squares


class Outlook(NamedTuple):
    """What a colour has to place, and where it is best placed."""

    around: Around
    tiles: Squares
    free: Squares  # open to the owner
    hand: Word  # tiles on the rack
    pile: Word
    by_hand: Squares  # what the hand fits, but for the money tile
    by_pile: Squares
    homeless: Word  # tiles of both that fit no open square beside a group


# --- Groups --------------------------------------------------------------------------------------


@compiled
def look_around(tiles: Squares) -> Around:
    """Go through the groups of one colour."""
    groups, singletons = NONE_YET, NONE_YET
    once, twice, thrice = NOWHERE, NOWHERE, NOWHERE
    rest = tiles
    while not is_empty(rest):
        group = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, group)
        groups += 1
        if is_empty(without_first(group)):
            singletons += 1
        beside = minus(neighbours(BOARD, group), tiles)
        thrice = union(thrice, intersection(twice, beside))
        twice = union(twice, intersection(once, beside))
        once = union(once, beside)
    return Around(groups, singletons, once, twice, thrice)


@compiled
def groups_across(tiles: Squares, bridges: Squares) -> int:
    """Count a colour's groups as if it also had these bridges."""
    groups = NONE_YET
    within = union(tiles, bridges)
    rest = tiles
    while not is_empty(rest):
        rest = minus(rest, flood(BOARD, single(first(rest)), within))
        groups += 1
    return groups


@compiled
def write_beside(tiles: Squares, beside: Words) -> int:
    """Write the squares next to each group; return how many groups there are."""
    groups = NONE_YET
    rest = tiles
    while not is_empty(rest):
        group = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, group)
        beside[groups, 0], beside[groups, 1] = neighbours(BOARD, group)
        groups += 1
    return groups


# --- Tiles to place ------------------------------------------------------------------------------


@compiled
def tiles_in_pile(state: State, colour: int) -> Word:
    """Return the pile as a set of tiles."""
    tiles = NO_TILES
    for place in range(state.pile_sizes[colour]):
        tiles |= only(in_pile(state, colour, place))
    return tiles


@compiled
def squares_for(tiles: Word) -> Squares:
    """Return the squares that some of the tiles fit, leaving out the money tile."""
    squares = NOWHERE
    rest = tiles & ~only(MONEY)
    while rest != NO_TILES:
        squares = union(squares, fitting(lowest_one(rest)))
        rest = without_first_tile(rest)
    return squares


@compiled
def fitting_none_of(tiles: Word, squares: Squares) -> Word:
    """Return the tiles that fit none of the squares."""
    misfits = NO_TILES
    rest = tiles
    while rest != NO_TILES:
        tile = lowest_one(rest)
        rest = without_first_tile(rest)
        if not meet(fitting(tile), squares):
            misfits |= only(tile)
    return misfits


@compiled
def outlook(state: State, colour: int, free: Squares) -> Outlook:
    """Work out the prospects of one colour; `free` has the squares open to its owner."""
    tiles = of_colour(state, colour)
    around = look_around(tiles)
    hand, pile = state.racks[colour], tiles_in_pile(state, colour)
    homeless = fitting_none_of(hand | pile, intersection(around.once, free))
    return Outlook(around, tiles, free, hand, pile, squares_for(hand), squares_for(pile), homeless)


@compiled
def to_place(state: State, colour: int) -> int:
    """Return how many tiles the colour still has to place."""
    return PLACEMENTS - state.placed[colour]  # type: ignore[no-any-return]


@compiled
def must_be_placed(tiles: Word) -> int:
    """Return how many of these tiles are placed even if as many as possible stay unused."""
    return max(count_ones(tiles) - UNUSED, NONE_YET)
