"""What may be done, doing it, and whose turn is next (URTOWN-SKIP-1, -2, END-1, -2)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urtown.rules.decisions import (
    DECISION_OF,
    PER_COLOUR,
    SKIP,
    SQUARE_OF,
    TILE_OF,
    colour_to_play,
)
from contrada.games.urtown.rules.placing import can_place, open_to, place, tiles_to_place
from contrada.games.urtown.rules.state import (
    NO_TILES,
    NOBODY,
    NONE_YET,
    colours_each,
    has_finished,
    is_finished,
)
from contrada.games.urtown.rules.tiles import fitting, without_first_tile
from contrada.kernel.bits import Word, lowest_one
from contrada.kernel.boards import intersection
from contrada.kernel.decisions import BITS
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State

_ONE = np.uint64(1)


@compiled
def to_move(state: State) -> int:
    """Return the seat that decides next, or -1 when the game is over."""
    return state.to_move  # type: ignore[no-any-return]


@compiled
def turn_begins(state: State) -> bool:  # noqa: ARG001 - every turn is one decision
    """Whether the next decision is the first of a turn."""
    return True


@compiled
def write_placements(
    decisions: npt.NDArray[np.int64], size: int, which: int, tile: int, begin: int, word: Word
) -> int:
    """Append the placements of a tile on each square of a word, the first of which is `begin`."""
    while word != 0:
        # Unsigned: for a signed index, compiled code asks whether it counts from the end.
        square = np.uint64(begin + lowest_one(word))
        decisions[np.uint64(size)] = which * PER_COLOUR + DECISION_OF[np.uint64(tile), square]
        word &= word - _ONE
        size += 1
    return size


@compiled
def legal(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the legal decisions in rising order; return how many there are."""
    if state.to_move == NOBODY:
        return NONE_YET
    squares = open_to(state, state.to_move)
    size = NONE_YET
    for which in range(colours_each(state)):
        colour = colour_to_play(state, which)
        tiles = tiles_to_place(state, colour)
        while tiles != NO_TILES:
            tile = lowest_one(tiles)
            tiles = without_first_tile(tiles)
            low, high = intersection(fitting(tile), squares)
            size = write_placements(decisions, size, which, tile, NONE_YET, low)
            size = write_placements(decisions, size, which, tile, BITS, high)
    if size == NONE_YET:
        decisions[0] = SKIP
        size += 1
    return size


@compiled
def show_racks(state: State) -> None:
    """Show the racks of the seat that skips (URTOWN-SKIP-2)."""
    for which in range(colours_each(state)):
        colour = colour_to_play(state, which)
        if not is_finished(state, colour):
            state.shown[colour] = state.racks[colour]


@compiled
def pass_turn(state: State) -> None:
    """Let the next seat that has not finished move; end the game if nobody can place."""
    seat = state.to_move
    following = NOBODY
    for step in range(1, state.seats + 1):
        other = (seat + step) % state.seats
        if following == NOBODY and not has_finished(state, other):
            following = other
        if following != NOBODY and can_place(state, other):
            state.to_move = following
            return
    state.to_move = NOBODY


@compiled
def apply(state: State, decision: int) -> None:
    """Carry out a legal decision in place."""
    if decision == SKIP:
        show_racks(state)
    else:
        which, rest = divmod(decision, PER_COLOUR)
        place(state, colour_to_play(state, which), TILE_OF[rest], SQUARE_OF[rest])
    pass_turn(state)
