"""The record of a position, what can be due in it, and tables made from the components."""

from __future__ import annotations

import numpy as np

from contrada.games.components import chosen
from contrada.games.urbe import components
from contrada.games.urbe.components import ADVANCED, CARDS, GUILDS, MOST_MARKET, STARTING
from contrada.games.urbe.rules.city import ALL_CELLS, LOCATIONS, SQUARES
from contrada.kernel import chance
from contrada.kernel.bits import whole
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

FILE = chosen(components.OURS)
COMPONENTS = components.read(FILE)

MOST_SEATS = 4
SLOTS = 8
DECREES_EACH = 3  # URBE-SETUP-5: a starting one, then two advanced ones
DECREES = STARTING + ADVANCED
TILES = len(COMPONENTS.tiles)
(FIRST_GREY,) = constants(GUILDS * components.TILES_OF_COLOUR)
GREY_TILES = TILES - int(FIRST_GREY)
MOST_TILES = 3  # URBE-GREY-CATHEDRAL: in one turn

# Tiles and coins. A set of cards, places, cells or locations is the bits of a whole number.
TILE_COLOUR = np.array([tile.colour for tile in COMPONENTS.tiles], np.int64)
TILE_VP = np.array([tile.vp for tile in COMPONENTS.tiles], np.int64)
(GREY,) = constants(components.GREY)
(
    CASTLE,
    TOWN_HALL,
    BRIDGE,
    CHURCH,
    WATCHTOWER,
    WAREHOUSE,
    HERALD,
    CATHEDRAL,
    NO_POWER,
) = constants(*range(9))
_POWERS = (*components.POWERS, "")
TILE_POWER = np.array([_POWERS.index(tile.power) for tile in COMPONENTS.tiles], np.int64)
(ALL_CARDS,) = constants((1 << CARDS) - 1)
BY_FLAGS, BY_GUILDS = constants(0, 1)  # the halves of a coin card


def _pays(half: int, coin: components.Coin, tile: components.Tile) -> bool:
    """URBE-TAKE-1: whether half a card pays for a tile; grey ones match none."""
    if tile.colour == GREY:
        return False
    return tile.colour in coin.flags if half == BY_FLAGS else set(tile.icons) <= set(coin.guilds)


# [half, guild, tile]: the cards of a guild's set that pay; [guild, tile]: with either half
PAYS = np.array(
    [
        [
            [
                sum(_pays(half, coin, tile) << card for card, coin in enumerate(coins))
                for tile in COMPONENTS.tiles
            ]
            for coins in COMPONENTS.coins
        ]
        for half in (BY_FLAGS, BY_GUILDS)
    ],
    np.int64,
)
CARDS_FOR = np.where(TILE_COLOUR == GREY, ALL_CARDS, PAYS[BY_FLAGS] | PAYS[BY_GUILDS])

# Setting up, by seats - 2
GREY_USED = np.array(COMPONENTS.setup.grey_used, np.int64)
MARKET_SIZE = np.array(COMPONENTS.setup.market, np.int64)
ROUNDS = np.array(COMPONENTS.setup.rounds, np.int64)
MEEPLES = np.array(COMPONENTS.setup.meeples, np.int64)
FOUNTAIN_VP = np.array(COMPONENTS.setup.fountains, np.int64)

# Characters
SIDE_VP = np.array(
    [
        [
            [
                side.vp if tile.colour == guild and tile.vp in side.counts else 0
                for tile in COMPONENTS.tiles
            ]
            for side in sides
        ]
        for guild, sides in enumerate(COMPONENTS.characters)
    ],
    np.int64,
)  # [guild, side, tile]
USEFUL = len(COMPONENTS.useful)
USEFUL_VP = np.array([useful.vp for useful in COMPONENTS.useful], np.int64)
(
    KEEPER,
    ALMONER,
    SURVEYOR,
    PAINTER,
    CASTELLAN,
    CHANCELLOR,
    TREASURER,
    MASON,
) = constants(*range(8))

# How the Useful Eight are played (URBE-EIGHT-3): not at all, beside the guild's own character, or
# instead of it.
WITHOUT, BESIDE, INSTEAD = constants(0, 1, 2)

# What is due.
(
    CHOOSING_SIDE,
    CHOOSING_USEFUL,
    MARKING,
    SENDING_ARCHBISHOP,
    CHOOSING_MEEPLE,
    PAYING,
    TAKING_SECOND,
    USING_TREASURER,
    PLACING,
    SWAPPING,
    OVER,
) = constants(*range(11))

NOBODY, NOTHING, NOT_YET = constants(-1, -1, -1)

STATE = np.dtype(
    [
        ("random", chance.FIELD),
        ("placed", np.int64, (MOST_SEATS,)),  # [seat]: the locations with tiles
        ("cards", np.int16, (MOST_SEATS,)),  # [seat]: the cards left
        ("meeples", np.int16, (MOST_SEATS,)),  # [seat]: the places they mark
        ("archbishop_mark", np.int16),  # the place he marks
        ("waiting_size", np.int16, (MOST_SEATS,)),
        ("fountains_left", np.int16, (2,)),  # URBE-SETUP-6
        ("box", np.int16),  # the grey tiles there, from FIRST_GREY on
        ("pile_size", np.int16),
        ("seats", np.int16),
        ("eight", np.int16),  # option: WITHOUT the Useful Eight, with them BESIDE or INSTEAD
        ("round_number", np.int16),  # from 1 on; 0 while characters are chosen
        ("first", np.int16),  # player of the round
        ("due", np.int16),
        ("to_move", np.int16),
        ("begins", np.int16),  # 1 if a turn begins with the next decision, and at the end
        ("step", np.int16),  # turns of this phase of the round that are over
        ("target", np.int16),  # the place whose meeple is being taken back
        ("card", np.int16),  # played in this turn
        ("half", np.int16),  # of the card, that paid for the meeple's tile
        ("tiles_taken", np.int16),  # in this turn
        ("herald", np.int16),  # the seat that has placed Herald's House
        ("archbishop", np.int16),  # the seat that has him
        ("guilds", np.int8, (MOST_SEATS,)),
        ("sides", np.int8, (MOST_SEATS,)),
        ("drawn", np.int8, (MOST_SEATS, 2)),  # useful characters to choose from, in rising order
        ("useful", np.int8, (MOST_SEATS,)),  # the one kept
        ("power_used", np.int8, (MOST_SEATS,)),  # 1 once Treasurer or Mason has acted
        ("decrees", np.int8, (MOST_SEATS, DECREES_EACH)),  # in rising order
        ("fountains", np.int8, (MOST_SEATS, SQUARES)),  # [seat, square]: VP, 0 without one
        ("market", np.int8, (MOST_MARKET,)),
        ("waiting", np.int8, (MOST_SEATS, SLOTS)),  # tiles to be placed
        ("cities", np.int8, (MOST_SEATS, int(LOCATIONS))),  # the tiles placed
        ("pile", np.int8, (TILES,)),  # the next tile is the last one
        ("discards", np.int8, (TILES,)),  # [tile]: 1 if it is among them
    ],
)


@compiled
def cells(state: State, seat: int) -> int:
    """Return the cells of a city that have tiles."""
    return whole(state.placed[seat]) & ALL_CELLS


@compiled
def has_useful(state: State, seat: int, useful: int) -> bool:
    """Whether a seat has a useful character who has not acted yet."""
    return bool(state.useful[seat] == useful and not state.power_used[seat])


@compiled
def is_grey(tile: int) -> bool:
    """Whether a tile is grey."""
    return bool(tile >= FIRST_GREY)


@compiled
def clear(state: State) -> None:
    """Empty the table."""
    state.placed[:] = 0
    state.cards[:] = 0
    state.meeples[:] = 0
    state.archbishop_mark = 0
    state.waiting_size[:] = 0
    state.box = 0
    state.pile_size = 0
    state.round_number = 0
    state.step = 0
    state.target = NOTHING
    state.card = NOTHING
    state.half = NOTHING
    state.tiles_taken = 0
    state.herald = NOBODY
    state.archbishop = NOBODY
    state.guilds[:] = NOTHING
    state.sides[:] = NOT_YET
    state.drawn[:] = NOTHING
    state.useful[:] = NOTHING
    state.power_used[:] = 0
    state.decrees[:] = NOTHING
    state.fountains[:] = 0
    state.market[:] = NOTHING
    state.waiting[:] = NOTHING
    state.cities[:] = NOTHING
    state.pile[:] = NOTHING
    state.discards[:] = 0
