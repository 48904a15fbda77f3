"""What a seat cannot see: redealing it, and which decisions reveal some of it."""

from __future__ import annotations

import numpy as np

from contrada.games.urtown.rules.placing import somebody_can_place
from contrada.games.urtown.rules.state import (
    NO_TILES,
    NOBODY,
    NONE_YET,
    TILES,
    colours,
    in_pile,
    is_finished,
    owner,
)
from contrada.games.urtown.rules.tiles import only, without_first_tile
from contrada.kernel.bits import count_ones, lowest_one
from contrada.kernel.chance import Generator, shuffle
from contrada.kernel.jit import allocating, compiled
from contrada.kernel.operations import State


@compiled
def shuffle_pile(state: State, colour: int, generator: Generator) -> None:
    """Shuffle a pile so that the new order says nothing about the old one."""
    tiles = NO_TILES
    for place in range(state.pile_sizes[colour]):
        tiles |= only(in_pile(state, colour, place))
    for place in range(state.pile_sizes[colour]):
        state.piles[colour, place] = lowest_one(tiles)
        tiles = without_first_tile(tiles)
    shuffle(generator, state.piles[colour], state.pile_sizes[colour])


@allocating
def deal_unseen(state: State, colour: int, generator: Generator) -> None:
    """Redeal the tiles that only the owner or nobody knows, between rack and pile."""
    unseen = np.empty(TILES, np.int64)
    size = NONE_YET
    hidden = state.racks[colour] & ~state.shown[colour]
    in_rack = count_ones(hidden)
    for place in range(state.pile_sizes[colour]):
        hidden |= only(in_pile(state, colour, place))
    while hidden != NO_TILES:
        unseen[size] = lowest_one(hidden)
        hidden = without_first_tile(hidden)
        size += 1
    shuffle(generator, unseen, size)
    state.racks[colour] = state.shown[colour]
    for place in range(in_rack):
        state.racks[colour] |= only(unseen[place])
    for place in range(in_rack, size):
        state.piles[colour, place - in_rack] = unseen[place]


@compiled
def reimagine(state: State, seat: int, generator: Generator) -> None:
    """Redeal, in place, what the seat cannot see: others' racks and all piles.

    While the game goes on, everyone knows that some seat can place a tile, so deals in which
    none could are dealt again. At the end the racks are shown; only the order of the piles is
    unknown.
    """
    over = state.to_move == NOBODY
    while True:
        for colour in range(colours(state)):
            if over or owner(state, colour) == seat or is_finished(state, colour):
                shuffle_pile(state, colour, generator)
            else:
                deal_unseen(state, colour, generator)
        if over or somebody_can_place(state):
            return


@compiled
def revealed(before: State, after: State) -> bool:
    """Whether a decision showed something hidden: a drawn tile, a rack, or all at the end."""
    if after.to_move == NOBODY:
        return True
    nothing_placed = True
    for colour in range(colours(before)):
        drawn = after.pile_sizes[colour] != before.pile_sizes[colour]
        finished = is_finished(after, colour) and not is_finished(before, colour)
        if drawn or (finished and before.seats == 2):
            return True
        nothing_placed &= bool(after.placed[colour] == before.placed[colour])
    return nothing_placed  # then it was a skip, which shows the rack
