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
    first,
    flood,
    intersection,
    is_empty,
    minus,
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
def splits(tiles: Squares, square: int) -> bool:
    """Whether a group falls into several when the tile on a square is taken (URTOWN-CAPTURE-1)."""
    without = minus(tiles, single(square))
    touching = intersection(next_to(BOARD, square), without)
    if is_empty(touching):
        return False
    return not is_empty(minus(touching, flood(BOARD, single(first(touching)), without)))


@compiled
def may_be_taken(state: State, colour: int) -> Squares:
    """Return the colour's tiles that may be captured.

    A tile that touches at most one other of its colour never splits a group; with the option
    `literal` only such tiles may be taken (URTOWN-CAPTURE-1 to -3).
    """
    tiles = of_colour(state, colour)
    rest = crowded(tiles)
    takeable = minus(tiles, rest)
    if state.literal:
        return takeable
    while not is_empty(rest):
        square = first(rest)
        rest = without_first(rest)
        if not splits(tiles, square):
            takeable = union(takeable, single(square))
    return takeable


@compiled
def settle(state: State, colour: int) -> None:
    """Work out anew what may be captured of a colour whose tiles have changed."""
    low, high = may_be_taken(state, colour)
    state.takeable[colour, 0] = low
    state.takeable[colour, 1] = high


@compiled
def capture(state: State, square: int) -> None:
    """Take the tile on a square out of play, face up before the captor (URTOWN-CAPTURE-4)."""
    colour = colour_at(state, square)
    state.captured[state.to_move, colour] |= only(tile_at(state, square))
    low, high = minus(of_colour(state, colour), single(square))
    state.tiles[colour, 0] = low
    state.tiles[colour, 1] = high
    settle(state, colour)


@compiled
def pieces_left(state: State, square: int) -> Squares:
    """Return what would be left of a group if the tile on a square were taken."""
    tiles = of_colour(state, colour_at(state, square))
    return minus(flood(BOARD, single(square), tiles), single(square))
