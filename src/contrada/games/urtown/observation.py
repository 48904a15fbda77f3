"""Positions of Urtown as tensors: a plane for each colour, then tiles, racks and piles.

Colours are in the order of their owners, starting with the seat that looks.
"""

from __future__ import annotations

from pathlib import Path

from contrada.games.contract import Observation
from contrada.games.tensors import Field, Tensor, copy_row, mark_squares, mark_word, starts, turned
from contrada.games.urtown.rules.state import (
    MOST_COLOURS,
    MOST_SEATS,
    NOBODY,
    PILE,
    SQUARES,
    TILES,
    colours,
    colours_each,
    of_colour,
    owner,
)
from contrada.kernel.bits import ONE, ZERO, count_ones, whole
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

FIELDS = (
    Field("colours", (MOST_COLOURS, 9, 9), 1, "the tiles on the board, by colour, yours first"),
    Field("lying", (9, 9), TILES, "which tile lies there, from 1 on", category=True),
    Field(
        "racks",
        (MOST_COLOURS, TILES),
        2,
        "tiles of a rack that you know: 2 if everyone was shown them, 1 if not",
        category=True,
    ),
    Field(
        "captured",
        (MOST_COLOURS, TILES),
        MOST_SEATS,
        "who has captured the tile: 1 is you, 2 the next seat",
        category=True,
    ),
    Field("rack_sizes", (MOST_COLOURS,), TILES, "tiles on the rack"),
    Field("pile_sizes", (MOST_COLOURS,), PILE, "tiles in the pile"),
    Field("to_move", (MOST_SEATS,), 1, "you, the next seat and so on; nobody at the end"),
    Field("seats", (), MOST_SEATS, "how many there are", low=2),
    Field("seat", (), MOST_SEATS - 1, "your seat"),
    Field("singletons", (), 1, "the option capture"),
    Field("blockers", (), 1, "the option scoring"),
)
(
    COLOURS,
    LYING,
    RACKS,
    CAPTURED,
    RACK_SIZES,
    PILE_SIZES,
    MOVER,
    SEATS,
    SEAT,
    SINGLETONS,
    BLOCKERS,
    SIZE,
) = constants(*starts(FIELDS))
KNOWN, SHOWN, ALL_SQUARES = constants(1, 2, SQUARES)


@compiled
def observe_colour(state: State, seat: int, colour: int, place: int, tensor: Tensor) -> None:
    """Write the tiles of a colour: on the board, captured, on the rack as far as it is known."""
    mark_squares(tensor, COLOURS + SQUARES * place, of_colour(state, colour))
    row = TILES * place
    for captor in range(state.seats):
        by = ONE + turned(whole(captor), seat, whole(state.seats))
        mark_word(tensor, CAPTURED + row, state.captured[captor, colour], by)
    if owner(state, colour) == seat or state.pile_sizes[colour] == 0 or state.to_move == NOBODY:
        mark_word(tensor, RACKS + row, state.racks[colour], KNOWN)
    mark_word(tensor, RACKS + row, state.shown[colour], SHOWN)
    tensor[RACK_SIZES + place] = count_ones(state.racks[colour])
    tensor[PILE_SIZES + place] = state.pile_sizes[colour]


@compiled
def observe(state: State, seat: int, tensor: Tensor) -> None:
    """Write the position as a seat may know it into a tensor of zeros."""
    in_play = colours(state)
    for colour in range(in_play):
        place = turned(colour, seat * colours_each(state), in_play)
        observe_colour(state, seat, colour, place, tensor)
    copy_row(tensor, LYING, state.lying, ZERO, ALL_SQUARES, ONE)
    if state.to_move != NOBODY:
        tensor[MOVER + turned(whole(state.to_move), seat, whole(state.seats))] = 1
    tensor[SEATS] = state.seats
    tensor[SEAT] = seat
    tensor[SINGLETONS] = state.singletons
    tensor[BLOCKERS] = state.blockers


OBSERVATION = Observation(observe, (Path(__file__),))
