"""Where a tile may be placed, placing it, and drawing the next (URTOWN-PLACE-1 to -3, DRAW-1)."""

from __future__ import annotations

from contrada.games.urtown.rules.capturing import capture, settle
from contrada.games.urtown.rules.state import (
    NO_TILE,
    NO_TILES,
    capturable_of,
    colours,
    colours_each,
    empty_squares,
    in_pile,
    is_finished,
    of_colour,
    owner,
)
from contrada.games.urtown.rules.tiles import fitting, only, without_first_tile
from contrada.kernel.bits import Word, lowest_one
from contrada.kernel.boards import Squares, meet, single, union
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def open_to(state: State, seat: int) -> Squares:
    """Return the squares where a seat may place a tile that fits (URTOWN-PLACE-2, -3, DUO-3)."""
    squares = empty_squares(state)
    for colour in range(colours(state)):
        if owner(state, colour) != seat:
            squares = union(squares, capturable_of(state, colour))
    return squares


@compiled
def tiles_to_place(state: State, colour: int) -> Word:
    """Return the tiles on a colour's rack, or none once it is finished (URTOWN-END-1, DUO-2)."""
    return NO_TILES if is_finished(state, colour) else state.racks[colour]


@compiled
def can_place(state: State, seat: int) -> bool:
    """Whether a seat with an unfinished colour has a tile that fits somewhere."""
    squares = open_to(state, seat)
    for colour in range(seat * colours_each(state), (seat + 1) * colours_each(state)):
        rest = tiles_to_place(state, colour)
        while rest != NO_TILES:
            if meet(fitting(lowest_one(rest)), squares):
                return True
            rest = without_first_tile(rest)
    return False


@compiled
def somebody_can_place(state: State) -> bool:
    """Whether the game goes on (URTOWN-SKIP-1)."""
    for seat in range(state.seats):  # noqa: SIM110 - compiled code has no generators
        if can_place(state, seat):
            return True
    return False


@compiled
def draw(state: State, colour: int) -> None:
    """Draw a tile of the colour just placed, if there is one (URTOWN-DRAW-1, DUO-2)."""
    if state.pile_sizes[colour] > 0:
        state.pile_sizes[colour] -= 1
        top = state.pile_sizes[colour]
        state.racks[colour] |= only(in_pile(state, colour, top))
        state.piles[colour, top] = NO_TILE


@compiled
def place(state: State, colour: int, tile: int, square: int) -> None:
    """Place a tile, capturing the one there if any, and draw."""
    if state.lying[square] != NO_TILE:
        capture(state, square)
    state.lying[square] = tile
    low, high = union(of_colour(state, colour), single(square))
    state.tiles[colour, 0] = low
    state.tiles[colour, 1] = high
    state.racks[colour] &= ~only(tile)
    state.shown[colour] &= ~only(tile)
    state.placed[colour] += 1
    settle(state, colour)
    draw(state, colour)
    if state.seats == 2 and is_finished(state, colour):
        state.shown[colour] = NO_TILES  # the rack is set aside, face up (URTOWN-DUO-2)
