"""Features of decisions in the market: marking, taking, and paying."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbe.components import CARDS, MOST_MARKET
from contrada.games.urbe.evaluate.columns import (
    GAIN,
    MARK_CARDS,
    MARK_DECREES,
    MARK_GREY,
    MARK_OTHERS,
    MARK_POINTS,
    MARK_SECOND,
    MEEPLE_SIGHT,
    PAY_FLAGS,
    PAY_ONLY,
    PAY_SECOND,
    PAY_TWO_FLAGS,
    TAKE_DECREES,
    TAKE_OTHERS,
    TAKE_POINTS,
    Table,
)
from contrada.games.urbe.evaluate.plans import (
    IN_HAND_AS,
    KINDS,
    NO_COLOUR,
    ON_CELL,
    TILE_KIND,
    cards_left,
    city_of,
    decree_hopes,
    room,
)
from contrada.games.urbe.evaluate.tiles import free_places, needs_of, pays_both, tile_gain, want
from contrada.games.urbe.rules.decisions import FLAGS, MARK, MEEPLE, SPEND
from contrada.games.urbe.rules.marking import cards_for
from contrada.games.urbe.rules.state import BY_FLAGS, BY_GUILDS, COMPONENTS, PAYS, is_grey
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.jit import allocating, compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover
from contrada.kernel.sets import first_of, has, size_of, without_first


@compiled
def hopes_with(
    state: State, seat: int, city: tuple[np.uint64, np.uint64, int], cards: int, kind: int
) -> float:
    """Return what decrees are likely to score with one more tile of a kind."""
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
    """Return a city with one more tile to place."""
    return city[0], city[1], city[2] + IN_HAND_AS[TILE_KIND[tile]]


@compiled
def points_with_room(state: State, seat: int, tile: int, spare: int) -> float:
    """Return the points of a tile, or none if there is no cell left for it."""
    return tile_gain(state, seat, tile) if spare > 0 or not ON_CELL[tile] else 0.0


@compiled
def best_second(state: State, seat: int, tile: int, gains: Table, places: int, spare: int) -> float:
    """Return the worth of the best tile that one card pays for together with another."""
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
    """Write for each place of the market the most that it is worth to another seat."""
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
    """Write what the tiles to mark are worth, with possible second tiles."""
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
    """Return a city for planning, as if the tiles under the seat's meeples were to be placed."""
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
    """Write what taking back each meeple gains."""
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


CARD_FLAGS = np.array(
    [[sum(1 << flag for flag in coin.flags) for coin in coins] for coins in COMPONENTS.coins],
    np.int64,
)  # [guild, card]: its flags


@compiled
def best_paid(state: State, half: int, card: int, gains: Table, places: int, spare: int) -> float:
    """Return the worth of the best tile that half a card pays for."""
    seat = mover(state)
    guild = whole(state.guilds[seat])
    best = 0.0
    while places != 0:
        tile = whole(state.market[first_of(places)])
        places = without_first(places)
        if has(PAYS[half, guild, tile], card):
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
    """Whether no other card pays for the tile under the seat's other meeple."""
    rest = whole(state.meeples[seat]) & ~(ONE << whole(state.target))
    return rest != 0 and cards_for(state, seat, first_of(rest)) == ONE << card


@allocating
def write_payments(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write what each way to pay makes possible, and what the card would be needed for later."""
    seat, free = mover(state), free_places(state)
    spare = room(state, seat) - 1
    gains = np.empty(KINDS)
    city = with_tile(city_of(state, seat), whole(state.market[state.target]))
    gains_of_kinds(state, seat, city, cards_left(state, seat), gains)
    for index in range(size):
        half, card = divmod(decisions[index] - FLAGS, whole(CARDS))
        row = table[index]
        if decisions[index] < SPEND:
            other = BY_FLAGS + BY_GUILDS - half
            row[PAY_SECOND] = best_paid(state, other, card, gains, free, spare) / GAIN
        flags = whole(CARD_FLAGS[state.guilds[seat], card])
        row[PAY_FLAGS] = needed_later(flags, gains) / GAIN
        row[PAY_TWO_FLAGS] = 1.0 if size_of(flags) > 1 else 0.0
        row[PAY_ONLY] = 1.0 if is_only_card(state, seat, card) else 0.0
