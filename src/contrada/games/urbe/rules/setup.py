"""Setting up, and choosing characters (URBE-SETUP, EIGHT-1)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbe.components import ADVANCED, GUILDS, STARTING
from contrada.games.urbe.rules.market import deal_market
from contrada.games.urbe.rules.rounds import begin_mark, in_turn
from contrada.games.urbe.rules.state import (
    ALL_CARDS,
    CHOOSING_SIDE,
    CHOOSING_USEFUL,
    DECREES,
    FIRST_GREY,
    GREY_TILES,
    GREY_USED,
    INSTEAD,
    NOTHING,
    TILES,
    USEFUL,
    WITHOUT,
    clear,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.chance import Generator, below, shuffle, take_over
from contrada.kernel.jit import allocating, compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import by_seats
from contrada.kernel.sets import has


@allocating
def box_grey_tiles(state: State) -> None:
    """Leave some grey tiles in the box (URBE-SETUP-1)."""
    grey = np.arange(GREY_TILES)
    shuffle(state.random, grey, len(grey))
    for place in range(by_seats(state, GREY_USED), GREY_TILES):
        state.box |= ONE << grey[place]


@allocating
def deal_guilds(state: State) -> None:
    """Deal guilds with their coins (URBE-SETUP-3, -7)."""
    guilds = np.arange(GUILDS)
    shuffle(state.random, guilds, len(guilds))
    for seat in range(state.seats):
        state.guilds[seat] = guilds[seat]
        state.cards[seat] = ALL_CARDS


@compiled
def deal_tiles(state: State) -> None:
    """Shuffle all tiles but those in the box and deal the market (URBE-SETUP-2)."""
    size = ZERO
    for tile in range(TILES):
        if tile < FIRST_GREY or not has(whole(state.box), tile - FIRST_GREY):
            state.pile[size] = tile
            size += 1
    shuffle(state.random, state.pile, size)
    state.pile_size = size
    deal_market(state)


@allocating
def deal_useful(state: State) -> None:
    """Deal two useful characters each (URBE-EIGHT-1)."""
    useful = np.arange(USEFUL)
    shuffle(state.random, useful, len(useful))
    for seat in range(state.seats):
        one, other = useful[2 * seat], useful[2 * seat + 1]
        state.drawn[seat, 0] = min(one, other)
        state.drawn[seat, 1] = max(one, other)


@compiled
def start(state: State, seats: int, options: npt.NDArray[np.int64], generator: Generator) -> None:
    """Set up the market and all seats, all from a generator; decrees are dealt later."""
    clear(state)
    take_over(state.random, generator)
    state.seats = seats
    state.eight = options[0]
    box_grey_tiles(state)
    deal_guilds(state)
    state.first = below(state.random, seats)
    deal_tiles(state)
    if state.eight != WITHOUT:
        deal_useful(state)
    state.fountains_left[0] = STARTING - seats
    state.fountains_left[1] = ADVANCED - 2 * seats
    state.due = CHOOSING_USEFUL if state.eight == INSTEAD else CHOOSING_SIDE
    state.to_move = 0
    state.begins = 1


@compiled
def choose_side(state: State, side: int) -> None:
    """Choose the side of a character (URBE-SETUP-4)."""
    state.sides[state.to_move] = side
    next_character(state)


@compiled
def drawn_by(state: State, seat: int) -> int:
    """Return the useful characters that a seat has to choose from, as a set."""
    found = ZERO
    for which in range(2):
        if state.drawn[seat, which] != NOTHING:
            found |= ONE << whole(state.drawn[seat, which])
    return found


@compiled
def keep_useful(state: State, useful: int) -> None:
    """Keep one of the useful characters drawn, discard the other (URBE-EIGHT-1)."""
    state.useful[state.to_move] = useful
    state.drawn[state.to_move, :] = NOTHING
    next_character(state)


@compiled
def next_character(state: State) -> None:
    """Let the next seat choose a side or a useful character, or begin the first round."""
    state.begins = 1
    state.to_move += 1
    if state.to_move < state.seats:
        return
    state.to_move = 0
    if state.due == CHOOSING_SIDE and state.eight != WITHOUT:
        state.due = CHOOSING_USEFUL
        return
    deal_decrees(state)
    state.round_number = 1
    begin_mark(state)


@allocating
def deal_decrees(state: State) -> None:
    """Deal one starting and two advanced decrees to everyone, in turn order (URBE-SETUP-5, -6)."""
    starting = np.arange(STARTING)
    advanced = np.arange(STARTING, DECREES)
    shuffle(state.random, starting, len(starting))
    shuffle(state.random, advanced, len(advanced))
    for step in range(state.seats):
        seat = in_turn(state, whole(step))
        last = ADVANCED - 1 - 2 * step
        state.decrees[seat, 0] = starting[STARTING - 1 - step]
        give_advanced(state, seat, advanced[last], advanced[last - 1])


@compiled
def give_advanced(state: State, seat: int, one: int, other: int) -> None:
    """Give a seat two advanced decrees."""
    state.decrees[seat, 1] = min(one, other)
    state.decrees[seat, 2] = max(one, other)
