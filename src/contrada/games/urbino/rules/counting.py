"""Counts full turns and chooses one at random, without listing them."""

from __future__ import annotations

import numpy as np

from contrada.games.urbino.rules.decisions import NAME_BLACK, NAME_WHITE
from contrada.games.urbino.rules.lots import lots, sight
from contrada.games.urbino.rules.operations import (
    apply,
    begin_building,
    erect,
    place_architect,
    put_architects,
    skip,
)
from contrada.games.urbino.rules.repositioning import shares_lot
from contrada.games.urbino.rules.sites import sites_of_each_kind
from contrada.games.urbino.rules.state import (
    ARCHITECT,
    HOUSE,
    LOWER,
    NAME,
    NO_SQUARE,
    NONE_YET,
    OVER,
    TOWER,
    TURN,
    UPPER,
    built,
    unoccupied,
)
from contrada.kernel.boards import (
    NOWHERE,
    Squares,
    contains,
    count,
    first,
    intersection,
    is_empty,
    nth,
    single,
    union,
    without_first,
)
from contrada.kernel.chance import Generator, below
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

(MANY,) = constants(1 << 40)  # more turns than any position has


@compiled
def kinds_at(square: int, each: tuple[Squares, Squares, Squares]) -> int:
    """Count the kinds that may stand on a square."""
    kinds = np.int64(0)
    for kind in range(HOUSE, TOWER + 1):
        kinds += contains(each[kind], square)
    return kinds  # type: ignore[return-value]


@compiled
def count_buildings(here: Squares, each: tuple[Squares, Squares, Squares]) -> int:
    """Count what can be built on these lots."""
    house, palace, tower = each
    low = count(intersection(here, house)) + count(intersection(here, palace))
    return low + count(intersection(here, tower))


@compiled
def count_repositionings(
    state: State, goes: int, each: tuple[Squares, Squares, Squares], limit: int
) -> tuple[int, int, Squares]:
    """Count the turns that reposition this architect, lot by lot, until they exceed a limit.

    Return how many turns come before the lot where they do, that lot, and where the architect may
    go to share it; or, if they stay within the limit, how many there are and NO_SQUARE.
    """
    buildings, free = built(state), unoccupied(state)
    stays = state.architects[1 - goes]
    before = np.int64(0)
    house, palace, tower = each
    rest = intersection(sight(stays, buildings), union(house, union(palace, tower)))
    while not is_empty(rest):
        lot = first(rest)
        rest = without_first(rest)
        squares = shares_lot(stays, lot, buildings, free)
        turns = count(squares) * kinds_at(lot, each)
        if before + turns > limit:
            return before, lot, squares  # type: ignore[return-value]
        before += turns
    return before, NO_SQUARE, NOWHERE  # type: ignore[return-value]


@compiled
def count_parts(state: State, each: tuple[Squares, Squares, Squares]) -> tuple[int, int, int]:
    """Count the turns that reposition no architect, the lower one, and the upper one."""
    staying = count_buildings(lots(state), each)
    if state.due != TURN:
        return staying, NONE_YET, NONE_YET
    lower_going, _, _ = count_repositionings(state, LOWER, each, MANY)
    upper_going, _, _ = count_repositionings(state, UPPER, each, MANY)
    return staying, lower_going, upper_going


@compiled
def count_turns(state: State) -> int:
    """Count the full turns of the seat to move."""
    if state.due == OVER:
        return 0
    if state.due == ARCHITECT:
        return count(unoccupied(state))
    staying, lower_going, upper_going = count_parts(state, sites_of_each_kind(state, state.to_move))
    if state.due == NAME:
        return staying + 1  # or naming White
    return max(staying + lower_going + upper_going, 1)  # or skipping


@compiled
def erect_nth(
    state: State, here: Squares, each: tuple[Squares, Squares, Squares], index: int
) -> None:
    """Build the one with this index among those possible on some lots."""
    for kind in range(HOUSE, TOWER + 1):
        squares = intersection(here, each[kind])
        if index < count(squares):
            erect(state, kind, nth(squares, index))
            return
        index -= count(squares)


@compiled
def go_and_erect_nth(
    state: State, goes: int, each: tuple[Squares, Squares, Squares], index: int
) -> None:
    """Play the turn with this index among those that reposition an architect."""
    before, lot, squares = count_repositionings(state, goes, each, index)
    kind, place = divmod(index - before, count(squares))
    put_architects(state, nth(squares, place), state.architects[1 - goes])
    begin_building(state)
    erect_nth(state, single(lot), each, kind)


@compiled
def play_random_turn(state: State, generator: Generator) -> None:
    """Play one of the full turns, each equally likely."""
    if state.due == ARCHITECT:
        free = unoccupied(state)
        place_architect(state, nth(free, below(generator, count(free))))
        return
    each = sites_of_each_kind(state, state.to_move)
    staying, lower_going, upper_going = count_parts(state, each)
    naming = int(state.due == NAME)
    index = below(generator, max(staying + naming + lower_going + upper_going, 1))
    if index < staying:
        if naming:
            apply(state, NAME_BLACK)
        elif state.due == TURN:
            begin_building(state)
        erect_nth(state, lots(state), each, index)
    elif naming:
        apply(state, NAME_WHITE)
    elif index < staying + lower_going:
        go_and_erect_nth(state, LOWER, each, index - staying)
    elif index < staying + lower_going + upper_going:
        go_and_erect_nth(state, UPPER, each, index - staying - lower_going)
    else:
        skip(state)
