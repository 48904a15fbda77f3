"""Plans for decrees: how many tiles each is short of, and how likely they are to come."""

from __future__ import annotations

import numpy as np

from contrada.games.urbe.components import CARDS, GUILDS
from contrada.games.urbe.rules.city import CELLS
from contrada.games.urbe.rules.decrees import DECREE_FROM, DECREE_VP, NO_BITS, PLACEMENTS, colours
from contrada.games.urbe.rules.state import (
    BRIDGE,
    CHANCELLOR,
    DECREES_EACH,
    NOTHING,
    TILE_COLOUR,
    TILE_POWER,
    TOWN_HALL,
    USEFUL_VP,
    WATCHTOWER,
    cells,
)
from contrada.kernel.bits import ONE, ZERO, count_ones, whole
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.sets import size_of

MET, FAR, MOST_SHORT = constants(-1, 99, 16)


def _likely(cards: int, short: int) -> float:
    """Estimate how likely this many cards are to bring exactly these tiles.

    Fitted to how often greedy players met a decree, from one card (0.6 for one tile, 0.15 for two)
    to six (0.85 for two tiles, 0.4 for four, 0.1 for six).
    """
    if short == 0:
        return 1.0
    if short > 2 * cards:
        return 0.0
    even = 1.15 * cards**0.63  # as likely as not
    return float(1 / (1 + np.exp(2.0 * cards**-0.38 * (short - even))))


LIKELY = np.array(
    [[_likely(cards, short) for short in range(MOST_SHORT + 1)] for cards in range(CARDS + 1)]
)  # [cards left, tiles short]


@compiled
def likely(cards: int, short: int) -> float:
    """Return how likely the cards left are to bring all missing tiles."""
    return LIKELY[cards, short] if short <= MOST_SHORT else 0.0


# A hand is a number: 8 bits for each colour's tiles, then those of town halls, which are any.
WILD, NO_COLOUR = constants(GUILDS, GUILDS + 1)
KINDS = GUILDS + 2
TILE_KIND = np.where(
    TILE_POWER == TOWN_HALL, WILD, np.where(TILE_COLOUR < GUILDS, TILE_COLOUR, NO_COLOUR)
)
IN_HAND_AS = np.array([1 << 8 * kind for kind in range(GUILDS + 1)] + [0], np.int64)
ON_CELL = (TILE_POWER != BRIDGE) & (TILE_POWER != WATCHTOWER)  # [tile]: takes a cell
_HAND, _WILD_FROM = constants(0xFF, 8 * GUILDS)
_CELLS = np.uint64(0xFFFF)
_LANES = np.uint64(0x0001_0001_0001_0001)
_1, _2, _3 = np.uint64(CELLS), np.uint64(2 * CELLS), np.uint64(3 * CELLS)


@compiled
def in_every_colour(some: int) -> np.uint64:
    """Return cells repeated for all colours."""
    return np.uint64(some) * _LANES


@compiled
def cells_needed(need: np.uint64) -> np.uint64:
    """Return the cells that something needs, repeated for all colours."""
    return ((need | need >> _1 | need >> _2 | need >> _3) & _CELLS) * _LANES


@compiled
def over(need: np.uint64, hand: int) -> int:
    """Return how many tiles of one colour are needed beyond those at hand (in the lowest bits)."""
    return max(ZERO, count_ones(need & _CELLS) - (hand & _HAND))


@compiled
def short_of(need: np.uint64, hand: int) -> int:
    """Return how many tiles are short for all that is needed."""
    if hand == 0:
        return count_ones(need)
    short = over(need, hand) + over(need >> _1, hand >> 8)
    short += over(need >> _2, hand >> 16) + over(need >> _3, hand >> 24)
    return max(ZERO, short - (hand >> _WILD_FROM))


@compiled
def lacking(need: np.uint64, hand: int) -> int:
    """Return the colours that are short, as a set."""
    found = int(over(need, hand) > 0) | int(over(need >> _1, hand >> 8) > 0) << 1
    found |= int(over(need >> _2, hand >> 16) > 0) << 2
    return found | int(over(need >> _3, hand >> 24) > 0) << 3


@compiled
def hand_of(state: State, seat: int) -> int:
    """Return the tiles to be placed, by colour."""
    hand = ZERO
    for slot in range(state.waiting_size[seat]):
        hand += IN_HAND_AS[TILE_KIND[state.waiting[seat, slot]]]
    return hand


@compiled
def room(state: State, seat: int) -> int:
    """Return how many cells stay empty after placing the tiles at hand; negative if too few."""
    left = CELLS - size_of(cells(state, seat))
    for slot in range(state.waiting_size[seat]):
        left -= ON_CELL[state.waiting[seat, slot]]
    return left


@compiled
def decree_worth(state: State, seat: int, decree: int) -> int:
    """Return the points of a decree, including the Chancellor's."""
    if state.useful[seat] == CHANCELLOR:
        return whole(DECREE_VP[decree]) + whole(USEFUL_VP[CHANCELLOR])
    return whole(DECREE_VP[decree])


@compiled
def outlook(decree: int, coloured: np.uint64, filled: np.uint64, hand: int) -> tuple[int, int]:
    """Return how many tiles a decree is short of at best, and the colours that help.

    MET means that it is fulfilled, FAR that it no longer can be.
    """
    best, helping = FAR, ZERO
    for placement in range(DECREE_FROM[decree], DECREE_FROM[decree + 1]):
        need = PLACEMENTS[placement] & ~coloured
        if need & filled != NO_BITS:
            continue
        if need == NO_BITS:
            return MET, ZERO
        short = short_of(need, hand)
        if short < best:
            best, helping = short, lacking(need, hand)
        elif short == best:
            helping |= lacking(need, hand)
    return best, helping


@compiled
def add_to_plan(
    decree: int, reserved: np.uint64, coloured: np.uint64, filled: np.uint64, hand: int
) -> tuple[int, np.uint64]:
    """Return how short a plan is with a decree added at its best place, and all it then needs."""
    kept, taken = coloured | reserved, filled | cells_needed(reserved)
    best, extended = MOST_SHORT * (CELLS + 1) + CELLS, reserved
    for placement in range(DECREE_FROM[decree], DECREE_FROM[decree + 1]):
        need = PLACEMENTS[placement] & ~kept
        if need & taken == NO_BITS:
            need |= reserved
            rank = short_of(need, hand) * (CELLS + 1) + count_ones(need)
            if rank < best:
                best, extended = rank, need
    short = best // (CELLS + 1)
    return (short, extended) if short < MOST_SHORT else (FAR, reserved)


@compiled
def plan_around(
    state: State,
    seat: int,
    others: tuple[int, int],
    reserved: np.uint64,
    city: tuple[np.uint64, np.uint64, int],
    cards: int,
) -> float:
    """Return what the other decrees are likely to score if the first one's cells are reserved."""
    coloured, filled, hand = city
    worth = 0.0
    for decree in others:
        if decree != NOTHING:
            short, reserved = add_to_plan(decree, reserved, coloured, filled, hand)
            worth += decree_worth(state, seat, decree) * likely(cards, short)
    return worth


@compiled
def plan_led_by(
    state: State,
    seat: int,
    order: tuple[int, int, int],
    least: int,
    city: tuple[np.uint64, np.uint64, int],
    cards: int,
    tries: int,
) -> float:
    """Return what the best plan scores that makes the first decree as little short as possible."""
    coloured, filled, hand = city
    best, lead = 0.0, order[0]
    for placement in range(DECREE_FROM[lead], DECREE_FROM[lead + 1]):
        need = PLACEMENTS[placement] & ~coloured
        if need & filled == NO_BITS and short_of(need, hand) == least:
            best = max(best, plan_around(state, seat, (order[1], order[2]), need, city, cards))
            tries -= 1
            if tries == 0:
                break
    return best + decree_worth(state, seat, lead) * likely(cards, least)


@compiled
def comes_before(
    state: State, seat: int, shorts: tuple[int, int, int], one: int, other: int
) -> bool:
    """Whether a decree is less short than another, or equally short and worth more."""
    if shorts[one] != shorts[other] or shorts[one] == FAR:
        return shorts[one] < shorts[other]
    decrees = state.decrees[seat]
    return bool(DECREE_VP[decrees[one]] > DECREE_VP[decrees[other]])


@compiled
def in_order(state: State, seat: int, shorts: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return which decree of a seat is least short, which is next, and which is last."""
    one, two, three = ZERO, ONE, ONE + ONE
    if comes_before(state, seat, shorts, two, one):
        one, two = two, one
    if comes_before(state, seat, shorts, three, two):
        two, three = three, two
        if comes_before(state, seat, shorts, two, one):
            one, two = two, one
    return one, two, three


@compiled
def planned(
    state: State,
    seat: int,
    shorts: tuple[int, int, int],
    city: tuple[np.uint64, np.uint64, int],
    cards: int,
    tries: int,
) -> float:
    """Return the points that the unfulfilled decrees are likely to score together.

    `shorts` says how short each is by itself.
    """
    one, two, three = in_order(state, seat, shorts)
    first, second, third = open_decree(state, seat, shorts, one), NOTHING, NOTHING
    least = shorts[one]
    if first == NOTHING:  # met, so that the next one leads
        first, least = open_decree(state, seat, shorts, two), shorts[two]
    else:
        second = open_decree(state, seat, shorts, two)
    if first == NOTHING:
        first, least = open_decree(state, seat, shorts, three), shorts[three]
    else:
        third = open_decree(state, seat, shorts, three)
    if first == NOTHING:
        return 0.0
    return plan_led_by(state, seat, (first, second, third), least, city, cards, tries)


@compiled
def open_decree(state: State, seat: int, shorts: tuple[int, int, int], which: int) -> int:
    """Return a decree of a seat that can still be fulfilled, or NOTHING."""
    if shorts[which] in (MET, FAR):
        return NOTHING
    return whole(state.decrees[seat, which])


@compiled
def short_by_itself(
    state: State, seat: int, which: int, city: tuple[np.uint64, np.uint64, int]
) -> int:
    """Return how short a seat's decree is; FAR if it cannot be fulfilled or is not dealt."""
    decree = whole(state.decrees[seat, which])
    return outlook(decree, city[0], city[1], city[2])[0] if decree != NOTHING else FAR


@compiled
def met_points(state: State, seat: int, shorts: tuple[int, int, int]) -> float:
    """Return the points of the fulfilled decrees."""
    points = ZERO
    for which in range(DECREES_EACH):
        if shorts[which] == MET:
            points += decree_worth(state, seat, whole(state.decrees[seat, which]))
    return float(points)


@compiled
def shorts_of(
    state: State, seat: int, city: tuple[np.uint64, np.uint64, int]
) -> tuple[int, int, int]:
    """Return how short each decree of a seat is by itself."""
    return (
        short_by_itself(state, seat, ZERO, city),
        short_by_itself(state, seat, ONE, city),
        short_by_itself(state, seat, ONE + ONE, city),
    )


@compiled
def decree_hopes(
    state: State, seat: int, city: tuple[np.uint64, np.uint64, int], cards: int
) -> tuple[float, float]:
    """Return what decrees score with such a city: fulfilled ones, and likely all together."""
    shorts = shorts_of(state, seat, city)
    met = met_points(state, seat, shorts)
    return met, met + planned(state, seat, shorts, city, cards, MANY_TRIES)


FEW_TRIES, MANY_TRIES = constants(6, 12)


@compiled
def city_of(state: State, seat: int) -> tuple[np.uint64, np.uint64, int]:
    """Return what a plan looks at: colours, filled cells, and the tiles to be placed."""
    return colours(state, seat), in_every_colour(cells(state, seat)), hand_of(state, seat)


@compiled
def cards_left(state: State, seat: int) -> int:
    """Count the cards a seat has left; one more for the Archbishop, who pays like one."""
    left = size_of(whole(state.cards[seat])) + int(state.archbishop == seat)
    return min(left, whole(CARDS))
