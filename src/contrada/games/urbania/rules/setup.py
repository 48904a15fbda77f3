"""Setting up: the city, hands, pool and piles, all from the seed (URBANIA-SETUP-1 to -4)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbania.rules.piles import fill_pool, rebuild_pile, take_from_pile
from contrada.games.urbania.rules.state import (
    ACTION,
    CENTRE,
    COPIES,
    DISTRICT,
    DISTRICT_SPACES,
    HAND,
    KINDS,
    MOST_SEATS,
    NO_COLOUR,
    NOBODY,
    NOTHING,
    POOL,
    PROJECTS,
    RESIDENTIAL,
    SPACES,
    TILE_TYPE,
    TILES,
)
from contrada.games.urbania.rules.turns import begin_action
from contrada.kernel.bits import ZERO, whole
from contrada.kernel.chance import Generator, below, shuffle, take_over
from contrada.kernel.jit import allocating, compiled
from contrada.kernel.operations import State


@compiled
def clear(state: State) -> None:
    """Take everything off the table."""
    state.project_hands[:] = 0
    state.submitted[:] = 0
    state.points[:] = 0
    state.from_buildings[:] = 0
    state.from_specialists[:] = 0
    state.fees[:] = 0
    state.from_projects[:] = 0
    state.cards_due = 0
    state.swept = 0
    state.acted = 0
    state.idle_turns = 0
    state.target = NOTHING
    state.colour = NO_COLOUR
    state.paid_worth = 0
    state.last_rank = 0
    state.end_turns = 0
    state.pile_size = 0
    state.buildings[:] = 0
    state.specialists[:] = 1
    state.holders[:] = NOBODY
    state.pool[:] = NOTHING
    state.pile[:] = NOTHING
    state.hands[:] = 0
    state.known[:] = 0
    state.tables[:] = 0
    state.paid[:] = 0
    state.discards[:] = 0
    state.left[:] = 0
    state.unsure[:] = 0


@allocating
def deal_city(state: State) -> None:
    """Lay the tiles; those of the centre are renewed and move markers (URBANIA-SETUP-1, -2)."""
    order = np.arange(SPACES)
    shuffle(state.random, order, SPACES)
    state.renewed[0] = DISTRICT_SPACES[CENTRE, 0]
    state.renewed[1] = DISTRICT_SPACES[CENTRE, 1]
    centre, other = ZERO, whole(POOL)
    for space in range(SPACES):
        if DISTRICT[space] == CENTRE:
            tile = TILES[order[centre]]
            centre += 1
            if TILE_TYPE[tile] != RESIDENTIAL:
                state.buildings[TILE_TYPE[tile]] += 1
        else:
            tile = TILES[order[other]]
            other += 1
        state.tiles[space] = tile


@compiled
def deal_cards(state: State) -> None:
    """Deal five resource cards each and the pool; shuffle the projects (URBANIA-SETUP-3)."""
    for kind in range(KINDS):
        state.discards[kind] = COPIES[kind]
    rebuild_pile(state)
    for step in range(state.seats):
        seat = (state.starter + step) % state.seats
        for _ in range(HAND):
            state.hands[seat, take_from_pile(state)] += 1
    fill_pool(state)
    for project in range(PROJECTS):
        state.project_pile[project] = project
    shuffle(state.random, state.project_pile, PROJECTS)
    state.project_pile_size = PROJECTS


@compiled
def start(state: State, seats: int, options: npt.NDArray[np.int64], generator: Generator) -> None:
    """Set up the city, hands, pool and piles, all from a generator."""
    clear(state)
    take_over(state.random, generator)
    state.seats = seats
    state.subsidy = options[0]
    state.politics = options[1]
    for seat in range(MOST_SEATS):
        state.contracts[seat] = state.subsidy and seat < seats
    state.starter = below(state.random, seats)
    state.to_move = state.starter
    deal_city(state)
    deal_cards(state)
    state.actions_left = 2
    state.due = ACTION
    begin_action(state)
