"""What may be done: every legal decision, and whether there is any action."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbania.rules.decisions import (
    DECLINE,
    DRAW_PROJECT,
    HIRE,
    PAY,
    RENEW,
    SUBMIT,
    SWEEP,
)
from contrada.games.urbania.rules.hiring import is_free, may_hire
from contrada.games.urbania.rules.payments import (
    BY_NUMBER,
    PAYABLE,
    RANKS,
    held_for,
    in_hand,
    last_rank_to_complete,
    price,
    rank,
    still_missing,
    suffices,
    worth,
)
from contrada.games.urbania.rules.piles import is_open, may_sweep, some_source_is_open
from contrada.games.urbania.rules.projects import may_submit
from contrada.games.urbania.rules.renewing import may_renew, renewable_spaces
from contrada.games.urbania.rules.state import (
    CARD,
    CARD_SUIT,
    CARD_WORKERS,
    FROM_HAND,
    HIRING,
    KINDS,
    MOST_SUBMITTED,
    NO_COLOUR,
    NOT_YET,
    PROJECTS,
    RESIDENTIAL,
    SPACES,
    SUITS,
    type_at,
)
from contrada.kernel.bits import ZERO, whole
from contrada.kernel.boards import first, is_empty, without_first
from contrada.kernel.decisions import write_each, write_one
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover
from contrada.kernel.sets import size_of


@compiled
def some_action_is_possible(state: State) -> bool:
    """Whether the seat to move can act at all (URBANIA-TURN-2)."""
    if some_source_is_open(state):
        return True
    for space in range(SPACES):
        if may_renew(state, space):
            return True
    for specialist in range(ZERO, SUITS):
        if may_hire(state, specialist):
            return True
    for project in range(PROJECTS):  # noqa: SIM110 - compiled code has no generators
        if may_submit(state, project):
            return True
    return False


@compiled
def write_draws(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the sources that are open, a sweep, and declining."""
    size = ZERO
    for source in range(DRAW_PROJECT, SWEEP):
        if is_open(state, source):
            size = write_one(decisions, size, source)
    if may_sweep(state):
        size = write_one(decisions, size, SWEEP)
    if state.due == CARD:
        size = write_one(decisions, size, DECLINE)
    return size


@compiled
def write_actions(state: State, decisions: npt.NDArray[np.int64], size: int) -> int:
    """Write what can be renewed, hired and submitted; the same as asking `refusal` of each."""
    workers = in_hand(state, False)
    most = max(workers)
    rest = renewable_spaces(state)
    while not is_empty(rest):
        space = first(rest)
        rest = without_first(rest)
        kind = type_at(state, space)
        cards = most if kind == RESIDENTIAL else workers[kind]
        if suffices(state, cards, price(state, space, False)):
            size = write_one(decisions, size, RENEW + space)
    coins = in_hand(state, True)
    for specialist in range(ZERO, SUITS):
        free = is_free(state, mover(state), specialist)
        if free and suffices(state, coins[specialist], price(state, specialist, True)):
            size = write_one(decisions, size, HIRE + specialist)
    projects = state.project_hands[mover(state)]
    if size_of(state.submitted[mover(state)]) == MOST_SUBMITTED:
        projects = ZERO
    return write_each(decisions, size, SUBMIT, projects)


@compiled
def write_payments(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the cards that may be paid next; the same as asking `refusal` of each."""
    coins, colour = int(state.due == HIRING), whole(state.colour)
    last = last_rank_to_complete(state, colour, coins, still_missing(state, bool(coins)))
    size = ZERO
    for place in range(PAYABLE[coins, colour]):
        decision = BY_NUMBER[coins, colour, place]
        in_order = state.last_rank <= RANKS[coins, colour, decision] <= last
        if in_order and held_for(state, decision) > 0:
            size = write_one(decisions, size, PAY + decision)
    return size


@compiled
def write_payments_of_any_colour(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the cards that may be paid next while a residential renewal has shown no colour.

    A card with workers of its own decides the colour, which must then suffice; others leave it
    open, so that the best of the colours counts.
    """
    missing = still_missing(state, False)
    best = NOT_YET
    for suit in range(ZERO, SUITS):
        best = max(best, last_rank_to_complete(state, suit, ZERO, missing))
    size = ZERO
    for kind in range(KINDS):
        if state.hands[mover(state), kind] > 0:
            value = worth(kind, NO_COLOUR, False)
            order = rank(FROM_HAND, kind, value)
            if value > 0 and state.last_rank <= order <= best:
                suit = CARD_SUIT[kind]
                if CARD_WORKERS[kind] == 0 or (
                    order <= last_rank_to_complete(state, suit, ZERO, missing)
                ):
                    size = write_one(decisions, size, PAY + kind)
    return size
