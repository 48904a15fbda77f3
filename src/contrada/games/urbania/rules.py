"""The rules of Urbania, compiled; docs/rules/urbania.md in code, and nothing else.

A turn is two actions, each a row of small decisions: a source to draw from, a sweep, a building to
renew, a specialist to hire, the cards that pay for it one by one, a project to submit, or declining
a card. Tiles, cards and projects are constants, read from the components file when this module is
imported.
"""

from __future__ import annotations

from inspect import unwrap

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from contrada.games.components import chosen
from contrada.games.urbania import components
from contrada.kernel import boards
from contrada.kernel.bits import whole
from contrada.kernel.boards import (
    Squares,
    contains,
    count,
    first,
    intersection,
    is_empty,
    minus,
    neighbours,
    single,
    union,
    without_first,
)
from contrada.kernel.chance import Generator, below, next_word, shuffle
from contrada.kernel.decisions import write_each, write_one
from contrada.kernel.jit import EntryPoint, allocating, compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.seats import mover
from contrada.kernel.sets import has, size_of

FILE = chosen(components.OURS)
COMPONENTS = components.read(FILE)

Cards = npt.NDArray[np.int8]  # by kind: how many

BOARD = boards.board(7, 7)
SPACES = 49
SUITS = components.SUITS
RESIDENTIAL = np.int64(SUITS)
KINDS = len(COMPONENTS.cards)
FACES = KINDS // SUITS  # every suit has the same faces, so face = kind % FACES
CARDS = sum(card.count for card in COMPONENTS.cards)
PROJECTS = len(COMPONENTS.projects)
MOST_SEATS = 5
HAND, POOL = 5, 5
LAST_VALUE = 9  # URBANIA-TRACK-2
MOST_SUBMITTED = 3  # URBANIA-SUBMIT-1

# URBANIA-BOARD-2: which district a space belongs to; the centre is none.
CENTRE = np.int64(4)
_MAP = """
NW NW NW NW NE NE NE
NW NW NW NW NE NE NE
NW NW NW C  NE NE NE
SW SW C  C  C  NE NE
SW SW SW C  SE SE SE
SW SW SW SE SE SE SE
SW SW SW SE SE SE SE
"""
DISTRICT = np.array([(*components.DISTRICTS, "C").index(word) for word in _MAP.split()], np.int64)
DISTRICT_SPACES = np.array(
    [boards.from_list(np.flatnonzero(place == DISTRICT).tolist()) for place in range(5)], np.uint64
)
NEAR_RENEWAL = 2  # URBANIA-END-1: so many undeveloped buildings, or fewer, start the end phase
DEAR, DEAR_ENOUGH = 5, 3  # or so many specialists of this value

# Tiles that look alike are one kind, so that equal cities have equal states.
TILE_KINDS = tuple(dict.fromkeys(COMPONENTS.tiles))
TILES = np.array([TILE_KINDS.index(tile) for tile in COMPONENTS.tiles], np.int64)  # in the box
TILE_TYPE = np.array([tile.type for tile in TILE_KINDS], np.int64)
TILE_WORKERS = np.array([tile.workers for tile in TILE_KINDS], np.int64)
TILE_POINTS = np.array([tile.points for tile in TILE_KINDS], np.int64)
TILE_CARD = np.array([tile.card for tile in TILE_KINDS], np.bool_)
CARD_SUIT = np.array([card.suit for card in COMPONENTS.cards], np.int64)
CARD_WORKERS = np.array([card.workers for card in COMPONENTS.cards], np.int64)
CARD_RAINBOW_WORKERS = np.array([card.rainbow_workers for card in COMPONENTS.cards], np.int64)
CARD_COINS = np.array([card.coins for card in COMPONENTS.cards], np.int64)
CARD_RAINBOW_COINS = np.array([card.rainbow_coins for card in COMPONENTS.cards], np.int64)
COPIES = np.array([card.count for card in COMPONENTS.cards], np.int64)
PROJECT_KIND = np.array([project.kind for project in COMPONENTS.projects], np.int64)
PROJECT_FIRST = np.array([project.first for project in COMPONENTS.projects], np.int64)
PROJECT_SECOND = np.array([project.second for project in COMPONENTS.projects], np.int64)
PROJECT_POINTS = np.array([project.points for project in COMPONENTS.projects], np.int64)
ICON = np.array([value in COMPONENTS.card_icons for value in range(LAST_VALUE + 1)], np.bool_)
NEIGHBOURHOOD, BUILDING, PAIR = constants(
    components.NEIGHBOURHOOD, components.BUILDING, components.PAIR
)

# What is due: an action, a card of a draw action, a payment, a card for an icon.
ACTION, DRAWING, RENEWING, HIRING, CARD, OVER = constants(*range(6))

_pool = 2
_renew = _pool + POOL + 2
_hire = _renew + SPACES
_submit = _hire + SUITS
_pay = _submit + PROJECTS
DRAW_PROJECT, DRAW_PILE, DRAW_POOL, SWEEP, DECLINE = constants(0, 1, 2, 7, 8)
RENEW, HIRE, SUBMIT, PAY, PAY_TABLE, PAY_SUBSIDY = constants(
    _renew,  # + space
    _hire,  # + specialist
    _submit,  # + project
    _pay,  # + kind of card, from the hand
    _pay + KINDS,  # + kind of card, from the table
    _pay + 2 * KINDS,
)
DECISIONS = _pay + 2 * KINDS + 1

NOBODY, NOTHING, NO_COLOUR, ZERO, ONE, NOT_YET = constants(-1, -1, -1, 0, 1, -1)
FROM_HAND, FROM_TABLE = constants(0, 1)

# The rules a decision may be refused by; `refusal` returns one of them.
(
    PERMITTED,
    TURN_1,
    DRAW_1,
    DRAW_2,
    DRAW_3,
    DRAW_5,
    DRAW_6,
    RENEW_1,
    RENEW_2,
    RENEW_3,
    RENEW_5,
    HIRE_2,
    HIRE_3,
    TRACK_2,
    SUBMIT_1,
    SUBSIDY_1,
    END_2,
) = constants(*range(17))
RULE_IDS = (
    "",
    "URBANIA-TURN-1",
    "URBANIA-DRAW-1",
    "URBANIA-DRAW-2",
    "URBANIA-DRAW-3",
    "URBANIA-DRAW-5",
    "URBANIA-DRAW-6",
    "URBANIA-RENEW-1",
    "URBANIA-RENEW-2",
    "URBANIA-RENEW-3",
    "URBANIA-RENEW-5",
    "URBANIA-HIRE-2",
    "URBANIA-HIRE-3",
    "URBANIA-TRACK-2",
    "URBANIA-SUBMIT-1",
    "URBANIA-SUBSIDY-1",
    "URBANIA-END-2",
)

SCORE, FROM_PROJECTS = constants(0, 1)
MEASURES = 2

STATE = np.dtype(
    [
        ("renewed", np.uint64, (2,)),  # a set of spaces
        ("random", np.uint64, (1,)),
        ("project_hands", np.int64, (MOST_SEATS,)),  # a set of projects
        ("submitted", np.int64, (MOST_SEATS,)),  # a set of projects
        ("points", np.int16, (MOST_SEATS,)),
        ("from_buildings", np.int16, (MOST_SEATS,)),  # of these points
        ("from_specialists", np.int16, (MOST_SEATS,)),
        ("fees", np.int16, (MOST_SEATS,)),  # paid for submitting
        ("from_projects", np.int16, (MOST_SEATS,)),
        ("seats", np.int16),
        ("starter", np.int16),
        ("to_move", np.int16),
        ("due", np.int16),
        ("actions_left", np.int16),
        ("cards_due", np.int16),  # of the draw action, the next one included
        ("swept", np.int16),  # before the next card
        ("acted", np.int16),  # an action of this turn was possible
        ("idle_turns", np.int16),  # in a row, with both actions lost
        ("target", np.int16),  # space or specialist being paid for
        ("colour", np.int16),  # of the workers being paid
        ("paid_worth", np.int16),
        ("last_rank", np.int16),  # of the card paid last
        ("end_turns", np.int16),  # still to come with this one, once the end phase has begun
        ("pile_size", np.int16),
        ("project_pile_size", np.int16),
        ("subsidy", np.int16),  # options
        ("politics", np.int16),
        ("tiles", np.int8, (SPACES,)),  # kinds of tiles
        ("buildings", np.int8, (SUITS,)),  # markers
        ("specialists", np.int8, (SUITS,)),  # markers
        ("holders", np.int8, (SUITS,)),
        ("contracts", np.int8, (MOST_SEATS,)),  # subsidy: 1 while active
        ("pool", np.int8, (POOL,)),
        ("pile", np.int8, (CARDS,)),  # the next card is the last one
        ("project_pile", np.int8, (PROJECTS,)),
        ("hands", np.int8, (MOST_SEATS, KINDS)),  # [seat, kind]: how many
        ("known", np.int8, (MOST_SEATS, KINDS)),  # of these, taken openly from the pool
        ("tables", np.int8, (MOST_SEATS, KINDS)),
        ("paid", np.int8, (2, KINDS)),  # [from hand or table]: cards of the payment under way
        ("discards", np.int8, (KINDS,)),
    ],
)


# --- Small things --------------------------------------------------------------------------------


@compiled
def renewed(state: State) -> Squares:
    """Return the spaces whose building is renewed."""
    return state.renewed[0], state.renewed[1]


@compiled
def type_at(state: State, space: int) -> int:
    """Return the type of the building on a space."""
    return TILE_TYPE[state.tiles[space]]  # type: ignore[no-any-return]


@compiled
def district_spaces(district: int) -> Squares:
    """Return the spaces of a district."""
    return DISTRICT_SPACES[district, 0], DISTRICT_SPACES[district, 1]


# --- The resource pile, the pool and the discards ------------------------------------------------


@compiled
def rebuild_pile(state: State) -> None:
    """Shuffle the discards into a new pile if the old one is empty (URBANIA-DRAW-4)."""
    if state.pile_size > 0:
        return
    size = ZERO
    for kind in range(KINDS):
        for _ in range(state.discards[kind]):
            state.pile[size] = kind
            size += 1
        state.discards[kind] = 0
    shuffle(state.random, state.pile, size)
    state.pile_size = size


@compiled
def take_from_pile(state: State) -> int:
    """Take the next card of a pile that is not empty; its last card brings the discards back."""
    state.pile_size -= 1
    top = whole(state.pile_size)
    kind = whole(state.pile[top])
    state.pile[top] = NOTHING
    rebuild_pile(state)
    return kind


@compiled
def fill_pool(state: State) -> None:
    """Fill empty places of the pool, lowest first, while there are cards (URBANIA-DRAW-5)."""
    for place in range(POOL):
        if state.pool[place] == NOTHING and state.pile_size > 0:
            state.pool[place] = take_from_pile(state)


@compiled
def after_discarding(state: State) -> None:
    """Cards have come to the discards: an empty pile and pool places do not have to wait."""
    rebuild_pile(state)
    fill_pool(state)


@compiled
def workers_showing(state: State) -> int:
    """Count the worker icons in the pool (URBANIA-DRAW-2, -3)."""
    icons = ZERO
    for place in range(POOL):
        kind = whole(state.pool[place])
        if kind != NOTHING:
            icons += CARD_WORKERS[kind] + CARD_RAINBOW_WORKERS[kind]
    return icons


@compiled
def pool_is_full(state: State) -> bool:
    """Whether every place of the pool has a card."""
    for place in range(POOL):  # noqa: SIM110 - compiled code has no generators
        if state.pool[place] == NOTHING:
            return False
    return True


@compiled
def is_open(state: State, source: int) -> bool:
    """Whether a card can be drawn from a source (URBANIA-DRAW-1, -5)."""
    if source == DRAW_PROJECT:
        return bool(state.project_pile_size > 0)
    if source == DRAW_PILE:
        return bool(state.pile_size > 0)
    return bool(state.pool[source - DRAW_POOL] != NOTHING)


@compiled
def some_source_is_open(state: State) -> bool:
    """Whether a card can be drawn at all."""
    for source in range(DRAW_PROJECT, SWEEP):  # noqa: SIM110 - compiled code has no generators
        if is_open(state, source):
            return True
    return False


@compiled
def draw(state: State, source: int) -> None:
    """Draw one card into the hand of the seat to move; a pool card is replaced at once."""
    seat = mover(state)
    if source == DRAW_PROJECT:
        state.project_pile_size -= 1
        top = whole(state.project_pile_size)
        state.project_hands[seat] |= ONE << whole(state.project_pile[top])
        state.project_pile[top] = NOTHING
    elif source == DRAW_PILE:
        state.hands[seat, take_from_pile(state)] += 1
    else:
        place = source - DRAW_POOL
        kind = whole(state.pool[place])
        state.hands[seat, kind] += 1
        state.known[seat, kind] += 1
        state.pool[place] = NOTHING
        fill_pool(state)


@compiled
def may_sweep(state: State) -> bool:
    """Whether the pool may be swept before the next card (URBANIA-DRAW-2, -3)."""
    drawing = state.due == ACTION or (state.due == DRAWING and not state.swept)
    return bool(drawing and pool_is_full(state) and workers_showing(state) <= 3)


@compiled
def sweep(state: State) -> None:
    """Discard the pool and deal a new one."""
    for place in range(POOL):
        state.discards[whole(state.pool[place])] += 1
        state.pool[place] = NOTHING
    after_discarding(state)


# --- Paying --------------------------------------------------------------------------------------


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
    """Number the cards of a payment: dearest first, hand before table.

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
def has_subsidy(state: State) -> bool:
    """Whether the seat to move has an active contract."""
    return bool(state.subsidy and state.contracts[mover(state)])


@compiled
def can_complete_in(
    state: State, colour: int, coins: bool, least_rank: int, paid: int, wanted: int
) -> bool:
    """Whether cards of one colour, from a rank on, complete a payment of which so much is paid."""
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


@compiled
def colour_after(state: State, kind: int, coins: bool) -> int:
    """Return the colour that a payment under way has once a card of this kind joins it."""
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


# --- What may be done ----------------------------------------------------------------------------


@compiled
def may_renew(state: State, space: int) -> bool:
    """Whether a building may be renewed and paid for (URBANIA-RENEW-1, -2)."""
    reachable = minus(neighbours(BOARD, renewed(state)), renewed(state))
    return contains(reachable, space) and can_pay(state, space, False)


@compiled
def may_hire(state: State, specialist: int) -> bool:
    """Whether a specialist may be hired and paid for (URBANIA-HIRE-1 to -3, TRACK-2)."""
    free = state.holders[specialist] != state.to_move
    return bool(
        free and state.specialists[specialist] < LAST_VALUE and can_pay(state, specialist, True)
    )


@compiled
def may_submit(state: State, project: int) -> bool:
    """Whether a project may be submitted (URBANIA-SUBMIT-1)."""
    seat = mover(state)
    return has(state.project_hands[seat], project) and (
        size_of(state.submitted[seat]) < MOST_SUBMITTED
    )


@compiled
def is_legal(state: State, decision: int) -> bool:
    """Whether a decision may be taken now."""
    if state.due == OVER:
        return False
    if decision < SWEEP:
        drawing = state.due == ACTION or state.due == DRAWING or state.due == CARD
        return bool(drawing and is_open(state, decision))
    if decision == SWEEP:
        return may_sweep(state)
    if decision == DECLINE:
        return bool(state.due == CARD)
    if decision < PAY:
        if state.due != ACTION:
            return False
        if decision < HIRE:
            return may_renew(state, decision - RENEW)
        if decision < SUBMIT:
            return may_hire(state, decision - HIRE)
        return may_submit(state, decision - SUBMIT)
    if state.due != RENEWING and state.due != HIRING:
        return False
    if decision == PAY_SUBSIDY:
        return may_pay_subsidy(state)
    source, kind = divmod(decision - PAY, KINDS)
    return may_pay(state, source, kind)


@compiled
def some_action_is_possible(state: State) -> bool:
    """Whether the seat to move can act at all (URBANIA-TURN-2)."""
    if some_source_is_open(state):
        return True
    for decision in range(RENEW, PAY):  # noqa: SIM110 - compiled code has no generators
        if is_legal(state, decision):
            return True
    return False


# --- The course of a turn ------------------------------------------------------------------------


@compiled
def begin_action(state: State) -> None:
    """Let the seat act, or lose the action, the turn and perhaps the game (URBANIA-TURN-2)."""
    while state.due != OVER:
        state.due = ACTION
        if state.actions_left == 0:
            end_turn(state)
        elif some_action_is_possible(state):
            state.acted = 1
            return
        else:
            state.actions_left -= 1


@compiled
def end_action(state: State) -> None:
    """Go on with the next action or the next seat."""
    state.actions_left -= 1
    begin_action(state)


@compiled
def score_specialists(state: State) -> None:
    """Score the building marker of each specialist the seat controls (URBANIA-SPECIALIST-1)."""
    for specialist in range(SUITS):
        if state.holders[specialist] == state.to_move:
            state.points[state.to_move] += state.buildings[specialist]
            state.from_specialists[state.to_move] += state.buildings[specialist]


@compiled
def end_turn(state: State) -> None:
    """Score, then pass the turn or end the game (URBANIA-END-2, -5)."""
    score_specialists(state)
    state.idle_turns = 0 if state.acted else state.idle_turns + 1
    last = state.end_turns == 1
    if state.end_turns > 0:
        state.end_turns -= 1
    if last or state.idle_turns == state.seats:
        end_game(state)
        return
    state.to_move = (state.to_move + 1) % state.seats
    state.actions_left = 2
    state.acted = 0


@compiled
def value_of(state: State, project: int) -> int:
    """Return what a project is worth now (URBANIA-END-3)."""
    one, other = PROJECT_FIRST[project], PROJECT_SECOND[project]
    times = ZERO
    if PROJECT_KIND[project] == NEIGHBOURHOOD:
        times += count(intersection(renewed(state), district_spaces(one)))
    elif PROJECT_KIND[project] == BUILDING:
        times += whole(state.buildings[one])
    else:
        times += whole(state.specialists[one])
        if PROJECT_KIND[project] == PAIR:
            times += whole(state.specialists[other])
    return times * PROJECT_POINTS[project]  # type: ignore[no-any-return]


@compiled
def end_game(state: State) -> None:
    """Score the submitted projects (URBANIA-END-3)."""
    state.due = OVER
    state.to_move = NOBODY
    state.actions_left = 0
    state.end_turns = 0
    state.acted = 0
    state.idle_turns = 0
    for seat in range(state.seats):
        for project in range(PROJECTS):
            if has(state.submitted[seat], project):
                state.from_projects[seat] += value_of(state, project)
        state.points[seat] += state.from_projects[seat]


@compiled
def end_is_near(state: State) -> bool:
    """Whether a district is nearly done or specialists are dear enough (URBANIA-END-1)."""
    for district in range(len(components.DISTRICTS)):
        if count(minus(district_spaces(district), renewed(state))) <= NEAR_RENEWAL:
            return True
    dear = ZERO
    for specialist in range(SUITS):
        dear += state.specialists[specialist] >= DEAR
    return dear >= DEAR_ENOUGH


@compiled
def watch_for_the_end(state: State) -> None:
    """Start the end phase, once: this round, then one more (URBANIA-END-1, -2)."""
    if state.end_turns == 0 and end_is_near(state):
        in_round = (state.to_move - state.starter) % state.seats
        state.end_turns = 2 * state.seats - in_round


@compiled
def finish_with_icon(state: State, icon: bool) -> None:
    """End the action, or offer a card first (URBANIA-RENEW-8, HIRE-4, DRAW-6)."""
    if icon and some_source_is_open(state):
        state.due = CARD
    else:
        end_action(state)


# --- Renewing, hiring, submitting ----------------------------------------------------------------


@compiled
def begin_payment(state: State, target: int, coins: bool) -> None:
    """Remember what is to be paid for."""
    state.due = HIRING if coins else RENEWING
    state.target = target
    state.colour = colour_asked(state, target, coins)
    state.paid_worth = 0
    state.last_rank = 0


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
        state.hands[seat, kind] -= 1
        if state.known[seat, kind] > 0:
            state.known[seat, kind] -= 1
    else:
        state.tables[seat, kind] -= 1
    complete_payment(state)


@compiled
def pay_subsidy(state: State) -> None:
    """Use the contract (URBANIA-SUBSIDY-1)."""
    state.contracts[mover(state)] = 0
    state.paid_worth += 1
    complete_payment(state)


@compiled
def put_away_payment(state: State, keep_coins: bool) -> None:
    """Lay cards with coins face up before the player, if they stay; discard the others."""
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


@compiled
def complete_payment(state: State) -> None:
    """Renew or hire as soon as the payment suffices; what is over is lost (URBANIA-RENEW-4)."""
    target = whole(state.target)
    coins = state.due == HIRING
    if state.paid_worth < price(state, target, coins):
        return
    state.colour = NO_COLOUR
    state.paid_worth = 0
    state.last_rank = 0
    state.target = NOTHING
    if coins:
        hire(state, target)
    else:
        renew(state, target)


@compiled
def renew(state: State, space: int) -> None:
    """Score the building, move its marker, turn it over (URBANIA-RENEW-6, -7)."""
    tile = whole(state.tiles[space])
    state.points[state.to_move] += TILE_POINTS[tile]
    state.from_buildings[state.to_move] += TILE_POINTS[tile]
    if TILE_TYPE[tile] != RESIDENTIAL:
        state.buildings[TILE_TYPE[tile]] += 1
    low, high = union(renewed(state), single(space))
    state.renewed[0] = low
    state.renewed[1] = high
    put_away_payment(state, True)
    after_discarding(state)
    watch_for_the_end(state)
    finish_with_icon(state, TILE_CARD[tile])


@compiled
def hire(state: State, specialist: int) -> None:
    """Take the specialist, move its marker (URBANIA-HIRE-3, -4, SUBSIDY-2)."""
    former = whole(state.holders[specialist])
    if state.politics and former != NOBODY:
        state.contracts[former] = 1
    state.holders[specialist] = state.to_move
    state.specialists[specialist] += 1
    put_away_payment(state, False)
    after_discarding(state)
    watch_for_the_end(state)
    finish_with_icon(state, ICON[state.specialists[specialist]])


@compiled
def submit(state: State, project: int) -> None:
    """Submit a project and pay for it (URBANIA-SUBMIT-1, -2)."""
    seat = mover(state)
    card = ONE << project
    state.project_hands[seat] &= ~card
    state.submitted[seat] |= card
    fee = state.points[seat] // 10
    state.points[seat] -= fee
    state.fees[seat] += fee
    end_action(state)


@compiled
def draw_and_go_on(state: State, source: int) -> None:
    """Draw a card and go on with the draw action, or with what an icon has interrupted."""
    icon = state.due == CARD
    draw(state, source)
    if icon:
        end_action(state)
        return
    if state.due == ACTION:
        state.cards_due = 2
    state.cards_due -= 1
    state.swept = 0
    if whole(state.cards_due) > 0 and some_source_is_open(state):
        state.due = DRAWING
    else:
        state.cards_due = 0
        end_action(state)


# --- The operations every game provides ----------------------------------------------------------


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
def clear(state: State) -> None:
    """Empty the table."""
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


@compiled
def start(state: State, seats: int, options: npt.NDArray[np.int64], seed: int) -> None:
    """Set up the city, hands, pool and piles, all from the seed."""
    clear(state)
    state.random[0] = seed
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


@compiled
def to_move(state: State) -> int:
    """Return the seat that decides next, or -1 when the game is over."""
    return mover(state)


@compiled
def turn_begins(state: State) -> bool:
    """Whether the next decision is the first of a turn."""
    return bool(state.due == OVER or (state.due == ACTION and state.actions_left == 2))


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
    """Whether so much from cards pays a price, with the contract if need be."""
    return cards > 0 and cards + int(has_subsidy(state)) >= wanted


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
    """Write what can be renewed, hired and submitted; the same as asking `is_legal` of each."""
    workers = in_hand(state, False)
    most = max(workers)
    rest = minus(neighbours(BOARD, renewed(state)), renewed(state))
    while not is_empty(rest):
        space = first(rest)
        rest = without_first(rest)
        kind = type_at(state, space)
        cards = most if kind == RESIDENTIAL else workers[kind]
        if suffices(state, cards, price(state, space, False)):
            size = write_one(decisions, size, RENEW + space)
    coins = in_hand(state, True)
    for specialist in range(ZERO, SUITS):
        value = price(state, specialist, True)
        free = state.holders[specialist] != state.to_move and value < LAST_VALUE
        if free and suffices(state, coins[specialist], value):
            size = write_one(decisions, size, HIRE + specialist)
    projects = state.project_hands[mover(state)]
    if size_of(state.submitted[mover(state)]) == MOST_SUBMITTED:
        projects = ZERO
    return write_each(decisions, size, SUBMIT, projects)


@compiled
def last_rank_to_complete(state: State, colour: int, coins: int, missing: int) -> int:
    """Return the last rank from which on the cards held give what is missing.

    A payment goes on in rising rank, so a card may be paid next just if it does not come later.
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
def held_for(state: State, decision: int) -> int:
    """Count the cards that a decision to pay could take one of, numbered from PAY."""
    if decision < KINDS:
        return whole(state.hands[mover(state), decision])
    return whole(state.tables[mover(state), decision - KINDS])


@compiled
def still_missing(state: State, coins: bool) -> int:
    """Return how much cards must still give, the contract doing its part."""
    wanted = price(state, whole(state.target), coins)
    return wanted - int(has_subsidy(state)) - whole(state.paid_worth)


@compiled
def write_payments(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the cards that may be paid next; the same as asking `is_legal` of each."""
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


@compiled
def legal(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the legal decisions in rising order; return how many there are."""
    if state.due == RENEWING or state.due == HIRING:
        if state.colour != NO_COLOUR:
            size = write_payments(state, decisions)
        else:
            size = write_payments_of_any_colour(state, decisions)
        if may_pay_subsidy(state):
            size = write_one(decisions, size, PAY_SUBSIDY)
        return size
    if state.due == OVER:
        return ZERO
    size = write_draws(state, decisions)
    return write_actions(state, decisions, size) if state.due == ACTION else size


@compiled
def apply(state: State, decision: int) -> None:
    """Carry out a legal decision in place."""
    if decision < SWEEP:
        draw_and_go_on(state, decision)
    elif decision == SWEEP:
        sweep(state)
        if state.due == ACTION:
            state.cards_due = 2
        state.due = DRAWING
        state.swept = 1
    elif decision == DECLINE:
        end_action(state)
    elif decision < HIRE:
        begin_payment(state, decision - RENEW, False)
    elif decision < SUBMIT:
        begin_payment(state, decision - HIRE, True)
    elif decision < PAY:
        submit(state, decision - SUBMIT)
    elif decision == PAY_SUBSIDY:
        pay_subsidy(state)
    else:
        source, kind = divmod(decision - PAY, KINDS)
        pay_card(state, source, kind)


@compiled
def standing(state: State, rows: npt.NDArray[np.int64]) -> None:
    """Write each seat's points, and those from projects (URBANIA-END-4)."""
    for seat in range(state.seats):
        rows[seat, SCORE] = state.points[seat]
        rows[seat, FROM_PROJECTS] = state.from_projects[seat]


@compiled
def count_hand(state: State, seat: int) -> int:
    """Count the resource cards in a hand."""
    size = ZERO
    for kind in range(KINDS):
        size += state.hands[seat, kind]
    return size


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


# --- Refusals ------------------------------------------------------------------------------------


@compiled
def refuse_unless_due(state: State) -> int:
    """Why an action may not begin now: another one is under way."""
    if state.due == ACTION:
        return PERMITTED
    if state.due == DRAWING:
        return DRAW_1
    return DRAW_6 if state.due == CARD else RENEW_5


@compiled
def refuse_drawing(state: State, source: int) -> int:
    """Why a card may not be drawn from a source."""
    if state.due == RENEWING or state.due == HIRING:
        return RENEW_5
    return PERMITTED if is_open(state, source) else DRAW_5


@compiled
def refuse_sweeping(state: State) -> int:
    """Why the pool may not be swept."""
    if may_sweep(state):
        return PERMITTED
    if state.due == RENEWING or state.due == HIRING:
        return RENEW_5
    if state.due == CARD:
        return DRAW_6
    return DRAW_3 if state.swept or not pool_is_full(state) else DRAW_2


@compiled
def refuse_renewing(state: State, space: int) -> int:
    """Why a building may not be renewed."""
    reachable = minus(neighbours(BOARD, renewed(state)), renewed(state))
    if not contains(reachable, space):
        return RENEW_1
    if can_pay(state, space, False):
        return PERMITTED
    return RENEW_3 if type_at(state, space) == RESIDENTIAL else RENEW_2


@compiled
def refuse_hiring(state: State, specialist: int) -> int:
    """Why a specialist may not be hired."""
    if state.holders[specialist] == state.to_move:
        return HIRE_2
    if state.specialists[specialist] == LAST_VALUE:
        return TRACK_2
    return PERMITTED if can_pay(state, specialist, True) else HIRE_3


@compiled
def refuse_paying(state: State, source: int, kind: int) -> int:
    """Why a card may not be paid next."""
    if may_pay(state, source, kind):
        return PERMITTED
    coins = state.due == HIRING
    if held(state, source, kind, coins) == 0:
        return HIRE_3 if coins else RENEW_2
    if worth(kind, whole(state.colour), coins) == 0:
        residential = not coins and type_at(state, whole(state.target)) == RESIDENTIAL
        return HIRE_3 if coins else (RENEW_3 if residential else RENEW_2)
    return RENEW_3 if colour_fails(state, kind, coins) else RENEW_5


@compiled
def colour_fails(state: State, kind: int, coins: bool) -> bool:
    """Whether a card would fix a colour of which there is not enough (URBANIA-RENEW-3)."""
    colour = colour_after(state, kind, coins)
    wanted, rest = price(state, whole(state.target), coins), whole(state.last_rank)
    return colour != whole(state.colour) and not can_complete(
        state, colour, coins, rest, whole(state.paid_worth), wanted
    )


@compiled
def refusal(state: State, decision: int) -> int:
    """Return the rule that refuses a decision, or PERMITTED."""
    if state.due == OVER:
        return END_2
    if decision < SWEEP:
        return refuse_drawing(state, decision)
    if decision == SWEEP:
        return refuse_sweeping(state)
    if decision == DECLINE:
        return PERMITTED if state.due == CARD else DRAW_6
    if decision < PAY:
        wait = refuse_unless_due(state)
        if wait != PERMITTED:
            return wait
        if decision < HIRE:
            return refuse_renewing(state, decision - RENEW)
        if decision < SUBMIT:
            return refuse_hiring(state, decision - HIRE)
        return PERMITTED if may_submit(state, decision - SUBMIT) else SUBMIT_1
    if state.due != RENEWING and state.due != HIRING:
        return TURN_1
    if decision == PAY_SUBSIDY:
        return PERMITTED if may_pay_subsidy(state) else SUBSIDY_1
    source, kind = divmod(decision - PAY, KINDS)
    return refuse_paying(state, source, kind)


# --- What is hidden ------------------------------------------------------------------------------


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


_RECORD, _NUMBER, _TRUTH = from_dtype(STATE), types.int64, types.boolean
ENTRY_POINTS = {
    "price": EntryPoint(price, _NUMBER(_RECORD, _NUMBER, _TRUTH)),
    "worth": EntryPoint(worth, _NUMBER(_NUMBER, _NUMBER, _TRUTH)),
    "rank": EntryPoint(rank, _NUMBER(_NUMBER, _NUMBER, _NUMBER)),
    "workers_showing": EntryPoint(workers_showing, _NUMBER(_RECORD)),
    "may_sweep": EntryPoint(may_sweep, _TRUTH(_RECORD)),
    "most_payable": EntryPoint(most_payable, _NUMBER(_RECORD, _NUMBER, _TRUTH)),
    "value_of": EntryPoint(value_of, _NUMBER(_RECORD, _NUMBER)),
    "end_is_near": EntryPoint(end_is_near, _TRUTH(_RECORD)),
    "some_source_is_open": EntryPoint(some_source_is_open, _TRUTH(_RECORD)),
    "some_action_is_possible": EntryPoint(some_action_is_possible, _TRUTH(_RECORD)),
}
