"""What a player of Urbe looks at: of a city and its prospects, and of a decision.

At the heart is the plan for one's decrees. A placement of a decree is still possible if each of its
cells either has the right colour or is empty. It is short of as many tiles as it lacks beyond those
that wait to be placed. The plan takes the decree that is least short, reserves its cells, and adds
the others around it, so that decrees that need the same cells for different colours do not both
count. What is still short must come with the cards left; `LIKELY` says how likely that is.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from contrada.games.contract import Evaluation
from contrada.games.urbe.components import CARDS, GUILDS, MOST_MARKET
from contrada.games.urbe.rules import (
    ALMONER,
    ARCHBISHOP,
    BORDER,
    BRIDGE,
    BY_FLAGS,
    BY_GUILDS,
    CASTELLAN,
    CASTLE,
    CELLS,
    CENTRE,
    CHANCELLOR,
    CHOOSING_MEEPLE,
    CHOOSING_SIDE,
    CHOOSING_USEFUL,
    CHURCH,
    COMPONENTS,
    CORNERS,
    DECREE_FROM,
    DECREE_VP,
    DECREES_EACH,
    FLAGS,
    FOUNTAIN_VP,
    GREY,
    KEEP,
    KEEP_USEFUL,
    KEEPER,
    LINES,
    LOCATIONS,
    MARK,
    MARKET_SIZE,
    MARKING,
    MEEPLE,
    MEEPLES,
    NO_ARCHBISHOP,
    NO_SECOND,
    NO_SWAP,
    NO_TREASURER,
    NOTHING,
    ONE,
    PAINTER,
    PAIR_CELLS,
    PAYING,
    PAYS,
    PLACE,
    PLACEMENTS,
    PLACING,
    SECOND,
    SENDING_ARCHBISHOP,
    SIDE,
    SIDE_VP,
    SPEND,
    SQUARE_CELLS,
    SQUARES,
    SURVEYOR,
    SWAP,
    TAKING_SECOND,
    TILE_COLOUR,
    TILE_POWER,
    TILE_VP,
    TOWN_HALL,
    TOWN_HALL_BITS,
    USE_TREASURER,
    USEFUL_VP,
    USING_TREASURER,
    WATCHTOWER,
    ZERO,
    cards_for,
    cells,
    character_points,
    cheap_neighbours,
    colours,
    fountain_points,
    is_grey,
    marked,
    second_places,
    tile_points,
    touching,
    useful_points,
)
from contrada.kernel.bits import count_ones, whole
from contrada.kernel.jit import allocating, compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.seats import by_seats, mover
from contrada.kernel.sets import first_of, has, size_of, without_first

Table = npt.NDArray[np.float64]

FEATURES = (
    "tiles",
    "character",
    "fountains",
    "useful character",
    "decrees met",
    "decrees in hand",  # the tiles that wait are enough
    "decrees one tile short",
    "decrees two tiles short",
    "decrees three tiles short",
    "decrees further off",
    "plan for decrees",
    "squares one tile short",
    "squares two tiles short",
    "tiles waiting",
    "take in sight",
    "cards left",
    "cells filled",
    "Herald's House",
    "Archbishop",
    "character to come",
    "useful character to come",
    "to move",
)
(
    TILES_PLACED,
    CHARACTER,
    FOUNTAINS,
    USEFUL_SCORED,
    DECREES_MET,
    IN_HAND,
    ONE_SHORT,
    TWO_SHORT,
    THREE_SHORT,
    FURTHER,
    PLAN,
    SQUARES_ONE,
    SQUARES_TWO,
    WAITING,
    SIGHT,
    CARDS_LEFT,
    FILLED,
    HAS_HERALD,
    HAS_ARCHBISHOP,
    CHARACTER_TO_COME,
    USEFUL_TO_COME,
    TO_MOVE,
) = constants(*range(len(FEATURES)))

CHOICES = (
    "side B",
    "useful character's worth",
    "mark: points of the tile",
    "mark: decrees it brings nearer",
    "mark: second tile in sight",
    "mark: what others would get",
    "mark: cards that pay",
    "mark: grey",
    "take: points of the tile",
    "take: decrees it brings nearer",
    "take: what others would get",
    "keeps the Archbishop",
    "no second tile",
    "keeps the Treasurer",
    "meeple: tiles in sight",
    "pay: second tile in sight",
    "pay: flags needed later",
    "pay: two flags",
    "pay: only card for the other meeple",
    "place: plan for decrees",
    "place: decrees met",
    "place: fountains",
    "place: squares one tile short",
    "place: tiles beside it",
    "place: gained by where it lies",
    "place: useful character",
    "keeps warehouses",
    "keeps the Mason",
)
(
    SIDE_B,
    USEFUL_WORTH,
    MARK_POINTS,
    MARK_DECREES,
    MARK_SECOND,
    MARK_OTHERS,
    MARK_CARDS,
    MARK_GREY,
    TAKE_POINTS,
    TAKE_DECREES,
    TAKE_OTHERS,
    KEEPS_ARCHBISHOP,
    WITHOUT_SECOND,
    KEEPS_TREASURER,
    MEEPLE_SIGHT,
    PAY_SECOND,
    PAY_FLAGS,
    PAY_TWO_FLAGS,
    PAY_ONLY,
    PLACE_PLAN,
    PLACE_MET,
    PLACE_FOUNTAINS,
    PLACE_SQUARES,
    PLACE_BESIDE,
    PLACE_WHERE,
    PLACE_USEFUL,
    KEEPS_WAREHOUSES,
    KEEPS_MASON,
) = constants(*range(len(CHOICES)))

POINTS = 20.0  # a feature of 1 is so many points
TILES_OF_CARD = 1.7  # that a card brings for cells, about
GAIN = 10.0  # and so is a column of a choice

# By how many points greedy players with a useful character were better than those with none, about.
USEFUL_PROSPECT = np.array([6.0, 6.0, 9.0, 1.5, 3.5, 4.5, 4.0, 1.5])


# --- How likely missing tiles come ---------------------------------------------------------------

MET, FAR, MOST_SHORT = constants(-1, 99, 16)


def _likely(cards: int, short: int) -> float:
    """Estimate how likely so many cards bring just these tiles.

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
    """Return how likely the cards left bring all tiles that are short."""
    return LIKELY[cards, short] if short <= MOST_SHORT else 0.0


# --- Tiles at hand, and what is short ------------------------------------------------------------

# A hand is a number: 8 bits for each colour's tiles, then those of town halls, which are any.
WILD, NO_COLOUR = constants(GUILDS, GUILDS + 1)
KINDS = GUILDS + 2
TILE_KIND = np.where(
    TILE_POWER == TOWN_HALL, WILD, np.where(TILE_COLOUR < GUILDS, TILE_COLOUR, NO_COLOUR)
)
IN_HAND_AS = np.array([1 << 8 * kind for kind in range(GUILDS + 1)] + [0], np.int64)
ON_CELL = (TILE_POWER != BRIDGE) & (TILE_POWER != WATCHTOWER)  # [tile]: takes a cell
_HAND, _LANE_OF_HAND, _WILD_FROM = constants(0xFF, 8, 8 * GUILDS)
_NONE, _CELLS, _BIT = np.uint64(0), np.uint64(0xFFFF), np.uint64(1)
_LANES = np.uint64(0x0001_0001_0001_0001)
_1, _2, _3 = np.uint64(CELLS), np.uint64(2 * CELLS), np.uint64(3 * CELLS)


@compiled
def in_every_colour(some: int) -> np.uint64:
    """Return cells in the lanes of all colours."""
    return np.uint64(some) * _LANES


@compiled
def cells_needed(need: np.uint64) -> np.uint64:
    """Return the cells that something needs, in the lanes of all colours."""
    return ((need | need >> _1 | need >> _2 | need >> _3) & _CELLS) * _LANES


@compiled
def over(need: np.uint64, hand: int) -> int:
    """Return how many tiles of one colour are needed beyond those at hand, both in lowest place."""
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
    """Return the tiles that wait to be placed, by colour."""
    hand = ZERO
    for slot in range(state.waiting_size[seat]):
        hand += IN_HAND_AS[TILE_KIND[state.waiting[seat, slot]]]
    return hand


@compiled
def room(state: State, seat: int) -> int:
    """Return how many cells stay empty when the tiles that wait are placed; below 0 if too few."""
    left = CELLS - size_of(cells(state, seat))
    for slot in range(state.waiting_size[seat]):
        left -= ON_CELL[state.waiting[seat, slot]]
    return left


# --- The plan for decrees ------------------------------------------------------------------------


@compiled
def decree_worth(state: State, seat: int, decree: int) -> int:
    """Return the points of a decree, with the Chancellor's."""
    if state.useful[seat] == CHANCELLOR:
        return whole(DECREE_VP[decree]) + whole(USEFUL_VP[CHANCELLOR])
    return whole(DECREE_VP[decree])


@compiled
def outlook(decree: int, coloured: np.uint64, filled: np.uint64, hand: int) -> tuple[int, int]:
    """Return how many tiles a decree is short of at best, and the colours that help.

    MET stands for a decree that is met, FAR for one that cannot be any more.
    """
    best, helping = FAR, ZERO
    for placement in range(DECREE_FROM[decree], DECREE_FROM[decree + 1]):
        need = PLACEMENTS[placement] & ~coloured
        if need & filled != _NONE:
            continue
        if need == _NONE:
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
    """Return how short a plan is with a decree at its best place added, and all it then needs."""
    kept, taken = coloured | reserved, filled | cells_needed(reserved)
    best, extended = MOST_SHORT * (CELLS + 1) + CELLS, reserved
    for placement in range(DECREE_FROM[decree], DECREE_FROM[decree + 1]):
        need = PLACEMENTS[placement] & ~kept
        if need & taken == _NONE:
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
    """Return what the other decrees are likely to bring when the first one's cells are reserved."""
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
    """Return what the best plan brings in which the first decree is as little short as can be."""
    coloured, filled, hand = city
    best, lead = 0.0, order[0]
    for placement in range(DECREE_FROM[lead], DECREE_FROM[lead + 1]):
        need = PLACEMENTS[placement] & ~coloured
        if need & filled == _NONE and short_of(need, hand) == least:
            best = max(best, plan_around(state, seat, (order[1], order[2]), need, city, cards))
            tries -= 1
            if tries == 0:
                break
    return best + decree_worth(state, seat, lead) * likely(cards, least)


@compiled
def comes_before(
    state: State, seat: int, shorts: tuple[int, int, int], one: int, other: int
) -> bool:
    """Whether a decree is less short than another, or as short and worth more."""
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
    """Return the points that the decrees not yet met are likely to bring together.

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
    """Return a decree of a seat that is to be met yet, and can be; NOTHING if it is not."""
    if shorts[which] in (MET, FAR):
        return NOTHING
    return whole(state.decrees[seat, which])


@compiled
def short_by_itself(
    state: State, seat: int, which: int, city: tuple[np.uint64, np.uint64, int]
) -> int:
    """Return how short a seat's decree is; FAR if it cannot be met, or is not dealt."""
    decree = whole(state.decrees[seat, which])
    return outlook(decree, city[0], city[1], city[2])[0] if decree != NOTHING else FAR


@compiled
def met_points(state: State, seat: int, shorts: tuple[int, int, int]) -> float:
    """Return the points of the decrees that are met."""
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
    """Return what decrees bring with such a city and hand: those met, and likely all together."""
    shorts = shorts_of(state, seat, city)
    met = met_points(state, seat, shorts)
    return met, met + planned(state, seat, shorts, city, cards, MANY_TRIES)


FEW_TRIES, MANY_TRIES = constants(6, 12)


# --- What a tile is worth ------------------------------------------------------------------------


@compiled
def tile_gain(state: State, seat: int, tile: int) -> float:
    """Return the points of a tile for a seat, wherever it will lie."""
    points = whole(TILE_VP[tile])
    if state.sides[seat] >= 0:
        points += SIDE_VP[state.guilds[seat], state.sides[seat], tile]
    if TILE_POWER[tile] == CHURCH:
        points += 1
    if state.useful[seat] == ALMONER and TILE_VP[tile] == 1:
        points += USEFUL_VP[ALMONER]
    elif state.useful[seat] == CASTELLAN and is_grey(tile):
        points += USEFUL_VP[CASTELLAN]
    return float(points)


Needs = tuple[float, float, float, float]


@compiled
def step_of(cards: int, short: int) -> float:
    """Return by how much one tile makes it likelier that all come."""
    if short <= 0 or short == FAR:
        return 0.0
    return likely(cards, short - 1) - likely(cards, short)


@compiled
def if_helping(helping: int, colour: int, gain: float) -> float:
    """Return the gain if a colour is among those that help."""
    return gain if has(helping, colour) else 0.0


@compiled
def gain_of_colour(needs: Needs, tile: int) -> float:
    """Return what the colour of a tile is worth for decrees."""
    if TILE_COLOUR[tile] < GUILDS:
        return needs[TILE_COLOUR[tile]]
    if TILE_POWER[tile] == TOWN_HALL:
        return max(needs[0], needs[1], needs[2], needs[3])
    return 0.0


@compiled
def needs_of(state: State, seat: int, city: tuple[np.uint64, np.uint64, int], cards: int) -> Needs:
    """Return what one more tile of each colour is worth to a seat's decrees, each by itself."""
    needs = (0.0, 0.0, 0.0, 0.0)
    for which in range(DECREES_EACH):
        decree = whole(state.decrees[seat, which])
        if decree != NOTHING:
            short, helping = outlook(decree, city[0], city[1], city[2])
            needs = more_needs(
                needs, helping, decree_worth(state, seat, decree) * step_of(cards, short)
            )
    return needs


@compiled
def more_needs(needs: Needs, helping: int, gain: float) -> Needs:
    """Add what a decree gains from one tile of the colours that help it."""
    return (
        needs[0] + if_helping(helping, ZERO, gain),
        needs[1] + if_helping(helping, ONE, gain),
        needs[2] + if_helping(helping, ONE + ONE, gain),
        needs[3] + if_helping(helping, ONE + ONE + ONE, gain),
    )


@compiled
def city_of(state: State, seat: int) -> tuple[np.uint64, np.uint64, int]:
    """Return what a plan looks at: colours, cells filled, and the tiles that wait."""
    return colours(state, seat), in_every_colour(cells(state, seat)), hand_of(state, seat)


@compiled
def cards_left(state: State, seat: int) -> int:
    """Count the cards a seat has left; one more for the Archbishop, who pays like one."""
    left = size_of(whole(state.cards[seat])) + int(state.archbishop == seat)
    return min(left, whole(CARDS))


@compiled
def pays_both(state: State, seat: int, tile: int, other: int) -> bool:
    """Whether the two parts of one card of a seat pay for two tiles."""
    guild, cards = whole(state.guilds[seat]), whole(state.cards[seat])
    one = PAYS[0, guild, tile] & PAYS[1, guild, other]
    return (one | (PAYS[1, guild, tile] & PAYS[0, guild, other])) & cards != 0  # type: ignore[no-any-return]


@compiled
def want(state: State, seat: int, needs: Needs, tile: int) -> float:
    """Return what a tile is worth to a seat, decrees included."""
    return tile_gain(state, seat, tile) + gain_of_colour(needs, tile)


@compiled
def free_places(state: State) -> int:
    """Return the places of tiles that are in the market and not marked."""
    places = ZERO
    for place in range(by_seats(state, MARKET_SIZE)):
        if state.market[place] != NOTHING:
            places |= ONE << place
    return places & ~marked(state)


@compiled
def best_beside(state: State, seat: int, needs: Needs, tile: int, free: int) -> float:
    """Return what the best second tile is worth that a card for the first one brings along."""
    best = 0.0
    while free != 0:
        other = whole(state.market[first_of(free)])
        free = without_first(free)
        if other != tile and not is_grey(other) and pays_both(state, seat, tile, other):
            best = max(best, want(state, seat, needs, other))
    return best


@compiled
def best_free(state: State, seat: int, needs: Needs, free: int) -> float:
    """Return what the best tile that a seat can still mark is worth, with the one beside it."""
    best, chosen, rest = 0.0, NOTHING, free
    while rest != 0:
        place = first_of(rest)
        rest = without_first(rest)
        tile = whole(state.market[place])
        # A grey tile comes alone; any other comes with one worth about half of it.
        worth = want(state, seat, needs, tile) * (1.0 if is_grey(tile) else 1.5)
        if worth > best and cards_for(state, seat, place) != 0:
            best, chosen = worth, tile
    if chosen == NOTHING or is_grey(chosen):
        return best
    return want(state, seat, needs, chosen) + best_beside(state, seat, needs, chosen, free)


@compiled
def worth_of_meeples(state: State, seat: int, needs: Needs, free: int) -> float:
    """Return what the tiles under a seat's meeples are worth, with those beside them."""
    worth, rest = 0.0, whole(state.meeples[seat])
    while rest != 0:
        place = first_of(rest)
        rest = without_first(rest)
        tile = whole(state.market[place])
        if cards_for(state, seat, place) != 0:
            worth += want(state, seat, needs, tile)
            if not is_grey(tile):
                worth += best_beside(state, seat, needs, tile, free)
    return worth


@compiled
def best_of(state: State, seat: int, needs: Needs, places: int) -> float:
    """Return what the best tile of some places is worth."""
    best = 0.0
    while places != 0:
        best = max(best, want(state, seat, needs, whole(state.market[first_of(places)])))
        places = without_first(places)
    return best


@compiled
def take_in_sight(state: State, seat: int, needs: Needs, free: int) -> float:
    """Return what a seat will get from this market."""
    if state.due < MARKING or state.due >= PLACING:
        return 0.0
    worth = worth_of_meeples(state, seat, needs, free)
    if state.due <= SENDING_ARCHBISHOP:
        to_mark = by_seats(state, MEEPLES) - size_of(whole(state.meeples[seat]))
        if to_mark > 0:
            worth += to_mark * best_free(state, seat, needs, free)
    elif state.due == TAKING_SECOND and seat == state.to_move:
        worth += best_of(state, seat, needs, second_places(state))
    if state.archbishop == seat and state.archbishop_mark != 0:
        place = first_of(whole(state.archbishop_mark))
        worth += want(state, seat, needs, whole(state.market[place]))
    return worth


# --- Features ------------------------------------------------------------------------------------


@compiled
def next_fountain(state: State) -> int:
    """Return the points of the next fountain."""
    if state.fountains_left[0] > 0:
        return FOUNTAIN_VP[0]  # type: ignore[no-any-return]
    return FOUNTAIN_VP[1] if state.fountains_left[1] > 0 else ZERO


@compiled
def share_to_be_filled(state: State, seat: int, cards: int) -> float:
    """Return how much of the empty cells the tiles that wait, and those to come, will fill."""
    empty = CELLS - size_of(cells(state, seat))
    waiting = empty - room(state, seat)
    return min(1.0, (waiting + TILES_OF_CARD * cards) / empty) if empty > 0 else 0.0


@compiled
def fountain_prospects(state: State, seat: int, cards: int, row: Table) -> None:
    """Write what the squares that are nearly full promise."""
    filled = cells(state, seat)
    one, two = ZERO, ZERO
    for square in range(SQUARES):
        empty = size_of(SQUARE_CELLS[square] & ~filled)
        one += empty == 1
        two += empty == 2
    worth = next_fountain(state) + (USEFUL_VP[KEEPER] if state.useful[seat] == KEEPER else ZERO)
    share = share_to_be_filled(state, seat, cards)
    row[SQUARES_ONE] = one * worth * share / POINTS
    row[SQUARES_TWO] = two * worth * share * share / POINTS


@compiled
def column_of(short: int) -> int:
    """Return the feature that a decree belongs to which is so short."""
    return min(IN_HAND + short, FURTHER)  # MET is just before


@compiled
def decree_prospects(
    state: State, seat: int, city: tuple[np.uint64, np.uint64, int], cards: int, row: Table
) -> Needs:
    """Write how far the decrees are; return what one more tile of each colour is worth to them."""
    needs = (0.0, 0.0, 0.0, 0.0)
    for column in range(DECREES_MET, PLAN + 1):
        row[column] = 0.0
    shorts = (FAR, FAR, FAR)
    for which in range(DECREES_EACH):
        decree = whole(state.decrees[seat, which])
        if decree == NOTHING:
            return needs
        short, helping = outlook(decree, city[0], city[1], city[2])
        worth = whole(DECREE_VP[decree])
        if short <= 2 * cards:
            row[column_of(short)] += worth / POINTS
            needs = more_needs(needs, helping, worth * step_of(cards, short))
        else:
            short = FAR
        shorts = (shorts[1], shorts[2], short)
    row[PLAN] = planned(state, seat, shorts, city, cards, FEW_TRIES) / POINTS
    return needs


@compiled
def write_score(state: State, seat: int, row: Table) -> None:
    """Write the points of a seat by kind; those of decrees are written with their prospects."""
    row[TILES_PLACED] = tile_points(state, seat) / POINTS
    row[CHARACTER] = character_points(state, seat) / POINTS
    row[FOUNTAINS] = fountain_points(state, seat) / POINTS
    row[USEFUL_SCORED] = useful_points(state, seat) / POINTS


@compiled
def waiting_points(state: State, seat: int) -> float:
    """Return the points of the tiles that wait."""
    points = 0.0
    for slot in range(state.waiting_size[seat]):
        points += tile_gain(state, seat, whole(state.waiting[seat, slot]))
    return points


@compiled
def write_means(state: State, seat: int, cards: int, row: Table) -> None:
    """Write what a seat has to go on with."""
    left = cards / CARDS
    row[WAITING] = waiting_points(state, seat) / POINTS
    row[CARDS_LEFT] = left
    row[FILLED] = size_of(cells(state, seat)) / CELLS
    row[HAS_HERALD] = left if state.herald == seat else 0.0
    row[HAS_ARCHBISHOP] = 1.0 if state.archbishop == seat else 0.0
    row[CHARACTER_TO_COME] = left if state.sides[seat] == 1 else 0.0
    row[USEFUL_TO_COME] = useful_to_come(state, seat) * left / POINTS
    row[TO_MOVE] = 1.0 if state.to_move == seat else 0.0


@compiled
def useful_to_come(state: State, seat: int) -> float:
    """Return what a useful character still promises, were it the beginning of the game."""
    useful = whole(state.useful[seat])
    if useful == NOTHING or state.power_used[seat]:
        return 0.0
    return USEFUL_PROSPECT[useful]  # type: ignore[no-any-return]


@compiled
def features(state: State, table: Table) -> float:
    """Write what each seat has and may hope for; return the share of the cards played."""
    left = ZERO
    free = free_places(state)
    for seat in range(ZERO, whole(state.seats)):
        row = table[seat]
        cards = cards_left(state, seat)
        left += size_of(whole(state.cards[seat]))
        write_score(state, seat, row)
        fountain_prospects(state, seat, cards, row)
        needs = decree_prospects(state, seat, city_of(state, seat), cards, row)
        write_means(state, seat, cards, row)
        row[SIGHT] = take_in_sight(state, seat, needs, free) / POINTS
    return 1.0 - left / (CARDS * whole(state.seats))


# --- Choices: the market -------------------------------------------------------------------------


@compiled
def hopes_with(
    state: State, seat: int, city: tuple[np.uint64, np.uint64, int], cards: int, kind: int
) -> float:
    """Return what decrees are likely to bring with one more tile of a kind at hand."""
    coloured, filled, hand = city
    return decree_hopes(state, seat, (coloured, filled, hand + IN_HAND_AS[kind]), cards)[1]


@compiled
def gains_of_kinds(
    state: State, seat: int, city: tuple[np.uint64, np.uint64, int], cards: int, gains: Table
) -> None:
    """Write what one more tile of each kind is worth to a seat's decrees."""
    before = decree_hopes(state, seat, city, cards)[1]
    for kind in range(KINDS):
        gains[kind] = 0.0
        if kind < NO_COLOUR:
            gains[kind] = hopes_with(state, seat, city, cards, whole(kind)) - before


@compiled
def with_tile(
    city: tuple[np.uint64, np.uint64, int], tile: int
) -> tuple[np.uint64, np.uint64, int]:
    """Return a city with one more tile at hand."""
    return city[0], city[1], city[2] + IN_HAND_AS[TILE_KIND[tile]]


@compiled
def points_with_room(state: State, seat: int, tile: int, spare: int) -> float:
    """Return the points of a tile, none if there is no cell left for it."""
    return tile_gain(state, seat, tile) if spare > 0 or not ON_CELL[tile] else 0.0


@compiled
def best_second(state: State, seat: int, tile: int, gains: Table, places: int, spare: int) -> float:
    """Return what the best tile of some places is worth that one card pays for with another."""
    best = 0.0
    while places != 0:
        other = whole(state.market[first_of(places)])
        places = without_first(places)
        if other != tile and not is_grey(other) and pays_both(state, seat, tile, other):
            points = points_with_room(state, seat, other, spare)
            best = max(best, points + gains[TILE_KIND[other]])
    return best


@compiled
def wanted_by_others(state: State, free: int, wanted: Table) -> None:
    """Write for each place of the market the most that it is worth to somebody else."""
    wanted[:] = 0.0
    for seat in range(ZERO, whole(state.seats)):
        if seat == state.to_move:
            continue
        needs = needs_of(state, seat, city_of(state, seat), cards_left(state, seat))
        rest = free
        while rest != 0:
            place = first_of(rest)
            rest = without_first(rest)
            if cards_for(state, seat, place) != 0:
                tile = whole(state.market[place])
                wanted[place] = max(wanted[place], want(state, seat, needs, tile))


@allocating
def write_marks(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write what the tiles to mark are worth, with those that may come along."""
    seat, free = mover(state), free_places(state)
    cards, spare = cards_left(state, seat), room(state, seat)
    city = city_with_meeples(state, seat)
    wanted, gains = np.empty(MOST_MARKET), np.empty((KINDS + 1, KINDS))
    wanted_by_others(state, free, wanted)
    gains_of_kinds(state, seat, city, cards, gains[KINDS])
    for kind in range(KINDS):
        coloured, filled, hand = city
        hand += IN_HAND_AS[kind]
        gains_of_kinds(state, seat, (coloured, filled, hand), cards, gains[kind])
    for index in range(size):
        place = decisions[index] - MARK
        tile = whole(state.market[place])
        row = table[index]
        row[MARK_POINTS] = points_with_room(state, seat, tile, spare) / GAIN
        row[MARK_DECREES] = gains[KINDS, TILE_KIND[tile]] / GAIN
        row[MARK_OTHERS] = wanted[place] / GAIN
        row[MARK_CARDS] = size_of(cards_for(state, seat, place)) / CARDS
        if is_grey(tile):
            row[MARK_GREY] = 1.0
        else:
            second = best_second(state, seat, tile, gains[TILE_KIND[tile]], free, spare - 1)
            row[MARK_SECOND] = second / GAIN


@compiled
def city_with_meeples(state: State, seat: int) -> tuple[np.uint64, np.uint64, int]:
    """Return what a plan looks at, as if the tiles under the seat's meeples were at hand."""
    city = city_of(state, seat)
    rest = whole(state.meeples[seat])
    while rest != 0:
        city = with_tile(city, whole(state.market[first_of(rest)]))
        rest = without_first(rest)
    return city


@allocating
def write_takes(
    state: State,
    decisions: npt.NDArray[np.int64],
    size: int,
    first: int,
    none: int,
    column: int,
    table: Table,
) -> None:
    """Write what tiles without a meeple are worth; the last decision takes none."""
    seat, spare = mover(state), room(state, mover(state))
    wanted, gains = np.empty(MOST_MARKET), np.empty(KINDS)
    wanted_by_others(state, free_places(state), wanted)
    gains_of_kinds(state, seat, city_with_meeples(state, seat), cards_left(state, seat), gains)
    for index in range(size):
        if decisions[index] == none:
            table[index, column] = 1.0
            continue
        place = decisions[index] - first
        tile = whole(state.market[place])
        table[index, TAKE_POINTS] = points_with_room(state, seat, tile, spare) / GAIN
        table[index, TAKE_DECREES] = gains[TILE_KIND[tile]] / GAIN
        table[index, TAKE_OTHERS] = wanted[place] / GAIN


@allocating
def write_meeples(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write what taking back each meeple brings."""
    seat, free = mover(state), free_places(state)
    gains = np.empty(KINDS)
    city, cards, spare = city_of(state, seat), cards_left(state, seat), room(state, seat)
    gains_of_kinds(state, seat, city, cards, gains)
    for index in range(size):
        tile = whole(state.market[decisions[index] - MEEPLE])
        sight = points_with_room(state, seat, tile, spare) + gains[TILE_KIND[tile]]
        if not is_grey(tile):
            sight += best_second(state, seat, tile, gains, free, spare - 1)
        table[index, MEEPLE_SIGHT] = sight / GAIN


# --- Choices: paying -----------------------------------------------------------------------------

CARD_FLAGS = np.array(
    [[sum(1 << flag for flag in coin.flags) for coin in coins] for coins in COMPONENTS.coins],
    np.int64,
)  # [guild, card]: its flags


@compiled
def best_paid(state: State, part: int, card: int, gains: Table, places: int, spare: int) -> float:
    """Return what the best tile of some places is worth that a part of a card pays for."""
    seat = mover(state)
    guild = whole(state.guilds[seat])
    best = 0.0
    while places != 0:
        tile = whole(state.market[first_of(places)])
        places = without_first(places)
        if has(PAYS[part, guild, tile], card):
            best = max(best, points_with_room(state, seat, tile, spare) + gains[TILE_KIND[tile]])
    return best


@compiled
def needed_later(flags: int, gains: Table) -> float:
    """Return what one more tile of each colour on a card's flags is worth to the decrees."""
    needed = 0.0
    while flags != 0:
        needed += gains[first_of(flags)]
        flags = without_first(flags)
    return needed


@compiled
def is_only_card(state: State, seat: int, card: int) -> bool:
    """Whether a card alone pays for the tile under the seat's other meeple."""
    rest = whole(state.meeples[seat]) & ~(ONE << whole(state.target))
    return rest != 0 and cards_for(state, seat, first_of(rest)) == ONE << card


@allocating
def write_payments(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write what each way to pay opens, and what the card would be needed for later."""
    seat, free = mover(state), free_places(state)
    spare = room(state, seat) - 1
    gains = np.empty(KINDS)
    city = with_tile(city_of(state, seat), whole(state.market[state.target]))
    gains_of_kinds(state, seat, city, cards_left(state, seat), gains)
    for index in range(size):
        part, card = divmod(decisions[index] - FLAGS, whole(CARDS))
        row = table[index]
        if decisions[index] < SPEND:
            other = BY_FLAGS + BY_GUILDS - part
            row[PAY_SECOND] = best_paid(state, other, card, gains, free, spare) / GAIN
        flags = whole(CARD_FLAGS[state.guilds[seat], card])
        row[PAY_FLAGS] = needed_later(flags, gains) / GAIN
        row[PAY_TWO_FLAGS] = 1.0 if size_of(flags) > 1 else 0.0
        row[PAY_ONLY] = 1.0 if is_only_card(state, seat, card) else 0.0


# --- Choices: the city ---------------------------------------------------------------------------


@compiled
def colours_of(tile: int, cell: int) -> np.uint64:
    """Return what decrees would see of a tile on a cell."""
    if TILE_POWER[tile] == TOWN_HALL:
        return TOWN_HALL_BITS << np.uint64(cell)
    if is_grey(tile):
        return _NONE
    return _BIT << np.uint64(CELLS * TILE_COLOUR[tile] + cell)


@compiled
def fountains_earned(state: State, filled: int, cell: int) -> int:
    """Return the points of the fountains that a tile on a cell earns."""
    full = ZERO
    for square in range(SQUARES):
        full += has(SQUARE_CELLS[square], cell) and SQUARE_CELLS[square] & ~filled == 0
    dear = min(full, whole(state.fountains_left[0]))
    cheap = min(full - dear, whole(state.fountains_left[1]))
    return dear * FOUNTAIN_VP[0] + cheap * FOUNTAIN_VP[1]  # type: ignore[no-any-return]


@compiled
def squares_begun(filled: int, cell: int) -> float:
    """Return how much a tile on a cell advances squares: half for two tiles, one for three."""
    begun = 0.0
    for square in range(SQUARES):
        if has(SQUARE_CELLS[square], cell):
            empty = size_of(SQUARE_CELLS[square] & ~filled)
            begun += 1.0 if empty == 1 else (0.3 if empty == 2 else 0.0)
    return begun


@compiled
def gained_by_where(state: State, seat: int, tile: int, cell: int) -> int:
    """Return what a castle or church gains or loses on a cell, and a church beside it gains."""
    if TILE_POWER[tile] == CASTLE:
        return int(has(CORNERS, cell)) - int(has(CENTRE, cell))
    if TILE_POWER[tile] == CHURCH:
        return min(ONE + ONE + ONE, cheap_neighbours(state, seat, cell))
    if TILE_VP[tile] > 2:
        return ZERO
    gained = ZERO
    rest = touching(ONE << cell) & cells(state, seat)
    while rest != 0:
        gained += TILE_POWER[state.cities[seat, first_of(rest)]] == CHURCH
        rest = without_first(rest)
    return gained


@compiled
def useful_gain(state: State, seat: int, tile: int, filled: int, cell: int) -> float:
    """Return what Surveyor or Painter gains by a tile on a cell, and parts for what it begins."""
    useful = whole(state.useful[seat])
    gain = 0.0
    if useful == SURVEYOR:
        for line in range(len(LINES)):
            if has(LINES[line], cell):
                empty = size_of(LINES[line] & ~filled)
                gain += 1.0 if empty == 0 else (0.3 if empty == 1 else 0.0)
    elif useful == PAINTER and not is_grey(tile):
        for square in range(SQUARES):
            if has(SQUARE_CELLS[square], cell):
                gain += painted(state, seat, tile, SQUARE_CELLS[square] & ~(ONE << cell))
    return gain * USEFUL_VP[useful] if gain != 0.0 else 0.0


@compiled
def painted(state: State, seat: int, tile: int, others: int) -> float:
    """Return 1 if a tile makes a square of four colours with others, less if some are missing."""
    seen, size = ONE << TILE_COLOUR[tile], ONE
    rest = others & cells(state, seat)
    while rest != 0:
        seen |= ONE << TILE_COLOUR[state.cities[seat, first_of(rest)]]
        rest = without_first(rest)
        size += 1
    if size_of(seen) < size or has(seen, GREY):
        return 0.0
    return 1.0 if size == GUILDS else (0.3 if size == GUILDS - 1 else 0.0)


@compiled
def write_on_cell(
    state: State, seat: int, tile: int, cell: int, hopes: tuple[float, float], row: Table
) -> None:
    """Write what a tile on a cell brings."""
    coloured, _, hand = city_of(state, seat)
    filled = cells(state, seat) | ONE << cell
    coloured |= colours_of(tile, cell)
    city = (coloured, in_every_colour(filled), hand - IN_HAND_AS[TILE_KIND[tile]])
    met, likely_all = decree_hopes(state, seat, city, cards_left(state, seat))
    row[PLACE_PLAN] = (likely_all - hopes[1]) / GAIN
    row[PLACE_MET] = (met - hopes[0]) / GAIN
    row[PLACE_FOUNTAINS] = fountains_earned(state, filled, cell) / GAIN
    row[PLACE_SQUARES] = squares_begun(filled, cell) / 2.0
    row[PLACE_BESIDE] = size_of(touching(ONE << cell) & filled) / 4.0
    row[PLACE_WHERE] = gained_by_where(state, seat, tile, cell) / 3.0
    row[PLACE_USEFUL] = useful_gain(state, seat, tile, filled, cell) / GAIN


@compiled
def write_placings(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write what placing each tile in each place brings."""
    seat = mover(state)
    hopes = decree_hopes(state, seat, city_of(state, seat), cards_left(state, seat))
    for index in range(size):
        if decisions[index] == KEEP:
            table[index, KEEPS_WAREHOUSES] = 1.0
            continue
        slot, location = divmod(decisions[index] - PLACE, LOCATIONS)
        if location < BORDER:
            tile = whole(state.waiting[seat, slot])
            write_on_cell(state, seat, tile, location, hopes, table[index])


@compiled
def write_swaps(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write what swapping two tiles does for decrees, castles and churches."""
    seat = mover(state)
    city, cards = city_of(state, seat), cards_left(state, seat)
    met, likely_all = decree_hopes(state, seat, city, cards)
    for index in range(size):
        if decisions[index] == NO_SWAP:
            table[index, KEEPS_MASON] = 1.0
            continue
        pair = decisions[index] - SWAP
        one, other = PAIR_CELLS[pair, 0], PAIR_CELLS[pair, 1]
        tile, second = whole(state.cities[seat, one]), whole(state.cities[seat, other])
        if TILE_KIND[tile] != TILE_KIND[second]:
            coloured = city[0] & ~in_every_colour(ONE << one | ONE << other)
            coloured |= colours_of(tile, other) | colours_of(second, one)
            after, all_after = decree_hopes(state, seat, (coloured, city[1], city[2]), cards)
            table[index, PLACE_PLAN] = (all_after - likely_all) / GAIN
            table[index, PLACE_MET] = (after - met) / GAIN
        where = gained_by_where(state, seat, tile, other) + gained_by_where(
            state, seat, second, one
        )
        where -= gained_by_where(state, seat, tile, one)
        where -= gained_by_where(state, seat, second, other)
        table[index, PLACE_WHERE] = where / 3.0


# --- Choices -------------------------------------------------------------------------------------


@compiled
def write_characters(
    state: State, decisions: npt.NDArray[np.int64], size: int, table: Table
) -> None:
    """Write what sides and useful characters are worth."""
    for index in range(size):
        if state.due == CHOOSING_SIDE:
            table[index, SIDE_B] = float(decisions[index] - SIDE)
        else:
            table[index, USEFUL_WORTH] = USEFUL_PROSPECT[decisions[index] - KEEP_USEFUL] / GAIN


@compiled
def choices(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write what can be said of each decision, all legal for the seat to move."""
    table[:size, : len(CHOICES)] = 0.0
    due = whole(state.due)
    if due <= CHOOSING_USEFUL:
        write_characters(state, decisions, size, table)
    elif due == MARKING:
        write_marks(state, decisions, size, table)
    elif due == SENDING_ARCHBISHOP:
        write_takes(state, decisions, size, ARCHBISHOP, NO_ARCHBISHOP, KEEPS_ARCHBISHOP, table)
    elif due == CHOOSING_MEEPLE:
        write_meeples(state, decisions, size, table)
    elif due == PAYING:
        write_payments(state, decisions, size, table)
    elif due == TAKING_SECOND:
        write_takes(state, decisions, size, SECOND, NO_SECOND, WITHOUT_SECOND, table)
    elif due == USING_TREASURER:
        write_takes(state, decisions, size, USE_TREASURER, NO_TREASURER, KEEPS_TREASURER, table)
    elif due == PLACING:
        write_placings(state, decisions, size, table)
    else:
        write_swaps(state, decisions, size, table)


EVALUATION = Evaluation(
    features=FEATURES,
    choices=CHOICES,
    functions={"features": features, "choices": choices},
    weights=Path(__file__).with_name("weights.json"),
    sources=(Path(__file__),),
)
