"""What a seat does not see: dealing it anew, and what a decision reveals of it."""

from __future__ import annotations

import numpy as np

from contrada.games.urbania.rules.legality import some_action_is_possible
from contrada.games.urbania.rules.operations import turn_begins
from contrada.games.urbania.rules.payments import can_complete, price
from contrada.games.urbania.rules.state import (
    ACTION,
    CARDS,
    HIRING,
    KINDS,
    MOST_SEATS,
    NOTHING,
    OVER,
    POOL,
    PROJECTS,
    RENEWING,
    count_hand,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.chance import Generator, next_word, shuffle
from contrada.kernel.decisions import write_each
from contrada.kernel.jit import allocating, compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover
from contrada.kernel.sets import size_of


@allocating
def deal_unseen_cards(state: State, seat: int, generator: Generator) -> None:
    """Deal anew the pile and what others hold beyond the cards they took openly."""
    unseen = np.empty(CARDS, np.int64)
    size = ZERO
    missing = np.zeros(MOST_SEATS, np.int64)
    for other in range(state.seats):
        if other != seat:
            for kind in range(KINDS):
                hidden = whole(state.hands[other, kind] - state.known[other, kind])
                missing[other] += hidden
                state.hands[other, kind] -= hidden
                for _ in range(hidden):
                    unseen[size] = kind
                    size += 1
    for place in range(state.pile_size):
        unseen[size] = state.pile[place]
        size += 1
    # Sorted first, so that the deal depends on what is unseen and not on who holds it.
    unseen[:size].sort()
    shuffle(generator, unseen, size)
    for other in range(state.seats):
        for _ in range(missing[other]):
            size -= 1
            state.hands[other, unseen[size]] += 1
    for place in range(size):
        state.pile[place] = unseen[place]


@allocating
def deal_unseen_projects(state: State, seat: int, generator: Generator) -> None:
    """Deal anew the project pile and the projects that others hold or have submitted."""
    unseen = np.empty(PROJECTS, np.int64)
    size = ZERO
    hidden = ZERO
    for other in range(state.seats):
        if other != seat:
            hidden |= state.project_hands[other]
            if state.due != OVER:
                hidden |= state.submitted[other]
    for place in range(state.project_pile_size):
        hidden |= ONE << whole(state.project_pile[place])
    size = write_each(unseen, size, ZERO, hidden)
    shuffle(generator, unseen, size)
    for other in range(state.seats):
        if other != seat:
            in_hand = size_of(state.project_hands[other])
            state.project_hands[other] = 0
            for _ in range(in_hand):
                size -= 1
                state.project_hands[other] |= ONE << unseen[size]
            if state.due != OVER:
                face_down = size_of(state.submitted[other])
                state.submitted[other] = 0
                for _ in range(face_down):
                    size -= 1
                    state.submitted[other] |= ONE << unseen[size]
    for place in range(size):
        state.project_pile[place] = unseen[place]


@compiled
def decision_is_possible(state: State) -> bool:
    """Whether the seat to move can do what is due: complete the payment under way, or act."""
    if state.due == ACTION:
        return some_action_is_possible(state)
    if state.due != RENEWING and state.due != HIRING:
        return True
    coins = bool(state.due == HIRING)
    wanted = price(state, whole(state.target), coins)
    rest = whole(state.last_rank)
    return can_complete(state, whole(state.colour), coins, rest, whole(state.paid_worth), wanted)


@compiled
def reimagine(state: State, seat: int, generator: Generator) -> None:
    """Deal anew, in place, what the seat cannot see: others' cards and projects, and the piles.

    Whoever is paying can complete the payment, who is to act can act, and all know it: other deals
    are dealt again. How the discards will be shuffled cannot be seen either.
    """
    state.random[0] = next_word(generator)
    while True:
        deal_unseen_projects(state, seat, generator)
        deal_unseen_cards(state, seat, generator)
        if decision_is_possible(state):
            return


@compiled
def revealed(before: State, after: State) -> bool:
    """Whether a decision has shown somebody what was hidden: a card drawn or dealt, or the end."""
    if after.due == OVER or after.project_pile_size < before.project_pile_size:
        return True
    if turn_begins(after) and after.idle_turns > 0:
        return True  # somebody could not act
    emptied = False
    for place in range(POOL):
        if after.pool[place] == NOTHING:
            emptied |= bool(before.pool[place] != NOTHING)
        elif after.pool[place] != before.pool[place]:
            return True
    if after.swept and not before.swept:
        return True  # perhaps by a pool just like the old one
    drawn = count_hand(after, mover(before)) > count_hand(before, mover(before))
    return drawn and not emptied
