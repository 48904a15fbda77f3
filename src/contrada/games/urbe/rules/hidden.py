"""What a seat cannot see: redealing it, and which decisions reveal some of it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbe.components import ADVANCED, STARTING
from contrada.games.urbe.rules.setup import give_advanced
from contrada.games.urbe.rules.state import (
    DECREES,
    DECREES_EACH,
    FIRST_GREY,
    GREY_TILES,
    GREY_USED,
    MARKET_SIZE,
    OVER,
    TILES,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.chance import Generator, next_word, shuffle, start_fast
from contrada.kernel.jit import allocating, compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import by_seats
from contrada.kernel.sets import has, size_of


@allocating
def hide_decrees(state: State, seat: int, generator: Generator) -> npt.NDArray[np.int64]:
    """Shuffle the decrees that a seat does not have: the starting ones, then the advanced ones."""
    unseen = np.empty(DECREES - DECREES_EACH, np.int64)
    size = ZERO
    for decree in range(DECREES):
        mine = False
        for which in range(DECREES_EACH):
            mine |= bool(state.decrees[seat, which] == decree)
        if not mine:
            unseen[size] = decree
            size += 1
    shuffle(generator, unseen, whole(STARTING - 1))
    shuffle(generator, unseen[STARTING - 1 :], whole(ADVANCED - 2))
    return unseen


@allocating
def deal_unseen_decrees(state: State, seat: int, generator: Generator) -> None:
    """Redeal the others' decrees, starting and advanced ones separately."""
    unseen = hide_decrees(state, seat, generator)
    starting, advanced = ZERO, whole(STARTING - 1)
    for other in range(state.seats):
        if other != seat:
            state.decrees[other, 0] = unseen[starting]
            give_advanced(state, whole(other), unseen[advanced], unseen[advanced + 1])
            starting += 1
            advanced += 2


@compiled
def box_is_known(state: State) -> bool:
    """Whether the pile has been rebuilt: then everyone has seen every tile outside the box."""
    in_play = FIRST_GREY + by_seats(state, GREY_USED)
    return bool(whole(state.round_number) * by_seats(state, MARKET_SIZE) > in_play)


@allocating
def deal_unseen_box(state: State, generator: Generator, unseen: npt.NDArray[np.bool_]) -> None:
    """Move unseen grey tiles into the box until it has its number of them."""
    grey = np.empty(GREY_TILES, np.int64)
    size = ZERO
    for which in range(GREY_TILES):
        if unseen[FIRST_GREY + which]:
            grey[size] = which
            size += 1
    shuffle(generator, grey, size)
    boxed = size_of(whole(state.box))
    state.box = 0
    for place in range(boxed):
        state.box |= ONE << grey[place]
        unseen[FIRST_GREY + grey[place]] = False


@allocating
def deal_unseen_tiles(state: State, generator: Generator) -> None:
    """Redeal the pile and the box.

    Tiles are sorted first, so that the deal depends on what is unseen and not on where it was.
    """
    unseen = np.zeros(TILES, np.bool_)
    for place in range(state.pile_size):
        unseen[state.pile[place]] = True
    if not box_is_known(state):
        for which in range(GREY_TILES):
            unseen[FIRST_GREY + which] |= has(whole(state.box), which)
        deal_unseen_box(state, generator, unseen)
    size = ZERO
    for tile in range(TILES):
        if unseen[tile]:
            state.pile[size] = tile
            size += 1
    shuffle(generator, state.pile, size)


@compiled
def reimagine(state: State, seat: int, generator: Generator) -> None:
    """Redeal, in place, what the seat cannot see: others' decrees, the pile and the box.

    How tiles will be shuffled and decrees dealt is hidden too.
    """
    start_fast(state.random, next_word(generator))
    if state.round_number > 0 and state.due != OVER:
        deal_unseen_decrees(state, seat, generator)
    deal_unseen_tiles(state, generator)


@compiled
def revealed(before: State, after: State) -> bool:
    """Whether a decision has shown what was hidden: decrees, a new market, or all at the end."""
    return bool(after.round_number != before.round_number or after.due == OVER)
