"""What a seat cannot see: redealing it, and which decisions reveal some of it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbania.rules.legality import some_action_is_possible
from contrada.games.urbania.rules.operations import turn_begins
from contrada.games.urbania.rules.payments import can_complete, price
from contrada.games.urbania.rules.piles import count_unseen_of
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
    count_unseen,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.chance import Generator, below, next_word, shuffle, start_fast
from contrada.kernel.decisions import write_each
from contrada.kernel.jit import allocating, compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover
from contrada.kernel.sets import size_of

Kinds = npt.NDArray[np.int64]  # of cards


@allocating
def choose_own_left(state: State, seat: int, generator: Generator, own_left: Kinds) -> None:
    """Decide how many of its own cards of each kind a seat counts among those left in hands.

    If one of two equal cards was left and the other drawn since, nobody can tell which is
    which. Any answer will do that gives every hand its share.
    """
    doubtful = np.empty(CARDS, np.int64)
    size, total, for_others = ZERO, ZERO, ZERO
    for kind in range(KINDS):
        left = whole(state.left[kind])
        for_others += left
        own = whole(state.hands[seat, kind] - state.known[seat, kind])
        if left > 0 and own > 0:
            drawn_since = count_unseen_of(state, kind) - left
            own_left[kind] = max(ZERO, own - drawn_since)
            total += own_left[kind]
            for _ in range(min(own, left) - own_left[kind]):
                doubtful[size] = kind
                size += 1
    if size == 0:
        return
    for other in range(state.seats):
        if other != seat:
            for_others -= state.left_with[other]
    least = max(ZERO, state.left_with[seat] - total)
    most = min(size, for_others - total)
    shuffle(generator, doubtful, size)
    chosen = least + below(generator, most - least + 1)
    for place in range(chosen):
        own_left[doubtful[place]] += 1


@allocating
def take_unseen_cards(
    state: State, seat: int, generator: Generator, left: Kinds, free: Kinds
) -> tuple[int, int]:
    """Take what a seat cannot see: cards that can only be in hands, and all others.

    Return how many there are of both. They are sorted by kind, so that a deal depends on what
    is unseen and not on who holds it.
    """
    own_left = np.zeros(KINDS, np.int64)
    choose_own_left(state, seat, generator, own_left)
    left_size, free_size = ZERO, ZERO
    for kind in range(KINDS):
        for_hands = state.left[kind] - own_left[kind]
        own = state.hands[seat, kind] - state.known[seat, kind]
        for number in range(count_unseen_of(state, kind) - own):
            if number < for_hands:
                left[left_size] = kind
                left_size += 1
            else:
                free[free_size] = kind
                free_size += 1
    return left_size, free_size


@allocating
def deal_unseen_cards(state: State, seat: int, generator: Generator) -> None:
    """Redeal the pile and the cards of others, except those they took openly.

    Cards that are known to be left in hands stay in hands, each hand with its number of them.
    """
    left, free = np.empty(CARDS, np.int64), np.empty(CARDS, np.int64)
    left_size, free_size = take_unseen_cards(state, seat, generator, left, free)
    shuffle(generator, left, left_size)
    shuffle(generator, free, free_size)
    missing = np.zeros(MOST_SEATS, np.int64)
    for other in range(state.seats):
        if other != seat:
            missing[other] = count_unseen(state, other)
            state.hands[other] = state.known[other]
            for _ in range(state.left_with[other]):
                left_size -= 1
                missing[other] -= 1
                state.hands[other, left[left_size]] += 1
    if left_size > 0:  # any hand may have these
        free[free_size : free_size + left_size] = left[:left_size]
        free_size += left_size
        shuffle(generator, free[state.pile_size :], free_size - state.pile_size)
    for other in range(state.seats):
        for _ in range(missing[other]):
            free_size -= 1
            state.hands[other, free[free_size]] += 1
    state.pile[:free_size] = free[:free_size]


@allocating
def deal_unseen_projects(state: State, seat: int, generator: Generator) -> None:
    """Redeal the project pile and the projects that others hold or have submitted."""
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
    """Whether the seat to move can do what is due: complete its payment, or act."""
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
    """Redeal, in place, what the seat cannot see: other hands, other projects and the piles.

    Everyone knows that a player who is paying can complete the payment, and that a player who
    has to act can act; other deals are dealt again. How the discards will be shuffled is hidden
    too.
    """
    start_fast(state.random, next_word(generator))
    while True:
        deal_unseen_projects(state, seat, generator)
        deal_unseen_cards(state, seat, generator)
        if decision_is_possible(state):
            return


@compiled
def revealed(before: State, after: State) -> bool:
    """Whether a decision has revealed something: a card was drawn or dealt, or the game ended."""
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
