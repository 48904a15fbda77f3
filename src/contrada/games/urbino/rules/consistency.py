"""Whether a position read from text is possible in a game."""

from __future__ import annotations

import numpy as np

from contrada.errors import NotationError
from contrada.games.urbino.rules.refusals import DISTRICT_3, RULE_IDS, TWIN_1, TWIN_2
from contrada.games.urbino.rules.repositioning import can_build_here, can_build_somehow
from contrada.games.urbino.rules.sites import twin_squares
from contrada.games.urbino.rules.state import (
    ARCHITECT,
    BLACK,
    BOARD,
    BUILD,
    BUILDINGS,
    DUE_WORDS,
    FIRST,
    HOUSE,
    NAME,
    NO_SQUARE,
    NOBODY,
    OVER,
    TOWER,
    WHITE,
    built,
    of_kind,
    of_seat,
)
from contrada.kernel.boards import (
    first,
    flood,
    intersection,
    is_empty,
    is_joined,
    meet,
    minus,
    single,
    to_list,
)
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.refusals import PERMITTED


@compiled
def breach(state: State) -> int:
    """Return a rule that the buildings on the board break together, or PERMITTED.

    This cannot happen in play; it checks positions read from text.
    """
    for kind in range(HOUSE, TOWER + 1):
        if meet(of_kind(state, kind), twin_squares(state, kind)):
            return TWIN_1 if kind == TOWER else TWIN_2
    rest = built(state)
    while not is_empty(rest):
        district = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, district)
        for seat in range(BLACK, WHITE + 1):
            blocks = intersection(district, of_seat(state, seat))
            if not is_joined(BOARD, blocks):
                return DISTRICT_3
    return PERMITTED


def squares_built(state: State) -> list[int]:
    """List the squares of all buildings (plain Python)."""
    low, high = np.bitwise_or.reduce(state.buildings, axis=(0, 1))
    return to_list((low, high))


def squares_of_architects(state: State) -> list[int]:
    """List the squares of the architects placed so far (plain Python)."""
    return [int(square) for square in state.architects if square != NO_SQUARE]


def check_position(state: State) -> None:
    """Refuse what is not possible in a game."""
    built = len(squares_built(state))
    _check_due(state, len(squares_of_architects(state)), built)
    broken = breach(state)
    if broken != PERMITTED:
        raise NotationError(f"the buildings break {RULE_IDS[broken]}")
    if built:
        _check_skips(state)


def _check_due(state: State, stand: int, built: int) -> None:
    """Refuse a stage of the game that does not fit what is on the board."""
    due, seat = int(state.due), int(state.to_move)
    word = DUE_WORDS[due]
    if due in (ARCHITECT, NAME, FIRST):
        wanted = {ARCHITECT: seat, NAME: 2, FIRST: 2}[due]
        if built or stand != wanted or seat == NOBODY or (due == NAME and seat):
            raise NotationError(
                f"{word!r} cannot be due with this seat to move, {stand} of 2 architects placed "
                f"and {built} of {BUILDINGS} buildings built"
            )
        if state.skips:
            raise NotationError("nobody can have skipped before the first building")
    elif stand != 2 or not built:
        raise NotationError(
            f"{word!r} cannot be due before both architects and a building are placed"
        )
    elif (due == OVER) != (seat == NOBODY):
        raise NotationError("the game is over if, and only if, nobody is to move")


def _check_skips(state: State) -> None:
    """Refuse skips that were not forced; a skip changes nothing, so this can still be checked."""
    due, seat = int(state.due), int(state.to_move)
    skips = int(state.skips)
    if due == BUILD and (skips or not can_build_here(state)):
        raise NotationError("'build' is due only if the seat can build and nobody has skipped")
    if (due == OVER) != (skips == 2):
        raise NotationError("the game is over if, and only if, both have just skipped")
    skipped = {0: [], 1: [1 - seat], 2: [BLACK, WHITE]}[skips]
    for other in skipped:
        state.to_move = other
        could_build = can_build_somehow(state)
        state.to_move = seat
        if could_build:
            name = ("Black", "White")[other]
            raise NotationError(f"{name} cannot have skipped: {name} could build")
