"""Paying with cards: what they are worth, and what completes a payment (URBANIA-RENEW-2 to -5)."""

from __future__ import annotations

from inspect import unwrap

import numpy as np

from contrada.games.urbania.rules.piles import after_discarding, show_card
from contrada.games.urbania.rules.state import (
    CARD_COINS,
    CARD_RAINBOW_COINS,
    CARD_RAINBOW_WORKERS,
    CARD_SUIT,
    CARD_WORKERS,
    FACES,
    FROM_HAND,
    FROM_TABLE,
    HIRING,
    KINDS,
    NO_COLOUR,
    NOT_YET,
    RENEWING,
    RESIDENTIAL,
    SUITS,
    TILE_WORKERS,
    Cards,
    type_at,
)
from contrada.kernel.bits import ZERO, whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover


@compiled
def worth(kind: int, colour: int, coins: bool) -> int:
    """Return what a kind of card gives: coins of a colour, or else workers.

    Without a colour (a residential renewal that has shown none yet) a card gives its own.
    """
    fits = colour == NO_COLOUR or CARD_SUIT[kind] == colour
    if coins:
        return CARD_RAINBOW_COINS[kind] + (CARD_COINS[kind] if fits else ZERO)  # type: ignore[no-any-return]
    return CARD_RAINBOW_WORKERS[kind] + (CARD_WORKERS[kind] if fits else ZERO)  # type: ignore[no-any-return]


@compiled
def rank(source: int, kind: int, value: int) -> int:
    """Rank the cards of a payment: most valuable first, hand before table.

    Cards are paid in rising rank, so that every set of them has one order (URBANIA-RENEW-5).
    """
    return (9 - value) * 256 + source * 64 + kind


# The cards that pay in a colour, [workers or coins, colour, payment]: payments are numbered from
# PAY, first the hand, then the table; what each is worth, its rank, and both orders.
WORTH = np.array(
    [
        [
            [unwrap(worth)(pay % KINDS, colour, coins) for pay in range(2 * KINDS)]
            for colour in range(SUITS)
        ]
        for coins in (False, True)
    ],
    np.int64,
)
WORTH[0, :, KINDS:] = 0  # cards on the table give no workers (URBANIA-RENEW-2)
RANKS = np.array(
    [
        [
            [unwrap(rank)(*divmod(pay, KINDS), value) for pay, value in enumerate(of_colour)]
            for of_colour in of_all
        ]
        for of_all in WORTH
    ],
    np.int64,
)
PAYABLE = (WORTH > 0).sum(axis=2)
BY_NUMBER = np.argsort(WORTH == 0, axis=2, kind="stable")  # what pays nothing comes last
BY_RANK = np.argsort(RANKS, axis=2, kind="stable")  # likewise

# --- What is asked ------------------------------------------------------------------------------


@compiled
def price(state: State, target: int, coins: bool) -> int:
    """Return the coins a specialist costs, or the workers a building needs."""
    if coins:
        return whole(state.specialists[target])
    return TILE_WORKERS[state.tiles[target]]  # type: ignore[no-any-return]


@compiled
def colour_asked(state: State, target: int, coins: bool) -> int:
    """Return the colour a payment must have; none yet for a residential renewal."""
    if coins:
        return target
    kind = type_at(state, target)
    return NO_COLOUR if kind == RESIDENTIAL else kind


@compiled
def held(state: State, source: int, kind: int, coins: bool) -> int:
    """Count the cards that the seat to move can pay; those on the table give coins only."""
    if source == FROM_HAND:
        return whole(state.hands[mover(state), kind])
    return whole(state.tables[mover(state), kind]) if coins else ZERO


@compiled
def held_for(state: State, decision: int) -> int:
    """Count the cards that each decision to pay could use, numbered from PAY."""
    if decision < KINDS:
        return whole(state.hands[mover(state), decision])
    return whole(state.tables[mover(state), decision - KINDS])


@compiled
def has_subsidy(state: State) -> bool:
    """Whether the seat to move has an active contract."""
    return bool(state.subsidy and state.contracts[mover(state)])


# --- What the seat to move can pay ---------------------------------------------------------------


@compiled
def signs_of_suit(cards: Cards, suit: int, coins: bool) -> int:
    """Add up the workers, or coins, of its own colour that cards show in a suit."""
    total = ZERO
    for face in range(FACES):
        signs = CARD_COINS[face] if coins else CARD_WORKERS[face]
        total += signs * cards[suit * FACES + face]
    return total


@compiled
def rainbow_signs(cards: Cards, coins: bool) -> int:
    """Add up the rainbow workers, or coins, that cards show."""
    total = ZERO
    for face in range(FACES):
        signs = CARD_RAINBOW_COINS[face] if coins else CARD_RAINBOW_WORKERS[face]
        if signs > 0:
            for kind in range(face, KINDS, FACES):
                total += signs * cards[kind]
    return total


@compiled
def payable(state: State, suit: int, rainbow: int, coins: bool) -> int:
    """Add up what the seat to move could pay in a suit; cards on the table give coins only."""
    total = rainbow + signs_of_suit(state.hands[mover(state)], suit, coins)
    if coins:
        total += signs_of_suit(state.tables[mover(state)], suit, coins)
    return total


@compiled
def in_hand(state: State, coins: bool) -> tuple[int, int, int, int, int, int]:
    """Add up what the seat to move could pay in each suit: coins, or else workers."""
    rainbow = rainbow_signs(state.hands[mover(state)], coins)
    if coins:
        rainbow += rainbow_signs(state.tables[mover(state)], coins)
    return (
        payable(state, whole(0), rainbow, coins),
        payable(state, whole(1), rainbow, coins),
        payable(state, whole(2), rainbow, coins),
        payable(state, whole(3), rainbow, coins),
        payable(state, whole(4), rainbow, coins),
        payable(state, whole(5), rainbow, coins),
    )


@compiled
def suffices(state: State, cards: int, wanted: int) -> bool:
    """Whether this much from cards pays a price, with the contract if necessary."""
    return cards > 0 and cards + int(has_subsidy(state)) >= wanted


@compiled
def can_complete_in(
    state: State, colour: int, coins: bool, least_rank: int, paid: int, wanted: int
) -> bool:
    """Whether cards of one colour, from a rank on, complete a payment with this much paid."""
    cards = ZERO
    for source in range(FROM_HAND, FROM_TABLE + 1):
        for kind in range(KINDS):
            value = worth(kind, colour, coins)
            if value > 0 and rank(source, kind, value) >= least_rank:
                cards += value * held(state, source, kind, coins)
    if paid + cards == 0:
        return False  # the subsidy needs a card beside it (URBANIA-SUBSIDY-1)
    return paid + cards + int(has_subsidy(state)) >= wanted


@compiled
def can_complete(
    state: State, colour: int, coins: bool, least_rank: int, paid: int, wanted: int
) -> bool:
    """Whether a payment can be completed, in some colour if none is fixed (URBANIA-RENEW-3)."""
    if colour != NO_COLOUR:
        return can_complete_in(state, colour, coins, least_rank, paid, wanted)
    for suit in range(ZERO, SUITS):
        if can_complete_in(state, suit, coins, least_rank, paid, wanted):
            return True
    return False


@compiled
def can_pay(state: State, target: int, coins: bool) -> bool:
    """Whether the seat to move can pay for a building or specialist (URBANIA-RENEW-2, HIRE-3)."""
    colour = colour_asked(state, target, coins)
    return can_complete(state, colour, coins, ZERO, ZERO, price(state, target, coins))


@compiled
def most_payable(state: State, target: int, coins: bool) -> int:
    """Return how much the seat to move can pay for a building or specialist, at most."""
    cards = in_hand(state, coins)
    colour = colour_asked(state, target, coins)
    most = max(cards) if colour == NO_COLOUR else cards[colour]
    return most + int(has_subsidy(state) and most > 0)


# --- The payment under way -----------------------------------------------------------------------


@compiled
def begin_payment(state: State, target: int, coins: bool) -> None:
    """Remember what is to be paid for."""
    state.due = HIRING if coins else RENEWING
    state.target = target
    state.colour = colour_asked(state, target, coins)
    state.paid_worth = 0
    state.last_rank = 0


@compiled
def colour_after(state: State, kind: int, coins: bool) -> int:
    """Return the colour of the payment after a card of this kind is added."""
    if state.colour == NO_COLOUR and not coins and CARD_WORKERS[kind] > 0:
        return CARD_SUIT[kind]  # type: ignore[no-any-return]
    return whole(state.colour)


@compiled
def may_pay(state: State, source: int, kind: int) -> bool:
    """Whether a card may be paid next: it counts, keeps the order and leads to a full payment."""
    coins = state.due == HIRING
    value = worth(kind, whole(state.colour), coins)
    order = rank(source, kind, value)
    if held(state, source, kind, coins) == 0 or value == 0 or order < state.last_rank:
        return False
    wanted = price(state, whole(state.target), coins)
    paid = whole(state.paid_worth)
    # The card itself is among those still held, so it is not added to what is paid.
    colour = colour_after(state, kind, coins)
    return paid + value >= wanted or can_complete(state, colour, coins, order, paid, wanted)


@compiled
def may_pay_subsidy(state: State) -> bool:
    """Whether the contract, worth 1 and paid last, completes the payment (URBANIA-SUBSIDY-1)."""
    wanted = price(state, whole(state.target), state.due == HIRING)
    return bool(has_subsidy(state) and state.paid_worth > 0 and state.paid_worth + 1 >= wanted)


@compiled
def pay_card(state: State, source: int, kind: int) -> None:
    """Put one card into the payment."""
    seat, coins = mover(state), state.due == HIRING
    value = worth(kind, whole(state.colour), coins)
    state.colour = colour_after(state, kind, coins)
    state.paid_worth += value
    state.last_rank = rank(source, kind, value)
    state.paid[source, kind] += 1
    if source == FROM_HAND:
        if state.known[seat, kind] > 0:
            state.known[seat, kind] -= 1
        else:
            show_card(state, seat, kind)
        state.hands[seat, kind] -= 1
    else:
        state.tables[seat, kind] -= 1


@compiled
def pay_subsidy(state: State) -> None:
    """Use the contract (URBANIA-SUBSIDY-1)."""
    state.contracts[mover(state)] = 0
    state.paid_worth += 1


@compiled
def last_rank_to_complete(state: State, colour: int, coins: int, missing: int) -> int:
    """Return the last rank from which the cards held can still give what is missing.

    A payment continues in rising rank, so a card may be paid next only if its rank is not
    later.
    """
    total = ZERO
    for place in range(PAYABLE[coins, colour] - 1, -1, -1):
        decision = BY_RANK[coins, colour, place]
        cards = held_for(state, decision)
        if cards > 0:
            total += WORTH[coins, colour, decision] * cards
            if total >= missing:
                return RANKS[coins, colour, decision]  # type: ignore[no-any-return]
    return NOT_YET


@compiled
def still_missing(state: State, coins: bool) -> int:
    """Return how much cards must still give, after the contract."""
    wanted = price(state, whole(state.target), coins)
    return wanted - int(has_subsidy(state)) - whole(state.paid_worth)


@compiled
def put_away_payment(state: State, keep_coins: bool) -> None:
    """Put cards with coins face up in front of the player if they stay; discard the others."""
    seat = mover(state)
    for source in range(FROM_HAND, FROM_TABLE + 1):
        for kind in range(KINDS):
            cards = state.paid[source, kind]
            if cards == 0:
                continue
            state.paid[source, kind] = 0
            if keep_coins and CARD_COINS[kind] + CARD_RAINBOW_COINS[kind] > 0:
                state.tables[seat, kind] += cards
            else:
                state.discards[kind] += cards
    after_discarding(state)
