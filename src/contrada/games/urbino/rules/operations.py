"""What is legal, what a decision does, and when a turn begins: every game provides these."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbino.rules.decisions import (
    ERECT,
    NAME_BLACK,
    NAME_WHITE,
    PLACE,
    REPOSITION,
    SKIP,
    STAY,
)
from contrada.games.urbino.rules.lots import lots
from contrada.games.urbino.rules.repositioning import destinations
from contrada.games.urbino.rules.sites import sites_of_any_kind, sites_of_each_kind
from contrada.games.urbino.rules.state import (
    ARCHITECT,
    BLACK,
    BUILD,
    FIRST,
    LOWER,
    NAME,
    NO_SQUARE,
    NOBODY,
    NONE_YET,
    OVER,
    SQUARES,
    TURN,
    UPPER,
    WHITE,
    standing_of,
    unoccupied,
)
from contrada.kernel.boards import intersection, meet, single, union
from contrada.kernel.chance import Generator
from contrada.kernel.decisions import write_squares
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def to_move(state: State) -> int:
    """Return the seat that decides next, or -1 when the game is over."""
    return state.to_move  # type: ignore[no-any-return]


@compiled
def turn_begins(state: State) -> bool:
    """Whether the next decision is the first of a turn.

    Black's naming of Black belongs to the turn in which Black then builds.
    """
    return bool(state.due != BUILD and not (state.due == FIRST and state.to_move == BLACK))


@compiled
def legal_buildings(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write what the seat to move can build with the architects where they are."""
    here = lots(state)
    house, palace, tower = sites_of_each_kind(state, state.to_move)
    size = write_squares(decisions, NONE_YET, ERECT, intersection(here, house))
    size = write_squares(decisions, size, ERECT + SQUARES, intersection(here, palace))
    return write_squares(decisions, size, ERECT + 2 * SQUARES, intersection(here, tower))


@compiled
def legal_placements(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write how the seat to move can begin a turn; skipping if it cannot (URBINO-TURN-5)."""
    ground = sites_of_any_kind(state, state.to_move)
    lower, upper = destinations(state, LOWER, ground), destinations(state, UPPER, ground)
    size = write_squares(decisions, NONE_YET, REPOSITION, lower)
    size = write_squares(decisions, size, REPOSITION + SQUARES, upper)
    if meet(lots(state), ground):
        decisions[size] = STAY
        size += 1
    if size == 0:
        decisions[0] = SKIP
        size = 1
    return size


@compiled
def legal(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the legal decisions in rising order; return how many there are."""
    if state.due == ARCHITECT:
        return write_squares(decisions, NONE_YET, PLACE, unoccupied(state))
    if state.due == NAME:
        decisions[0], decisions[1] = NAME_BLACK, NAME_WHITE
        return 2
    if state.due == TURN:
        return legal_placements(state, decisions)
    if state.due == OVER:
        return 0
    return legal_buildings(state, decisions)


@compiled
def put_architects(state: State, square: int, other: int) -> None:
    """Put the architects on two squares, one of which may be NO_SQUARE."""
    if other != NO_SQUARE and other < square:
        square, other = other, square
    state.architects[0] = square
    state.architects[1] = other


@compiled
def place_architect(state: State, square: int) -> None:
    """Black places the first architect, White the second (URBINO-SETUP-2, -3)."""
    if state.to_move == WHITE:
        state.due = NAME
    put_architects(state, square, state.architects[0])
    state.to_move = 1 - state.to_move


@compiled
def erect(state: State, kind: int, square: int) -> None:
    """Build for the seat to move and pass the turn (URBINO-TURN-2)."""
    seat = state.to_move
    grown = union(standing_of(state, seat, kind), single(square))
    state.buildings[seat, kind, 0] = grown[0]
    state.buildings[seat, kind, 1] = grown[1]
    state.supply[seat, kind] -= 1
    state.to_move = 1 - seat
    state.due = TURN


@compiled
def skip(state: State) -> None:
    """Skip; the second skip in a row ends the game (URBINO-TURN-7)."""
    state.skips += 1
    state.to_move = 1 - state.to_move
    if state.skips == 2:
        state.due = OVER
        state.to_move = NOBODY


@compiled
def begin_building(state: State) -> None:
    """Go on to the building of this turn, which ends any run of skips."""
    state.due = BUILD
    state.skips = 0


@compiled
def apply(state: State, decision: int) -> None:
    """Carry out a legal decision in place."""
    if decision < REPOSITION:
        place_architect(state, decision - PLACE)
    elif decision < STAY:
        architect, square = divmod(decision - REPOSITION, SQUARES)
        put_architects(state, square, state.architects[1 - architect])
        begin_building(state)
    elif decision == STAY:
        begin_building(state)
    elif decision < NAME_BLACK:
        kind, square = divmod(decision - ERECT, SQUARES)
        erect(state, kind, square)
    elif decision == SKIP:
        skip(state)
    else:
        state.due = FIRST
        state.to_move = BLACK if decision == NAME_BLACK else WHITE


@compiled
def reimagine(state: State, seat: int, generator: Generator) -> None:
    """Do nothing: both seats see everything."""


@compiled
def revealed(before: State, after: State) -> bool:  # noqa: ARG001 - every game has this operation
    """Whether a decision has revealed something: never, because nothing is hidden."""
    return False
