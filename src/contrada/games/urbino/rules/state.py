"""The record of a position, what can be due in it, and what is where."""

from __future__ import annotations

import numpy as np

from contrada.kernel import boards
from contrada.kernel.boards import NOWHERE, Squares, minus, single, union
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

BOARD = boards.board(9, 9)
SQUARES = 81

BLACK, WHITE, NOBODY = constants(0, 1, -1)
LOWER, UPPER = constants(0, 1)  # the architects, by their squares
HOUSE, PALACE, TOWER = constants(0, 1, 2)
SUPPLY = np.array([18, 6, 3], np.int64)  # URBINO-SETUP-1
BUILDINGS = 2 * (18 + 6 + 3)

# What comes next: an architect (set-up), naming, the first building, a turn, the turn's building.
ARCHITECT, NAME, FIRST, TURN, BUILD, OVER = constants(*range(6))
DUE_WORDS = ("architect", "name", "first", "turn", "build", "over")

NO_SQUARE, NONE_YET = constants(-1, 0)

STATE = np.dtype(
    [
        ("buildings", np.uint64, (2, 3, 2)),  # [seat, kind]: a set of squares
        ("architects", np.int64, (2,)),  # the lower square first: they are alike
        ("supply", np.int64, (2, 3)),  # [seat, kind]
        ("due", np.int64),
        ("to_move", np.int64),
        ("skips", np.int64),  # in a row, just now
        ("monuments", np.int64),
    ],
    align=True,
)


@compiled
def standing_of(state: State, seat: int, kind: int) -> Squares:
    """Return the squares of a seat's buildings of one kind."""
    return state.buildings[seat, kind, 0], state.buildings[seat, kind, 1]


@compiled
def of_kind(state: State, kind: int) -> Squares:
    """Return the squares of both seats' buildings of one kind."""
    return union(standing_of(state, BLACK, kind), standing_of(state, WHITE, kind))


@compiled
def of_seat(state: State, seat: int) -> Squares:
    """Return the squares of all buildings of one seat."""
    low = union(standing_of(state, seat, HOUSE), standing_of(state, seat, PALACE))
    return union(low, standing_of(state, seat, TOWER))


@compiled
def built(state: State) -> Squares:
    """Return the squares of all buildings."""
    return union(of_seat(state, BLACK), of_seat(state, WHITE))


@compiled
def architects(state: State) -> Squares:
    """Return the squares of the architects placed so far."""
    stand = NOWHERE
    for architect in range(2):
        if state.architects[architect] != NO_SQUARE:
            stand = union(stand, single(state.architects[architect]))
    return stand


@compiled
def unoccupied(state: State) -> Squares:
    """Return the squares with neither building nor architect (URBINO-LOT-2)."""
    return minus(minus(BOARD.everywhere, built(state)), architects(state))
