"""What is legal, what a decision does, and when a turn begins: every game provides these."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbe.components import CARDS
from contrada.games.urbe.rules.city import LOCATIONS, PAIRS
from contrada.games.urbe.rules.decisions import (
    ARCHBISHOP,
    FLAGS,
    GUILD_ICONS,
    KEEP,
    KEEP_USEFUL,
    MARK,
    MEEPLE,
    NO_ARCHBISHOP,
    NO_SECOND,
    NO_SWAP,
    NO_TREASURER,
    PLACE,
    SECOND,
    SIDE,
    SPEND,
    SWAP,
    USE_TREASURER,
)
from contrada.games.urbe.rules.market import unmarked
from contrada.games.urbe.rules.marking import mark, markable, send_archbishop
from contrada.games.urbe.rules.placing import (
    end_placing,
    go_on_placing,
    is_warehouse,
    locations_for,
    may_swap,
    next_to_place,
    place,
    swap,
)
from contrada.games.urbe.rules.setup import choose_side, drawn_by, keep_useful
from contrada.games.urbe.rules.state import (
    BY_FLAGS,
    BY_GUILDS,
    CHOOSING_MEEPLE,
    CHOOSING_SIDE,
    CHOOSING_USEFUL,
    MARKING,
    PAYING,
    PLACING,
    SENDING_ARCHBISHOP,
    SWAPPING,
    TAKING_SECOND,
)
from contrada.games.urbe.rules.taking import (
    choose_meeple,
    must_spend,
    pay,
    paying_cards,
    second_places,
    spend,
    take_second,
    treasurer_places,
    use_treasurer,
)
from contrada.kernel.bits import ZERO, whole
from contrada.kernel.decisions import write_each, write_one
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover


@compiled
def to_move(state: State) -> int:
    """Return the seat that decides next, or -1 when the game is over."""
    return mover(state)


@compiled
def turn_begins(state: State) -> bool:
    """Whether the next decision is the first of a turn."""
    return bool(state.begins)


@compiled
def write_payments(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write how the tile under the meeple can be paid for."""
    if must_spend(state):
        return write_each(decisions, ZERO, SPEND, whole(state.cards[state.to_move]))
    size = write_each(decisions, ZERO, FLAGS, paying_cards(state, BY_FLAGS))
    return write_each(decisions, size, GUILD_ICONS, paying_cards(state, BY_GUILDS))


@compiled
def write_placings(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write where the tiles that wait can be placed, and keeping them."""
    size = ZERO
    seat = mover(state)
    placed = whole(state.placed[seat])
    may_end = True
    for slot in range(state.waiting_size[seat]):
        tile = whole(state.waiting[seat, slot])
        locations = locations_for(tile, placed)
        size = write_each(decisions, size, PLACE + slot * LOCATIONS, locations)
        may_end = may_end and (locations == 0 or is_warehouse(tile))
    return write_one(decisions, size, KEEP) if may_end else size


@compiled
def write_swaps(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write which tiles can be swapped, and none."""
    size = ZERO
    for pair in range(PAIRS):
        if may_swap(state, mover(state), pair):
            size = write_one(decisions, size, SWAP + pair)
    return write_one(decisions, size, NO_SWAP)


@compiled
def write_characters(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the sides, or the useful characters, to choose from."""
    if state.due == CHOOSING_SIDE:
        return write_each(decisions, ZERO, SIDE, whole(0b11))
    return write_each(decisions, ZERO, KEEP_USEFUL, drawn_by(state, mover(state)))


@compiled
def write_market(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the places, or payments, of marking and taking."""
    if state.due == MARKING:
        return write_each(decisions, ZERO, MARK, markable(state, mover(state)))
    if state.due == SENDING_ARCHBISHOP:
        size = write_each(decisions, ZERO, ARCHBISHOP, unmarked(state))
        return write_one(decisions, size, NO_ARCHBISHOP)
    if state.due == CHOOSING_MEEPLE:
        return write_each(decisions, ZERO, MEEPLE, whole(state.meeples[state.to_move]))
    if state.due == PAYING:
        return write_payments(state, decisions)
    if state.due == TAKING_SECOND:
        size = write_each(decisions, ZERO, SECOND, second_places(state))
        return write_one(decisions, size, NO_SECOND)
    size = write_each(decisions, ZERO, USE_TREASURER, treasurer_places(state))
    return write_one(decisions, size, NO_TREASURER)


@compiled
def legal(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the legal decisions in rising order; return how many there are."""
    if state.due <= CHOOSING_USEFUL:
        return write_characters(state, decisions)
    if state.due < PLACING:
        return write_market(state, decisions)
    if state.due == PLACING:
        return write_placings(state, decisions)
    return write_swaps(state, decisions) if state.due == SWAPPING else ZERO


@compiled
def apply_to_market(state: State, decision: int) -> None:
    """Carry out a decision of marking or taking."""
    if decision < ARCHBISHOP:
        mark(state, decision - MARK)
    elif decision < MEEPLE:
        send_archbishop(state, decision)
    elif decision < FLAGS:
        choose_meeple(state, decision - MEEPLE)
    elif decision < SPEND:
        half, card = divmod(decision - FLAGS, CARDS)
        pay(state, half, card)
    elif decision < SECOND:
        spend(state, decision - SPEND)
    elif decision < USE_TREASURER:
        take_second(state, decision)
    else:
        use_treasurer(state, decision)


@compiled
def apply_to_city(state: State, decision: int) -> None:
    """Carry out a decision of placing."""
    if decision < KEEP:
        slot, location = divmod(decision - PLACE, LOCATIONS)
        place(state, slot, location)
    elif decision > KEEP:
        swap(state, decision)
        next_to_place(state)
    elif end_placing(state, mover(state)):  # GREY-WAREHOUSE: with some that could be placed
        return
    else:
        next_to_place(state)
    go_on_placing(state)


@compiled
def apply(state: State, decision: int) -> None:
    """Carry out a legal decision in place."""
    state.begins = 0
    if decision < KEEP_USEFUL:
        choose_side(state, decision - SIDE)
    elif decision < MARK:
        keep_useful(state, decision - KEEP_USEFUL)
    elif decision < PLACE:
        apply_to_market(state, decision)
    else:
        apply_to_city(state, decision)
