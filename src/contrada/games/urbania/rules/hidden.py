"""What a seat cannot see: redealing it, and which decisions reveal some of it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

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
    count_left_with,
    count_unseen,
    count_unsure_with,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.chance import Generator, below, next_word, shuffle, start_fast
from contrada.kernel.decisions import write_each
from contrada.kernel.jit import allocating, compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.seats import mover
from contrada.kernel.sets import size_of

Counts = npt.NDArray[np.int64]  # by kind of card
Rooms = npt.NDArray[np.int64]  # [seat, LEFT or DRAWN]: cards that a hand has, or has paid
LEFT, DRAWN = constants(0, 1)


@compiled
def count_cards(state: State, seat: int, left: Counts, drawn: Counts) -> None:
    """Count what a seat cannot see by kind: cards left in other hands, and all others.

    The others are in the pile or were drawn from it. Cards that have been paid are counted while
    nobody else can tell which of both they were.
    """
    left[:], drawn[:] = 0, 0
    for kind in range(KINDS):
        for other in range(state.seats):
            if other != seat:
                left[kind] += state.left[other, kind]
                drawn[kind] += state.hands[other, kind] - state.known[other, kind]
                drawn[kind] += state.unsure[other, kind]
        drawn[kind] -= left[kind]
    for place in range(state.pile_size):
        drawn[whole(state.pile[place])] += 1


@compiled
def explain_payments(
    state: State, seat: int, generator: Generator, left: Counts, drawn: Counts, room: Rooms
) -> bool:
    """Decide which of the UNSURE cards that others paid were left and which drawn.

    Take them out of the counts and the rooms, and note them in `state.left`. Return False if an
    answer has led to a card that can be neither. Likelier answers come up more often.
    """
    for other in range(state.seats):
        if other == seat:
            continue
        for kind in range(KINDS):
            for _ in range(state.unsure[other, kind]):
                as_left = left[kind] * room[other, LEFT] * max(drawn.sum(), 1)
                as_drawn = drawn[kind] * room[other, DRAWN] * max(left.sum(), 1)
                if as_left + as_drawn == 0:
                    return False
                if below(generator, as_left + as_drawn) < as_left:
                    left[kind] -= 1
                    room[other, LEFT] -= 1
                    state.left[other, kind] += 1
                else:
                    drawn[kind] -= 1
                    room[other, DRAWN] -= 1
    return True


@compiled
def make_room(state: State, seat: int, room: Rooms) -> None:
    """Take the unseen cards out of other hands, and note how many of both sorts each had."""
    for other in range(state.seats):
        if other != seat:
            room[other, LEFT] = count_left_with(state, other)
            had = count_unseen(state, other) + count_unsure_with(state, other)
            room[other, DRAWN] = had - room[other, LEFT]


@compiled
def spread(counts: Counts, cards: Counts, generator: Generator) -> int:
    """List cards counted by kind in random order; return how many."""
    size = ZERO
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            cards[size] = kind
            size += 1
    shuffle(generator, cards, size)
    return size


@allocating
def deal_unseen_cards(state: State, seat: int, generator: Generator) -> None:
    """Redeal the pile and the cards of others, except those they took openly.

    Cards that were left in hands when the pile was rebuilt stay in hands, each hand with its
    number of them; what was drawn since comes from the pile. A deal depends on what is unseen and
    not on who holds it.
    """
    left, drawn = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    room, cards = np.zeros((MOST_SEATS, 2), np.int64), np.empty(CARDS, np.int64)
    left_in_all, drawn_in_all = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    count_cards(state, seat, left_in_all, drawn_in_all)
    rooms = np.zeros((MOST_SEATS, 2), np.int64)
    make_room(state, seat, rooms)
    explained = False
    while not explained:
        left[:], drawn[:], room[:] = left_in_all, drawn_in_all, rooms
        for other in range(state.seats):
            if other != seat:
                state.left[other] = 0
        explained = explain_payments(state, seat, generator, left, drawn, room)
    size = spread(left, cards, generator)
    for other in range(state.seats):
        if other != seat:
            state.hands[other] = state.known[other]
            for _ in range(room[other, LEFT]):
                size -= 1
                state.left[other, cards[size]] += 1
                state.hands[other, cards[size]] += 1
    size = spread(drawn, cards, generator)
    for other in range(state.seats):
        for _ in range(room[other, DRAWN]):
            size -= 1
            state.hands[other, cards[size]] += 1
    state.pile[:size] = cards[:size]


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
