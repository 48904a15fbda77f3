"""What the seat to move can pay with, which is the same for all its decisions."""

from __future__ import annotations

from typing import NamedTuple

from contrada.games.urbania.evaluate.prospects import (
    IN_COINS,
    IN_HAND,
    IN_WORKERS,
    Colours,
    Outlook,
    actions_to_come,
    coins_by_suit,
    free_places,
    gain_by_hiring,
    gain_by_renewing,
    outlook,
    turns_to_come,
    wait_for_the_end,
    workers_by_suit,
)
from contrada.games.urbania.rules.hiring import is_free
from contrada.games.urbania.rules.payments import (
    BY_RANK,
    PAYABLE,
    WORTH,
    held_for,
    worth,
)
from contrada.games.urbania.rules.renewing import renewable_spaces
from contrada.games.urbania.rules.state import (
    ACTION,
    CARD_RAINBOW_WORKERS,
    CARD_SUIT,
    CARD_WORKERS,
    LAST_VALUE,
    RENEWING,
    RESIDENTIAL,
    SUITS,
    TILE_WORKERS,
    count_hand,
    type_at,
)
from contrada.kernel.bits import ZERO, whole
from contrada.kernel.boards import first, is_empty, without_first
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover


class Means(NamedTuple):
    """The cards of the seat to move, and the time it has to spend them."""

    seat: int
    turns: float
    later: float  # actions after the one that is due or under way
    ahead: Outlook
    workers: Colours
    coins: Colours
    poverty: float


@compiled
def means_of(state: State) -> Means:
    """Return the means of the seat to move."""
    seat = mover(state)
    ahead = outlook(state, wait_for_the_end(state))
    turns = turns_to_come(state, seat, ahead.rounds)
    later = actions_to_come(state, seat, turns) - int(state.due == ACTION)
    workers, coins = workers_by_suit(state, seat), coins_by_suit(state, seat)
    poverty = max(0.0, 1.0 - count_hand(state, seat) / 6)
    return Means(seat, turns, later, ahead, workers, coins, poverty)


@compiled
def renewal_made_payable(state: State, me: Means, card: int) -> float:
    """Return the best gain by a renewal that only this card makes payable."""
    best = 0.0
    if CARD_WORKERS[card] + CARD_RAINBOW_WORKERS[card] == 0:
        return best
    most = max(me.workers)
    with_card = me.workers[CARD_SUIT[card]] + worth(card, CARD_SUIT[card], IN_WORKERS)
    if CARD_RAINBOW_WORKERS[card] > 0:
        with_card = max(with_card, most + CARD_RAINBOW_WORKERS[card])
    rest = renewable_spaces(state)
    while not is_empty(rest):
        space = first(rest)
        rest = without_first(rest)
        needs, kind = TILE_WORKERS[whole(state.tiles[space])], type_at(state, space)
        if kind == RESIDENTIAL:
            opens = most < needs <= with_card
        else:
            has = me.workers[kind]
            opens = has < needs <= has + worth(card, kind, IN_WORKERS)
        if opens:
            best = max(best, gain_by_renewing(state, me.seat, space, me.turns))
    return best


@compiled
def hire_made_payable(state: State, me: Means, card: int) -> float:
    """Return the best gain by a hire that only this card makes payable."""
    best = 0.0
    for specialist in range(ZERO, SUITS):
        value = whole(state.specialists[specialist])
        has = me.coins[specialist]
        opens = has < value <= has + worth(card, specialist, IN_COINS)
        if opens and is_free(state, me.seat, specialist):
            best = max(best, gain_by_hiring(state, me.seat, specialist, me.turns))
    return best


@compiled
def cards_taken(state: State, colour: int, coins: int, wanted: int) -> int:
    """Count the cards that pay a price if the most valuable go first."""
    cards, paid = ZERO, ZERO
    for place in range(PAYABLE[coins, colour]):
        pay = BY_RANK[coins, colour, place]
        for _ in range(held_for(state, pay)):
            if paid >= wanted:
                return cards
            cards += 1
            paid += WORTH[coins, colour, pay]
    return cards


@compiled
def cards_for_renewal(state: State, me: Means, kind: int, needs: int) -> int:
    """Count the cards that a renewal takes; for a residential building, in the best colour."""
    if kind != RESIDENTIAL:
        return cards_taken(state, kind, ZERO, needs)
    fewest = whole(LAST_VALUE)
    for suit in range(ZERO, SUITS):
        if me.workers[suit] >= needs:
            fewest = min(fewest, cards_taken(state, suit, ZERO, needs))
    return fewest


@compiled
def best_of_suit(state: State, me: Means, suit: int) -> float:
    """Return the best gain by another renewal that cards of a suit pay for."""
    best = 0.0
    rest = renewable_spaces(state)
    while not is_empty(rest):
        space = first(rest)
        rest = without_first(rest)
        target = state.due == RENEWING and space == whole(state.target)
        payable = me.workers[suit] >= TILE_WORKERS[whole(state.tiles[space])]
        if type_at(state, space) == suit and payable and not target:
            best = max(best, gain_by_renewing(state, me.seat, space, me.turns))
    return best


@compiled
def project_share(state: State, me: Means, submitted: float, in_hand: float) -> float:
    """Add what submitted projects gain, and a part of what those in hand gain."""
    return submitted + (IN_HAND * in_hand if free_places(state, me.seat) > 0 else 0.0)
