"""What may be captured, and capturing it (URTOWN-CAPTURE-1 to -4)."""

from __future__ import annotations

from contrada.games.urtown.rules.state import BOARD, colour_at, of_colour, tile_at
from contrada.games.urtown.rules.tiles import only
from contrada.kernel.boards import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Squares,
    are_joined,
    first,
    flood,
    intersection,
    is_empty,
    minus,
    neighbours,
    next_to,
    shift,
    single,
    union,
    without_first,
)
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def crowded(tiles: Squares) -> Squares:
    """Return the tiles that touch two or more others of the set."""
    across, back = shift(BOARD, tiles, EAST), shift(BOARD, tiles, WEST)
    up, down = shift(BOARD, tiles, NORTH), shift(BOARD, tiles, SOUTH)
    opposite = union(intersection(across, back), intersection(up, down))
    corner = intersection(union(across, back), union(up, down))
    return intersection(tiles, union(opposite, corner))


@compiled
def singletons(tiles: Squares) -> Squares:
    """Return the tiles that touch no other of the set (URTOWN-CAPTURE-2, -3)."""
    return minus(tiles, neighbours(BOARD, tiles))


@compiled
def splits(tiles: Squares, square: int) -> bool:
    """Whether capturing the tile on a square would split its group (URTOWN-CAPTURE-1)."""
    without = minus(tiles, single(square))
    touching = intersection(next_to(BOARD, square), without)
    return not (is_empty(touching) or are_joined(BOARD, touching, without))


@compiled
def may_be_captured(state: State, colour: int) -> Squares:
    """Return the colour's tiles that may be captured (URTOWN-CAPTURE-1 to -3).

    With the option `singletons` these are the tiles without a neighbour of their colour. Otherwise
    only tiles with two such neighbours or more have to be tested: no other can split a group.
    """
    tiles = of_colour(state, colour)
    if state.singletons:
        return singletons(tiles)
    rest = crowded(tiles)
    capturable = minus(tiles, rest)
    while not is_empty(rest):
        square = first(rest)
        rest = without_first(rest)
        if not splits(tiles, square):
            capturable = union(capturable, single(square))
    return capturable


@compiled
def settle(state: State, colour: int) -> None:
    """Update what may be captured of a colour whose tiles have changed."""
    low, high = may_be_captured(state, colour)
    state.capturable[colour, 0] = low
    state.capturable[colour, 1] = high


@compiled
def capture(state: State, square: int) -> None:
    """Move the tile on a square to those the seat to move has captured (URTOWN-CAPTURE-4)."""
    colour = colour_at(state, square)
    state.captured[state.to_move, colour] |= only(tile_at(state, square))
    low, high = minus(of_colour(state, colour), single(square))
    state.tiles[colour, 0] = low
    state.tiles[colour, 1] = high
    settle(state, colour)


@compiled
def pieces_left(state: State, square: int) -> Squares:
    """Return what a capture of the tile on a square would leave of its group."""
    tiles = of_colour(state, colour_at(state, square))
    return minus(flood(BOARD, single(square), tiles), single(square))
