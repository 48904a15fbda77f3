"""Positions of Urbino as tensors: the board as planes, then the supply and what is due."""

from __future__ import annotations

from pathlib import Path

from contrada.games.contract import Observation
from contrada.games.tensors import Field, Tensor, mark_squares, starts
from contrada.games.urbino.rules.state import (
    DUE_WORDS,
    HOUSE,
    NO_SQUARE,
    NOBODY,
    SUPPLY,
    TOWER,
    standing_of,
)
from contrada.kernel.bits import ONE, ZERO
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

FIELDS = (
    Field("buildings", (2, 3, 9, 9), 1, "of you, then your opponent: houses, palaces, towers"),
    Field("architects", (9, 9), 1, "both architects"),
    Field("supply", (2, 3), int(SUPPLY.max()), "your houses, palaces and towers left, then theirs"),
    Field("due", (len(DUE_WORDS),), 1, ", ".join(DUE_WORDS)),
    Field("to_move", (2,), 1, "you, your opponent; nobody when the game is over"),
    Field("seat", (), 1, "your seat: 0 is Black"),
    Field("skips", (), 2, "in a row, just now"),
    Field("monuments", (), 1, "the option"),
)
BUILDINGS, ARCHITECTS, LEFT, DUE, MOVER, SEAT, SKIPS, MONUMENTS, SIZE = constants(*starts(FIELDS))


@compiled
def observe_side(state: State, seat: int, side: int, tensor: Tensor) -> None:
    """Write the buildings and the supply of a seat."""
    for kind in range(HOUSE, TOWER + 1):
        row = 3 * side + kind
        mark_squares(tensor, BUILDINGS + 81 * row, standing_of(state, seat, kind))
        tensor[LEFT + row] = state.supply[seat, kind]


@compiled
def observe(state: State, seat: int, tensor: Tensor) -> None:
    """Write the position for a seat into a tensor of zeros."""
    observe_side(state, seat, ZERO, tensor)
    observe_side(state, 1 - seat, ONE, tensor)
    for architect in range(2):
        if state.architects[architect] != NO_SQUARE:
            tensor[ARCHITECTS + state.architects[architect]] = 1
    tensor[DUE + state.due] = 1
    if state.to_move != NOBODY:
        tensor[MOVER + int(state.to_move != seat)] = 1
    tensor[SEAT] = seat
    tensor[SKIPS] = state.skips
    tensor[MONUMENTS] = state.monuments


OBSERVATION = Observation(observe, (Path(__file__),), symmetric=True)
