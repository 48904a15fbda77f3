"""The record of a position of Urtown, and what can be read off it."""

from __future__ import annotations

import numpy as np

from contrada.kernel import boards
from contrada.kernel.bits import whole
from contrada.kernel.boards import Squares, contains, minus
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

BOARD = boards.board(9, 9)
SQUARES = 81

# URTOWN-TILES-1: numbers, letters, symbols, money; a set of them is one word.
TILES = 28
NUMBER, LETTER, SYMBOL, MONEY = constants(0, 9, 18, 27)

NO_TILES = np.uint64(0)

MOST_SEATS = 5
MOST_COLOURS = 5
RACK = 5  # URTOWN-SETUP-1
PILE = TILES - RACK
PLACEMENTS = PILE + 1  # URTOWN-END-1: the pile goes, then one more

NOBODY, NO_TILE, NO_COLOUR, NONE_YET = constants(-1, -1, -1, 0)

STATE = np.dtype(
    [
        ("tiles", np.uint64, (MOST_COLOURS, 2)),  # [colour]: the squares of its tiles
        ("capturable", np.uint64, (MOST_COLOURS, 2)),  # [colour]: of these, what may be captured
        ("racks", np.uint64, (MOST_COLOURS,)),  # [colour]: a set of tiles
        ("shown", np.uint64, (MOST_COLOURS,)),  # [colour]: tiles of the rack that everyone knows
        ("captured", np.uint64, (MOST_SEATS, MOST_COLOURS)),  # [captor, colour]: a set of tiles
        ("pile_sizes", np.int64, (MOST_COLOURS,)),
        ("placed", np.int64, (MOST_COLOURS,)),
        ("seats", np.int64),
        ("to_move", np.int64),
        ("singletons", np.int64),  # option capture
        ("blockers", np.int64),  # option scoring
        ("lying", np.int8, (SQUARES,)),  # [square]: the tile there, or NO_TILE
        ("piles", np.int8, (MOST_COLOURS, PILE)),  # [colour]: the next tile is the last one
        ("unused", np.int8, (4,)),  # fills the record up: padding would not be copied reliably
    ],
    align=True,
)

# --- Tiles and squares ---------------------------------------------------------------------------


@compiled
def tile_at(state: State, square: int) -> int:
    """Return the tile on a square, or NO_TILE."""
    return whole(state.lying[square])


@compiled
def in_pile(state: State, colour: int, place: int) -> int:
    """Return a tile of a pile, counted from its bottom."""
    return whole(state.piles[colour, place])


@compiled
def of_colour(state: State, colour: int) -> Squares:
    """Return the squares of one colour's tiles."""
    return state.tiles[colour, 0], state.tiles[colour, 1]


@compiled
def capturable_of(state: State, colour: int) -> Squares:
    """Return the squares of one colour's tiles that may be captured."""
    return state.capturable[colour, 0], state.capturable[colour, 1]


@compiled
def colour_at(state: State, square: int) -> int:
    """Return the colour of the tile on a square, or NO_COLOUR."""
    for colour in range(MOST_COLOURS):
        if contains(of_colour(state, colour), square):
            return colour
    return NO_COLOUR


@compiled
def empty_squares(state: State) -> Squares:
    """Return the squares without a tile."""
    rest = BOARD.everywhere
    for colour in range(MOST_COLOURS):
        rest = minus(rest, of_colour(state, colour))
    return rest


# --- Seats and colours ---------------------------------------------------------------------------


@compiled
def colours_each(state: State) -> int:
    """Return how many colours a seat plays (URTOWN-DUO-1)."""
    return np.int64(2) if state.seats == 2 else np.int64(1)  # type: ignore[return-value]


@compiled
def colours(state: State) -> int:
    """Return how many colours are in play."""
    return state.seats * colours_each(state)  # type: ignore[no-any-return]


@compiled
def owner(state: State, colour: int) -> int:
    """Return the seat that plays a colour."""
    return colour // colours_each(state)


@compiled
def is_finished(state: State, colour: int) -> bool:
    """Whether the colour's owner has placed the tile after the pile's last (URTOWN-END-1)."""
    return bool(state.placed[colour] == PLACEMENTS)


@compiled
def has_finished(state: State, seat: int) -> bool:
    """Whether all colours of a seat are finished."""
    for colour in range(seat * colours_each(state), (seat + 1) * colours_each(state)):
        if not is_finished(state, colour):
            return False
    return True
