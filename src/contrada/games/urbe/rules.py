"""The rules of Urbe: For the King, compiled; docs/rules/urbe.md in code, and nothing else.

A round is cut into goes of one seat, each a row of small decisions: marking a tile of the market
(and sending the Archbishop), taking back a meeple and paying for the tile under it with a part of
a coin card (and taking another tile or two), placing what was taken (and swapping). Tiles, coins,
decrees and characters are constants, read from the components file when this module is imported.

A decision is a number below `DECISIONS`: a kind of decision from the list of them below, plus the
place of the market (0 to 11, row by row), the card (0 to 7 of the seat's coins), the slot and
location of a tile, or the pair of cells to swap. A location is a cell (0 to 15, row by row), a
border between two cells (0 to 11 beside each other, 12 to 23 one above the other) or a place
outside the grid (0 to 3 above, 4 to 7 right, 8 to 11 below, 12 to 15 left). A slot is a place in
the row of tiles that wait to be placed. Eight are enough, and needed: two warehouses kept, and with
two meeples three tiles twice, once by the Archbishop and once by the Treasurer.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from contrada.games.components import chosen
from contrada.games.urbe import components
from contrada.games.urbe.components import ADVANCED, CARDS, GUILDS, MOST_MARKET, STARTING
from contrada.kernel.bits import whole
from contrada.kernel.chance import Generator, below, next_word, shuffle
from contrada.kernel.decisions import write_each, write_one
from contrada.kernel.jit import EntryPoint, allocating, compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.seats import by_seats, mover
from contrada.kernel.sets import first_of, has, size_of, without_first

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
BY_FLAGS, BY_GUILDS = constants(0, 1)  # the parts of a coin card


def _pays(part: int, coin: components.Coin, tile: components.Tile) -> bool:
    """URBE-TAKE-1: whether a part of a card pays for a tile; grey ones match none."""
    if tile.colour == GREY:
        return False
    return tile.colour in coin.flags if part == BY_FLAGS else set(tile.icons) <= set(coin.guilds)


# [part, guild, tile]: the cards of a guild's set that pay; [guild, tile]: with either part
PAYS = np.array(
    [
        [
            [
                sum(_pays(part, coin, tile) << card for card, coin in enumerate(coins))
                for tile in COMPONENTS.tiles
            ]
            for coins in COMPONENTS.coins
        ]
        for part in (BY_FLAGS, BY_GUILDS)
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

# The city: 16 cells, 24 borders and 16 places outside are its 56 locations.
CELLS, BORDERS, OUTSIDES = 16, 24, 16
BORDER, OUTSIDE, LOCATIONS = constants(CELLS, CELLS + BORDERS, CELLS + BORDERS + OUTSIDES)
(ALL_CELLS,) = constants((1 << CELLS) - 1)
(NOT_LEFT, NOT_RIGHT) = constants(0xEEEE, 0x7777)  # cells that have one to their left, right
(CENTRE,) = constants(1 << 5 | 1 << 6 | 1 << 9 | 1 << 10)
(CORNERS,) = constants(1 << 0 | 1 << 3 | 1 << 12 | 1 << 15)
PERIMETER = ALL_CELLS & ~CENTRE
BORDER_CELLS = np.array(
    [
        *(0b11 << row * 4 + column for row in range(4) for column in range(3)),
        *(0b10001 << row * 4 + column for row in range(3) for column in range(4)),
    ],
    np.int64,
)
OUTSIDE_CELL = np.array(
    [*range(4), *range(3, 16, 4), *range(12, 16), *range(0, 16, 4)], np.int64
)  # the perimeter cell next to each place outside
SQUARES = 9
SQUARE_CELLS = np.array(
    [0b110011 << row * 4 + column for row in range(3) for column in range(3)], np.int64
)
LINES = np.array(
    [*(0b1111 << 4 * row for row in range(4)), *(0x1111 << column for column in range(4))],
    np.int64,
)
_PAIRS = list(combinations(range(CELLS), 2))
PAIRS = len(_PAIRS)
PAIR_CELLS = np.array(_PAIRS, np.int64)  # [pair]: two cells, the lower one first

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


# --- Decrees as sets of coloured cells -----------------------------------------------------------


Grid = tuple[tuple[int | None, ...], ...]


def _turns_and_mirrorings(grid: Grid) -> set[Grid]:
    """URBE-DECREE-2: a grid in its eight positions, equal ones once."""
    found = set()
    for _ in range(4):
        grid = tuple(zip(*grid[::-1], strict=True))
        found |= {grid, grid[::-1]}
    return found


def _placements(grid: Grid) -> list[int]:
    """Return a decree's grid everywhere in the city: bit 16 * colour + cell is a cell it needs."""
    found = set()
    for turned in _turns_and_mirrorings(grid):
        for down in range(4 - len(turned) + 1):
            for right in range(4 - len(turned[0]) + 1):
                needed = 0
                for row, line in enumerate(turned, down):
                    for column, colour in enumerate(line, right):
                        if colour is not None:
                            needed |= 1 << CELLS * colour + row * 4 + column
                found.add(needed)
    return sorted(found)


_each = [_placements(decree.grid) for decree in COMPONENTS.decrees]
PLACEMENTS = np.array([placement for each in _each for placement in each], np.uint64)
# [decree]: its placements begin here and end where those of the next one begin
DECREE_FROM = np.cumsum([0, *map(len, _each)])
DECREE_VP = np.array([decree.vp for decree in COMPONENTS.decrees], np.int64)
_NOTHING_NEEDED, _BIT = np.uint64(0), np.uint64(1)
TOWN_HALL_BITS = np.uint64(sum(1 << CELLS * colour for colour in range(GUILDS)))


# --- Decisions and refusals ----------------------------------------------------------------------


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

_sizes = (
    2,  # side
    USEFUL,
    MOST_MARKET,  # mark
    MOST_MARKET + 1,  # archbishop, or none
    MOST_MARKET,  # meeple
    CARDS,  # flags
    CARDS,  # guilds
    CARDS,  # spend
    MOST_MARKET + 1,  # second, or none
    MOST_MARKET + 1,  # treasurer, or none
    SLOTS * int(LOCATIONS),  # place
    1,  # keep
    PAIRS + 1,  # swap, or none
)
_from = [sum(_sizes[:kind]) for kind in range(len(_sizes))]
(
    SIDE,  # 0 to 1: + side
    KEEP_USEFUL,  # 2 to 9: + useful character
    MARK,  # 10 to 21: + place
    ARCHBISHOP,  # 22 to 33: + place; 34: none
    MEEPLE,  # 35 to 46: + place
    FLAGS,  # 47 to 54: + card
    GUILD_ICONS,  # 55 to 62: + card
    SPEND,  # 63 to 70: + card
    SECOND,  # 71 to 82: + place; 83: none
    USE_TREASURER,  # 84 to 95: + place; 96: none
    PLACE,  # 97 to 544: + slot * LOCATIONS + location
    KEEP,  # 545
    SWAP,  # 546 to 665: + pair; 666: none
) = constants(*_from)
DECISIONS = sum(_sizes)
NO_ARCHBISHOP, NO_SECOND, NO_TREASURER, NO_SWAP = constants(
    MEEPLE - 1, USE_TREASURER - 1, PLACE - 1, DECISIONS - 1
)

NOBODY, NOTHING, NOT_YET, ZERO, ONE = constants(-1, -1, -1, 0, 1)

# The rules a decision may be refused by; `refusal` returns one of them.
(
    PERMITTED,
    COIN_1,
    SETUP_2,
    SETUP_4,
    MARKET_1,
    MARKET_2,
    TAKE_1,
    TAKE_2,
    TAKE_3,
    TAKE_4,
    TAKE_5,
    PLACE_1,
    END_1,
    GREY_BRIDGE,
    GREY_CHURCH,
    GREY_WATCHTOWER,
    GREY_WAREHOUSE,
    GREY_CATHEDRAL,
    EIGHT_1,
    EIGHT_2,
) = constants(*range(20))
RULE_IDS = (
    "",
    "URBE-COIN-1",
    "URBE-SETUP-2",
    "URBE-SETUP-4",
    "URBE-MARKET-1",
    "URBE-MARKET-2",
    "URBE-TAKE-1",
    "URBE-TAKE-2",
    "URBE-TAKE-3",
    "URBE-TAKE-4",
    "URBE-TAKE-5",
    "URBE-PLACE-1",
    "URBE-END-1",
    "URBE-GREY-BRIDGE",
    "URBE-GREY-CHURCH",
    "URBE-GREY-WATCHTOWER",
    "URBE-GREY-WAREHOUSE",
    "URBE-GREY-CATHEDRAL",
    "URBE-EIGHT-1",
    "URBE-EIGHT-2",
)

(SCORE,) = constants(0)
MEASURES = 1

STATE = np.dtype(
    [
        ("random", np.uint64, (1,)),
        ("placed", np.int64, (MOST_SEATS,)),  # [seat]: the locations where tiles lie
        ("cards", np.int16, (MOST_SEATS,)),  # [seat]: the cards left
        ("meeples", np.int16, (MOST_SEATS,)),  # [seat]: the places they mark
        ("archbishop_mark", np.int16),  # the place he marks
        ("waiting_size", np.int16, (MOST_SEATS,)),
        ("fountains_left", np.int16, (2,)),  # URBE-SETUP-6
        ("box", np.int16),  # the grey tiles there, from FIRST_GREY on
        ("pile_size", np.int16),
        ("seats", np.int16),
        ("eight", np.int16),  # option: with the Useful Eight
        ("round_number", np.int16),  # from 1 on; 0 while characters are chosen
        ("first", np.int16),  # player of the round
        ("due", np.int16),
        ("to_move", np.int16),
        ("begins", np.int16),  # 1 if a go begins with the next decision, and at the end
        ("step", np.int16),  # goes of this phase of the round that are over
        ("target", np.int16),  # the place whose meeple is being taken back
        ("card", np.int16),  # played in this go
        ("part", np.int16),  # of the card, that paid for the meeple's tile
        ("tiles_taken", np.int16),  # in this go
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


# --- Small things --------------------------------------------------------------------------------


@compiled
def cells(state: State, seat: int) -> int:
    """Return the cells of a city where tiles lie."""
    return whole(state.placed[seat]) & ALL_CELLS


@compiled
def has_useful(state: State, seat: int, useful: int) -> bool:
    """Whether a seat has a useful character whose one action is still to come."""
    return bool(state.useful[seat] == useful and not state.power_used[seat])


# --- The pile and the market ---------------------------------------------------------------------


@compiled
def rebuild_pile(state: State) -> None:
    """Shuffle the discards into a new pile (URBE-ROUND-1)."""
    size = ZERO
    for tile in range(TILES):
        if state.discards[tile]:
            state.pile[size] = tile
            state.discards[tile] = 0
            size += 1
    shuffle(state.random, state.pile, size)
    state.pile_size = size


@compiled
def take_from_pile(state: State) -> int:
    """Take the next tile; an empty pile is built anew first."""
    if state.pile_size == 0:
        rebuild_pile(state)
    state.pile_size -= 1
    top = whole(state.pile_size)
    tile = whole(state.pile[top])
    state.pile[top] = NOTHING
    return tile


@compiled
def deal_market(state: State) -> None:
    """Deal a tile to every place of the market (URBE-SETUP-2, ROUND-1)."""
    for place in range(by_seats(state, MARKET_SIZE)):
        state.market[place] = take_from_pile(state)


@compiled
def discard_market(state: State) -> None:
    """Discard what is left in the market (URBE-ROUND-1)."""
    for place in range(MOST_MARKET):
        tile = whole(state.market[place])
        if tile != NOTHING:
            state.discards[tile] = 1
            state.market[place] = NOTHING


@compiled
def marked(state: State) -> int:
    """Return the places under a meeple, the Archbishop included."""
    places = whole(state.archbishop_mark)
    for seat in range(state.seats):
        places |= state.meeples[seat]
    return places


@compiled
def unmarked(state: State) -> int:
    """Return the places of a full market that nobody marks."""
    return ((ONE << by_seats(state, MARKET_SIZE)) - 1) & ~marked(state)


# --- The order of play ---------------------------------------------------------------------------


@compiled
def in_turn(state: State, place: int) -> int:
    """Return the seat at a place of the turn order, from the round's first player on."""
    return (whole(state.first) + place) % whole(state.seats)


@compiled
def place_of_herald(state: State) -> int:
    """Return the place in the turn order of the seat that has Herald's House."""
    return (whole(state.herald) - whole(state.first)) % whole(state.seats)


@compiled
def marking_seat(state: State, step: int) -> int:
    """Return who marks at a step of marking: Herald's owner before the others (GREY-HERALD)."""
    place = step % whole(state.seats)
    if state.herald == NOBODY:
        return in_turn(state, place)
    if place == 0:
        return whole(state.herald)
    return in_turn(state, place - 1 if place <= place_of_herald(state) else place)


@compiled
def taking_seat(state: State, step: int) -> int:
    """Return who takes back at a step of taking: Herald's owner after the others (GREY-HERALD)."""
    place = step % whole(state.seats)
    if state.herald == NOBODY:
        return in_turn(state, place)
    if place == whole(state.seats) - 1:
        return whole(state.herald)
    return in_turn(state, place if place < place_of_herald(state) else place + 1)


@compiled
def steps_of_market(state: State) -> int:
    """Return how many meeples are placed, and taken back, in a round (URBE-SETUP-3)."""
    return whole(state.seats) * by_seats(state, MEEPLES)


# --- Marking -------------------------------------------------------------------------------------


@compiled
def cards_for(state: State, seat: int, place: int) -> int:
    """Return the cards that a seat could pay for the tile at a place with (URBE-TAKE-1, -2)."""
    return CARDS_FOR[state.guilds[seat], state.market[place]] & whole(state.cards[seat])  # type: ignore[no-any-return]


@compiled
def are_two(cards: int, others: int) -> bool:
    """Whether a different card can be taken from each of two sets."""
    both = cards | others
    return cards != 0 and others != 0 and without_first(both) != 0


@compiled
def markable(state: State, seat: int) -> int:
    """Return the places that a seat may mark (URBE-MARKET-2)."""
    mine = whole(state.meeples[seat])
    cards_for_mine = cards_for(state, seat, first_of(mine)) if mine else ZERO
    payable, payable_too = ZERO, ZERO
    rest = unmarked(state)
    while rest != 0:
        place = first_of(rest)
        rest = without_first(rest)
        cards = cards_for(state, seat, place)
        if cards != 0:
            payable |= ONE << place
        if are_two(cards, cards_for_mine):
            payable_too |= ONE << place
    if payable_too != 0:
        return payable_too
    return payable if payable != 0 else unmarked(state)


@compiled
def mark(state: State, place: int) -> None:
    """Put a meeple on a tile (URBE-MARKET-1); whoever has the Archbishop may send him, too."""
    seat = mover(state)
    state.meeples[seat] |= ONE << place
    waits = state.archbishop == seat and state.archbishop_mark == 0
    if waits and unmarked(state) != 0:
        state.due = SENDING_ARCHBISHOP
    else:
        next_to_mark(state)


@compiled
def next_to_mark(state: State) -> None:
    """Let the next seat mark, or the first one take."""
    state.step += 1
    if whole(state.step) == steps_of_market(state):
        state.step = 0
        begin_take(state)
    else:
        begin_mark(state)


@compiled
def begin_mark(state: State) -> None:
    """Let a seat mark."""
    state.to_move = marking_seat(state, whole(state.step))
    state.due = MARKING
    state.begins = 1


# --- Taking --------------------------------------------------------------------------------------


@compiled
def take_tile(state: State, place: int) -> None:
    """Move a tile from the market to those that the seat to move has to place."""
    seat = mover(state)
    state.waiting[seat, state.waiting_size[seat]] = state.market[place]
    state.waiting_size[seat] += 1
    state.market[place] = NOTHING
    state.tiles_taken += 1


@compiled
def begin_take(state: State) -> None:
    """Let a seat take back a meeple; the Archbishop's tile comes first (GREY-CATHEDRAL)."""
    seat = taking_seat(state, whole(state.step))
    state.to_move = seat
    state.begins = 1
    if state.archbishop == seat and state.archbishop_mark != 0:
        take_tile(state, first_of(whole(state.archbishop_mark)))
        state.archbishop_mark = 0
        state.archbishop = NOBODY
    mine = whole(state.meeples[seat])
    if without_first(mine) != 0:
        state.due = CHOOSING_MEEPLE
    else:
        choose_meeple(state, first_of(mine))


@compiled
def choose_meeple(state: State, place: int) -> None:
    """Settle which meeple is taken back (URBE-TAKE-4)."""
    state.target = place
    state.due = PAYING


@compiled
def paying_cards(state: State, part: int) -> int:
    """Return the cards of the seat to move whose part pays for the tile under its meeple."""
    seat = mover(state)
    return PAYS[part, state.guilds[seat], state.market[state.target]] & whole(state.cards[seat])  # type: ignore[no-any-return]


@compiled
def is_grey(tile: int) -> bool:
    """Whether a tile is grey."""
    return bool(tile >= FIRST_GREY)


@compiled
def must_spend(state: State) -> bool:
    """Whether just any card is due: for a grey tile, or since none can pay (TAKE-2, -4)."""
    return (
        is_grey(whole(state.market[state.target]))
        or (paying_cards(state, BY_FLAGS) | paying_cards(state, BY_GUILDS)) == 0
    )


@compiled
def play_card(state: State, card: int) -> None:
    """Put away a card and take back the meeple."""
    seat = mover(state)
    state.cards[seat] &= ~(ONE << card)
    state.meeples[seat] &= ~(ONE << whole(state.target))
    state.target = NOTHING


@compiled
def spend(state: State, card: int) -> None:
    """Spend a card; only a grey tile comes with the meeple (URBE-TAKE-2, -4)."""
    place = whole(state.target)
    play_card(state, card)
    if is_grey(whole(state.market[place])):
        take_tile(state, place)
    end_take(state)


@compiled
def pay(state: State, part: int, card: int) -> None:
    """Pay with a part of a card and take the tile; perhaps another one (URBE-TAKE-1, -3)."""
    take_tile(state, whole(state.target))
    play_card(state, card)
    state.card = card
    state.part = part
    if second_places(state) != 0:
        state.due = TAKING_SECOND
    else:
        ask_treasurer(state)


@compiled
def places_paid_by(state: State, part: int) -> int:
    """Return the places of tiles that a part of the card played pays for (URBE-TAKE-5)."""
    guild, card = whole(state.guilds[state.to_move]), whole(state.card)
    taken = marked(state)
    places = ZERO
    for place in range(by_seats(state, MARKET_SIZE)):
        tile = whole(state.market[place])
        if tile != NOTHING and has(PAYS[part, guild, tile], card) and not has(taken, place):
            places |= ONE << place
    return places


@compiled
def second_places(state: State) -> int:
    """Return the places of tiles that the other part of the card pays for (URBE-TAKE-3)."""
    return places_paid_by(state, BY_FLAGS + BY_GUILDS - whole(state.part))


@compiled
def treasurer_places(state: State) -> int:
    """Return the places of tiles that the Treasurer can add (URBE-EIGHT-2)."""
    if not has_useful(state, mover(state), TREASURER) or state.tiles_taken >= MOST_TILES:
        return ZERO
    return places_paid_by(state, whole(state.part))


@compiled
def ask_treasurer(state: State) -> None:
    """Offer the Treasurer's tile, if there is one, and end the go otherwise."""
    if treasurer_places(state) != 0:
        state.due = USING_TREASURER
    else:
        end_take(state)


@compiled
def take_second(state: State, decision: int) -> None:
    """Take a second tile, or none."""
    if decision != NO_SECOND:
        take_tile(state, decision - SECOND)
    ask_treasurer(state)


@compiled
def use_treasurer(state: State, decision: int) -> None:
    """Take one more tile, or keep the Treasurer for later."""
    if decision != NO_TREASURER:
        take_tile(state, decision - USE_TREASURER)
        state.power_used[state.to_move] = 1
    end_take(state)


@compiled
def end_take(state: State) -> None:
    """Let the next seat take, or all place."""
    state.card = NOTHING
    state.part = NOTHING
    state.tiles_taken = 0
    state.step += 1
    if whole(state.step) == steps_of_market(state):
        state.step = 0
        state.begins = 1
        go_on_placing(state)
    else:
        begin_take(state)


# --- Where tiles may be placed -------------------------------------------------------------------


@compiled
def touching(some: int) -> int:
    """Return the cells that touch some of these horizontally or vertically."""
    sideways = ((some << 1) & NOT_LEFT) | ((some >> 1) & NOT_RIGHT)
    return sideways | ((some << 4) & ALL_CELLS) | (some >> 4)


@compiled
def beside_watchtowers(placed: int) -> int:
    """Return the cells that touch a watchtower."""
    found = ZERO
    rest = placed >> OUTSIDE
    while rest != 0:
        found |= ONE << OUTSIDE_CELL[first_of(rest)]
        rest = without_first(rest)
    return found


@compiled
def open_cells(placed: int) -> int:
    """Return the cells where a tile can be placed (URBE-PLACE-1, -2)."""
    filled = placed & ALL_CELLS
    if filled == 0 and placed >> OUTSIDE == 0:
        return ALL_CELLS
    return (touching(filled) | beside_watchtowers(placed)) & ~filled


@compiled
def open_borders(placed: int) -> int:
    """Return the borders, as locations, where a bridge can be placed (GREY-BRIDGE)."""
    found = ZERO
    for border in range(BORDERS):
        if BORDER_CELLS[border] & ~placed == 0:
            found |= ONE << (BORDER + border)
    return found & ~placed


@compiled
def open_outsides(placed: int) -> int:
    """Return the places outside, as locations, for a watchtower (GREY-WATCHTOWER)."""
    filled = placed & ALL_CELLS
    alone = filled == 0 and placed >> OUTSIDE == 0
    found = ZERO
    for place in range(OUTSIDES):
        if alone or has(filled, OUTSIDE_CELL[place]):
            found |= ONE << (OUTSIDE + place)
    return found & ~placed


@compiled
def locations_for(tile: int, placed: int) -> int:
    """Return the locations where a tile can be placed in a city."""
    power = TILE_POWER[tile]
    if power == BRIDGE:
        return open_borders(placed)
    if power == WATCHTOWER:
        return open_outsides(placed)
    return open_cells(placed) & PERIMETER if power == CHURCH else open_cells(placed)


@compiled
def is_warehouse(tile: int) -> bool:
    """Whether a tile need not be placed at once (GREY-WAREHOUSE)."""
    return bool(TILE_POWER[tile] == WAREHOUSE)


@compiled
def can_place(state: State, seat: int) -> bool:
    """Whether some tile that waits can be placed."""
    placed = whole(state.placed[seat])
    for slot in range(state.waiting_size[seat]):
        if locations_for(whole(state.waiting[seat, slot]), placed) != 0:
            return True
    return False


@compiled
def may_keep(state: State) -> bool:
    """Whether the seat to move may end placing: only warehouses can be placed (TAKE-5)."""
    seat = mover(state)
    placed = whole(state.placed[seat])
    for slot in range(state.waiting_size[seat]):
        tile = whole(state.waiting[seat, slot])
        if not is_warehouse(tile) and locations_for(tile, placed) != 0:
            return False
    return True


# --- Placing -------------------------------------------------------------------------------------


@compiled
def go_on_placing(state: State) -> None:
    """Let the seat whose turn it is place or swap, or the next ones, until nobody can."""
    while state.step < state.seats:
        seat = in_turn(state, whole(state.step))
        state.to_move = seat
        if can_place(state, seat):
            state.due = PLACING
            return
        if end_placing(state, seat):
            return
        next_to_place(state)
    end_round(state)


@compiled
def end_placing(state: State, seat: int) -> bool:
    """Put away what a seat has not placed; whether it may swap two tiles then."""
    discard_unplaced(state, seat)
    if not may_swap_some(state, seat):
        return False
    state.due = SWAPPING
    return True


@compiled
def next_to_place(state: State) -> None:
    """Turn to the next seat."""
    state.step += 1
    state.begins = 1


@compiled
def discard_unplaced(state: State, seat: int) -> None:
    """Discard what waits and cannot be placed; warehouses are kept (URBE-GREY-1, WAREHOUSE)."""
    kept = ZERO
    for slot in range(state.waiting_size[seat]):
        tile = whole(state.waiting[seat, slot])
        state.waiting[seat, slot] = NOTHING
        if is_warehouse(tile):
            state.waiting[seat, kept] = tile
            kept += 1
        else:
            state.discards[tile] = 1
    state.waiting_size[seat] = kept


@compiled
def take_from_waiting(state: State, seat: int, slot: int) -> int:
    """Take a tile out of those that wait; the others close up."""
    tile = whole(state.waiting[seat, slot])
    state.waiting_size[seat] -= 1
    last = whole(state.waiting_size[seat])
    for place in range(slot, last):
        state.waiting[seat, place] = state.waiting[seat, place + 1]
    state.waiting[seat, last] = NOTHING
    return tile


@compiled
def place(state: State, slot: int, location: int) -> None:
    """Place a tile (URBE-PLACE-1)."""
    seat = mover(state)
    tile = take_from_waiting(state, seat, slot)
    state.cities[seat, location] = tile
    state.placed[seat] |= ONE << location
    if location < BORDER:
        earn_fountains(state, seat, location)
    if TILE_POWER[tile] == HERALD:
        state.herald = seat
    elif TILE_POWER[tile] == CATHEDRAL:
        state.archbishop = seat


@compiled
def best_fountain(state: State) -> int:
    """Take the most valuable fountain of the supply and return its VP; 0 if there is none."""
    for kind in range(2):
        if state.fountains_left[kind] > 0:
            state.fountains_left[kind] -= 1
            return FOUNTAIN_VP[kind]  # type: ignore[no-any-return]
    return ZERO


@compiled
def earn_fountains(state: State, seat: int, cell: int) -> None:
    """Earn a fountain for every square that a tile on this cell completes (URBE-FOUNTAIN-1)."""
    filled = cells(state, seat)
    for square in range(SQUARES):
        if has(SQUARE_CELLS[square], cell) and SQUARE_CELLS[square] & ~filled == 0:
            state.fountains[seat, square] = best_fountain(state)


@compiled
def is_church(state: State, seat: int, cell: int) -> bool:
    """Whether a church lies on a cell where a tile lies."""
    return bool(TILE_POWER[state.cities[seat, cell]] == CHURCH)


@compiled
def may_swap(state: State, seat: int, pair: int) -> bool:
    """Whether the tiles of two cells may be swapped: no church leaves the perimeter."""
    one, other = PAIR_CELLS[pair, 0], PAIR_CELLS[pair, 1]
    filled = cells(state, seat)
    if not has(filled, one) or not has(filled, other):
        return False
    inward = is_church(state, seat, one) and has(CENTRE, other)
    return not inward and not (is_church(state, seat, other) and has(CENTRE, one))


@compiled
def may_swap_some(state: State, seat: int) -> bool:
    """Whether the Mason is still to act, and can (URBE-EIGHT-2)."""
    if not has_useful(state, seat, MASON):
        return False
    for pair in range(PAIRS):  # noqa: SIM110 - compiled code has no generators
        if may_swap(state, seat, pair):
            return True
    return False


@compiled
def swap(state: State, decision: int) -> None:
    """Swap the tiles of two cells, or keep the Mason for later."""
    if decision != NO_SWAP:
        seat = mover(state)
        one, other = PAIR_CELLS[decision - SWAP, 0], PAIR_CELLS[decision - SWAP, 1]
        tile = state.cities[seat, one]
        state.cities[seat, one] = state.cities[seat, other]
        state.cities[seat, other] = tile
        state.power_used[seat] = 1


# --- Rounds --------------------------------------------------------------------------------------


@compiled
def end_round(state: State) -> None:
    """Clear the market and begin the next round, or end the game (URBE-ROUND-1, END-1)."""
    state.step = 0
    discard_market(state)
    if state.round_number == by_seats(state, ROUNDS):
        state.due = OVER
        state.to_move = NOBODY
        return
    deal_market(state)
    state.first = in_turn(state, ONE)
    state.round_number += 1
    begin_mark(state)


@compiled
def give_advanced(state: State, seat: int, one: int, other: int) -> None:
    """Give a seat two advanced decrees."""
    state.decrees[seat, 1] = min(one, other)
    state.decrees[seat, 2] = max(one, other)


@allocating
def deal_decrees(state: State) -> None:
    """Deal one starting and two advanced decrees to everyone, in turn order (URBE-SETUP-5, -6)."""
    starting = np.arange(STARTING)
    advanced = np.arange(STARTING, DECREES)
    shuffle(state.random, starting, len(starting))
    shuffle(state.random, advanced, len(advanced))
    for step in range(state.seats):
        seat = in_turn(state, whole(step))
        last = ADVANCED - 1 - 2 * step
        state.decrees[seat, 0] = starting[STARTING - 1 - step]
        give_advanced(state, seat, advanced[last], advanced[last - 1])


@compiled
def next_character(state: State) -> None:
    """Let the next seat choose a side or a useful character, or begin the first round."""
    state.begins = 1
    state.to_move += 1
    if state.to_move < state.seats:
        return
    state.to_move = 0
    if state.due == CHOOSING_SIDE and state.eight:
        state.due = CHOOSING_USEFUL
        return
    deal_decrees(state)
    state.round_number = 1
    begin_mark(state)


@compiled
def choose_side(state: State, side: int) -> None:
    """Choose the side of one's character (URBE-SETUP-4)."""
    state.sides[state.to_move] = side
    next_character(state)


@compiled
def keep_useful(state: State, useful: int) -> None:
    """Keep one of the useful characters drawn, discard the other (URBE-EIGHT-1)."""
    state.useful[state.to_move] = useful
    state.drawn[state.to_move, :] = NOTHING
    next_character(state)


# --- Points --------------------------------------------------------------------------------------


@compiled
def tile_worth(state: State, seat: int, location: int) -> int:
    """Return the VP of a tile placed, with what a castle or church gains or loses there."""
    tile = whole(state.cities[seat, location])
    worth = whole(TILE_VP[tile])
    if TILE_POWER[tile] == CASTLE:
        worth += int(has(CORNERS, location)) - int(has(CENTRE, location))
    elif TILE_POWER[tile] == CHURCH:
        worth += min(whole(3), cheap_neighbours(state, seat, location))
    return worth


@compiled
def cheap_neighbours(state: State, seat: int, cell: int) -> int:
    """Count the tiles of 1 or 2 VP that touch a cell (GREY-CHURCH)."""
    found = ZERO
    rest = touching(ONE << cell) & cells(state, seat)
    while rest != 0:
        found += TILE_VP[state.cities[seat, first_of(rest)]] <= 2
        rest = without_first(rest)
    return found


@compiled
def tile_points(state: State, seat: int) -> int:
    """Return the points of the tiles placed (URBE-SCORE-1)."""
    points = ZERO
    rest = whole(state.placed[seat])
    while rest != 0:
        points += tile_worth(state, seat, first_of(rest))
        rest = without_first(rest)
    return points


@compiled
def character_points(state: State, seat: int) -> int:
    """Return the points of the guild's character (URBE-CHAR-2)."""
    if state.sides[seat] == NOT_YET:
        return ZERO
    points = ZERO
    rest = cells(state, seat)
    while rest != 0:
        tile = whole(state.cities[seat, first_of(rest)])
        points += SIDE_VP[state.guilds[seat], state.sides[seat], tile]
        rest = without_first(rest)
    return points


@compiled
def colours(state: State, seat: int) -> np.uint64:
    """Return what decrees look at: bit 16 * colour + cell; a town hall has every colour."""
    found = _NOTHING_NEEDED
    rest = cells(state, seat)
    while rest != 0:
        cell = first_of(rest)
        rest = without_first(rest)
        tile = whole(state.cities[seat, cell])
        if TILE_POWER[tile] == TOWN_HALL:
            found |= TOWN_HALL_BITS << np.uint64(cell)
        elif not is_grey(tile):
            found |= _BIT << np.uint64(CELLS * TILE_COLOUR[tile] + cell)
    return found


@compiled
def placement_met(coloured: np.uint64, decree: int) -> int:
    """Return the first placement of a decree that these cells meet, or NOTHING."""
    for placement in range(DECREE_FROM[decree], DECREE_FROM[decree + 1]):
        if PLACEMENTS[placement] & ~coloured == _NOTHING_NEEDED:
            return whole(placement)
    return NOTHING


@compiled
def met_by(state: State, seat: int, decree: int) -> int:
    """Return the first placement of a decree that a city meets, or NOTHING (URBE-DECREE-2)."""
    return placement_met(colours(state, seat), decree)


def cells_meeting(state: State, seat: int, decree: int) -> list[int]:
    """List the cells of a city that meet a decree; none if it is unmet (plain Python)."""
    placement = int(met_by(state, seat, decree))
    return cells_of_placement(placement) if placement != NOTHING else []


def cells_of_placement(placement: int) -> list[int]:
    """List the cells that a placement of a decree needs (plain Python)."""
    needed = int(PLACEMENTS[placement])
    return [
        cell
        for cell in range(CELLS)
        if any(needed >> CELLS * colour + cell & 1 for colour in range(GUILDS))
    ]


@compiled
def decrees_met(state: State, seat: int) -> tuple[int, int]:
    """Return how many decrees of a seat are met, and their points."""
    met, points = ZERO, ZERO
    coloured = colours(state, seat)
    for which in range(DECREES_EACH):
        decree = whole(state.decrees[seat, which])
        if decree != NOTHING and placement_met(coloured, decree) != NOTHING:
            met += 1
            points += DECREE_VP[decree]
    return met, points


@compiled
def decree_points(state: State, seat: int) -> int:
    """Return the points of the decrees met (URBE-SCORE-1)."""
    return decrees_met(state, seat)[1]


@compiled
def fountain_points(state: State, seat: int) -> int:
    """Return the points of the fountains (URBE-FOUNTAIN-1)."""
    points = ZERO
    for square in range(SQUARES):
        points += state.fountains[seat, square]
    return points


@compiled
def count_fountains(state: State, seat: int) -> int:
    """Count the fountains of a city."""
    found = ZERO
    for square in range(SQUARES):
        found += state.fountains[seat, square] > 0
    return found


@compiled
def count_tiles_of_one(state: State, seat: int) -> int:
    """Count the tiles of 1 VP of a city."""
    found = ZERO
    rest = whole(state.placed[seat])
    while rest != 0:
        found += TILE_VP[state.cities[seat, first_of(rest)]] == 1
        rest = without_first(rest)
    return found


@compiled
def count_full_lines(state: State, seat: int) -> int:
    """Count the rows and columns of a city that are full."""
    found = ZERO
    filled = cells(state, seat)
    for line in range(len(LINES)):
        found += LINES[line] & ~filled == 0
    return found


@compiled
def has_four_colours(state: State, seat: int, square: int) -> bool:
    """Whether four tiles of different colours form a square; a town hall has none here."""
    found = ZERO
    rest = SQUARE_CELLS[square] & cells(state, seat)
    while rest != 0:
        found |= ONE << TILE_COLOUR[state.cities[seat, first_of(rest)]]
        rest = without_first(rest)
    return found == (ONE << GREY) - 1


@compiled
def count_painted_squares(state: State, seat: int) -> int:
    """Count the squares of a city that have four colours."""
    found = ZERO
    for square in range(SQUARES):
        found += has_four_colours(state, seat, square)
    return found


@compiled
def count_grey_tiles(state: State, seat: int) -> int:
    """Count the grey tiles of a city, on borders and outside the grid too."""
    found = ZERO
    rest = whole(state.placed[seat])
    while rest != 0:
        found += is_grey(whole(state.cities[seat, first_of(rest)]))
        rest = without_first(rest)
    return found


@compiled
def count_for_useful(state: State, seat: int) -> int:
    """Count what the seat's useful character scores (URBE-EIGHT-2)."""
    useful = state.useful[seat]
    if useful == KEEPER:
        return count_fountains(state, seat)
    if useful == ALMONER:
        return count_tiles_of_one(state, seat)
    if useful == SURVEYOR:
        return count_full_lines(state, seat)
    if useful == PAINTER:
        return count_painted_squares(state, seat)
    if useful == CASTELLAN:
        return count_grey_tiles(state, seat)
    return decrees_met(state, seat)[0] if useful == CHANCELLOR else ZERO


@compiled
def useful_points(state: State, seat: int) -> int:
    """Return the points of the useful character (URBE-EIGHT-2)."""
    if state.useful[seat] == NOTHING:
        return ZERO
    return count_for_useful(state, seat) * USEFUL_VP[state.useful[seat]]  # type: ignore[no-any-return]


@compiled
def survey(
    state: State,
    worths: npt.NDArray[np.int64],
    points: npt.NDArray[np.int64],
    met: npt.NDArray[np.int64],
) -> None:
    """Write what score sheets are made of, of every seat, at once.

    `worths` of the tile at each location, `points` of both characters, and the placements `met`
    of each decree.
    """
    for number in range(ZERO, state.seats):
        seat = whole(number)
        rest = whole(state.placed[seat])
        while rest != 0:
            location = first_of(rest)
            rest = without_first(rest)
            worths[seat, location] = tile_worth(state, seat, location)
        points[seat, 0] = character_points(state, seat)
        points[seat, 1] = useful_points(state, seat)
        coloured = colours(state, seat)
        for which in range(DECREES_EACH):
            decree = whole(state.decrees[seat, which])
            met[seat, which] = NOTHING if decree == NOTHING else placement_met(coloured, decree)


@compiled
def score(state: State, seat: int) -> int:
    """Return all points of a seat as things stand (URBE-SCORE-1)."""
    city = tile_points(state, seat) + character_points(state, seat)
    secret = decree_points(state, seat)
    return city + secret + fountain_points(state, seat) + useful_points(state, seat)


# --- The operations every game provides ----------------------------------------------------------


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
    state.part = NOTHING
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


@allocating
def box_grey_tiles(state: State) -> None:
    """Leave some grey tiles in the box (URBE-SETUP-1)."""
    grey = np.arange(GREY_TILES)
    shuffle(state.random, grey, len(grey))
    for place in range(by_seats(state, GREY_USED), GREY_TILES):
        state.box |= ONE << grey[place]


@allocating
def deal_guilds(state: State) -> None:
    """Deal guilds with their coins (URBE-SETUP-3, -7)."""
    guilds = np.arange(GUILDS)
    shuffle(state.random, guilds, len(guilds))
    for seat in range(state.seats):
        state.guilds[seat] = guilds[seat]
        state.cards[seat] = ALL_CARDS


@compiled
def deal_tiles(state: State) -> None:
    """Shuffle all tiles but those in the box and deal the market (URBE-SETUP-2)."""
    size = ZERO
    for tile in range(TILES):
        if tile < FIRST_GREY or not has(whole(state.box), tile - FIRST_GREY):
            state.pile[size] = tile
            size += 1
    shuffle(state.random, state.pile, size)
    state.pile_size = size
    deal_market(state)


@allocating
def deal_useful(state: State) -> None:
    """Deal two useful characters each (URBE-EIGHT-1)."""
    useful = np.arange(USEFUL)
    shuffle(state.random, useful, len(useful))
    for seat in range(state.seats):
        one, other = useful[2 * seat], useful[2 * seat + 1]
        state.drawn[seat, 0] = min(one, other)
        state.drawn[seat, 1] = max(one, other)


@compiled
def start(state: State, seats: int, options: npt.NDArray[np.int64], seed: int) -> None:
    """Set up the market and all seats, all from the seed; decrees are dealt later."""
    clear(state)
    state.random[0] = seed
    state.seats = seats
    state.eight = options[0]
    box_grey_tiles(state)
    deal_guilds(state)
    state.first = below(state.random, seats)
    deal_tiles(state)
    if state.eight:
        deal_useful(state)
    state.fountains_left[0] = STARTING - seats
    state.fountains_left[1] = ADVANCED - 2 * seats
    state.due = CHOOSING_SIDE
    state.to_move = 0
    state.begins = 1


@compiled
def to_move(state: State) -> int:
    """Return the seat that decides next, or -1 when the game is over."""
    return mover(state)


@compiled
def turn_begins(state: State) -> bool:
    """Whether the next decision is the first of a go."""
    return bool(state.begins)


@compiled
def drawn_by(state: State, seat: int) -> int:
    """Return the useful characters that a seat has to choose from, as a set."""
    found = ZERO
    for which in range(2):
        if state.drawn[seat, which] != NOTHING:
            found |= ONE << whole(state.drawn[seat, which])
    return found


@compiled
def write_payments(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write how the tile under the meeple can be paid for."""
    if must_spend(state):
        return write_each(decisions, ZERO, SPEND, whole(state.cards[state.to_move]))
    size = write_each(decisions, ZERO, FLAGS, paying_cards(state, BY_FLAGS))
    return write_each(decisions, size, GUILD_ICONS, paying_cards(state, BY_GUILDS))


@compiled
def write_placings(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write where the tiles that wait can be placed, and keeping them."""
    size = ZERO
    seat = mover(state)
    placed = whole(state.placed[seat])
    may_end = True
    for slot in range(state.waiting_size[seat]):
        tile = whole(state.waiting[seat, slot])
        locations = locations_for(tile, placed)
        size = write_each(decisions, size, PLACE + slot * LOCATIONS, locations)
        may_end = may_end and (locations == 0 or is_warehouse(tile))
    return write_one(decisions, size, KEEP) if may_end else size


@compiled
def write_swaps(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write which tiles can be swapped, and none."""
    size = ZERO
    for pair in range(PAIRS):
        if may_swap(state, mover(state), pair):
            size = write_one(decisions, size, SWAP + pair)
    return write_one(decisions, size, NO_SWAP)


@compiled
def write_characters(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the sides, or the useful characters, to choose from."""
    if state.due == CHOOSING_SIDE:
        return write_each(decisions, ZERO, SIDE, whole(0b11))
    return write_each(decisions, ZERO, KEEP_USEFUL, drawn_by(state, mover(state)))


@compiled
def write_market(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the places, or payments, of marking and taking."""
    if state.due == MARKING:
        return write_each(decisions, ZERO, MARK, markable(state, mover(state)))
    if state.due == SENDING_ARCHBISHOP:
        size = write_each(decisions, ZERO, ARCHBISHOP, unmarked(state))
        return write_one(decisions, size, NO_ARCHBISHOP)
    if state.due == CHOOSING_MEEPLE:
        return write_each(decisions, ZERO, MEEPLE, whole(state.meeples[state.to_move]))
    if state.due == PAYING:
        return write_payments(state, decisions)
    if state.due == TAKING_SECOND:
        size = write_each(decisions, ZERO, SECOND, second_places(state))
        return write_one(decisions, size, NO_SECOND)
    size = write_each(decisions, ZERO, USE_TREASURER, treasurer_places(state))
    return write_one(decisions, size, NO_TREASURER)


@compiled
def legal(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the legal decisions in rising order; return how many there are."""
    if state.due <= CHOOSING_USEFUL:
        return write_characters(state, decisions)
    if state.due < PLACING:
        return write_market(state, decisions)
    if state.due == PLACING:
        return write_placings(state, decisions)
    return write_swaps(state, decisions) if state.due == SWAPPING else ZERO


@compiled
def send_archbishop(state: State, decision: int) -> None:
    """Send the Archbishop to a tile, or not now (GREY-CATHEDRAL)."""
    if decision != NO_ARCHBISHOP:
        state.archbishop_mark = ONE << (decision - ARCHBISHOP)
    next_to_mark(state)


@compiled
def apply_to_market(state: State, decision: int) -> None:
    """Carry out a decision of marking or taking."""
    if decision < ARCHBISHOP:
        mark(state, decision - MARK)
    elif decision < MEEPLE:
        send_archbishop(state, decision)
    elif decision < FLAGS:
        choose_meeple(state, decision - MEEPLE)
    elif decision < SPEND:
        part, card = divmod(decision - FLAGS, CARDS)
        pay(state, part, card)
    elif decision < SECOND:
        spend(state, decision - SPEND)
    elif decision < USE_TREASURER:
        take_second(state, decision)
    else:
        use_treasurer(state, decision)


@compiled
def apply_to_city(state: State, decision: int) -> None:
    """Carry out a decision of placing."""
    if decision < KEEP:
        slot, location = divmod(decision - PLACE, LOCATIONS)
        place(state, slot, location)
    elif decision > KEEP:
        swap(state, decision)
        next_to_place(state)
    elif end_placing(state, mover(state)):  # GREY-WAREHOUSE: with some that could be placed
        return
    else:
        next_to_place(state)
    go_on_placing(state)


@compiled
def apply(state: State, decision: int) -> None:
    """Carry out a legal decision in place."""
    state.begins = 0
    if decision < KEEP_USEFUL:
        choose_side(state, decision - SIDE)
    elif decision < MARK:
        keep_useful(state, decision - KEEP_USEFUL)
    elif decision < PLACE:
        apply_to_market(state, decision)
    else:
        apply_to_city(state, decision)


@compiled
def standing(state: State, rows: npt.NDArray[np.int64]) -> None:
    """Write each seat's score as it stands, secret decrees included."""
    for seat in range(ZERO, state.seats):
        rows[seat, SCORE] = score(state, whole(seat))


@compiled
def revealed(before: State, after: State) -> bool:
    """Whether a decision has shown what was hidden: decrees, a new market, or all at the end."""
    return bool(after.round_number != before.round_number or after.due == OVER)


# --- Refusals ------------------------------------------------------------------------------------


@compiled
def refuse_place_of_market(state: State, place: int) -> int:
    """Why a place cannot be meant: the market is smaller."""
    return PERMITTED if place < by_seats(state, MARKET_SIZE) else SETUP_2


@compiled
def refuse_marking(state: State, place: int) -> int:
    """Why a tile may not be marked."""
    if state.due != MARKING:
        return MARKET_1
    if refuse_place_of_market(state, place) != PERMITTED:
        return SETUP_2
    return PERMITTED if has(markable(state, mover(state)), place) else MARKET_2


@compiled
def refuse_sending(state: State, decision: int) -> int:
    """Why the Archbishop may not be sent to a tile, or not be kept."""
    if state.due != SENDING_ARCHBISHOP:
        return GREY_CATHEDRAL
    if decision == NO_ARCHBISHOP:
        return PERMITTED
    if refuse_place_of_market(state, decision - ARCHBISHOP) != PERMITTED:
        return SETUP_2
    return PERMITTED if has(unmarked(state), decision - ARCHBISHOP) else GREY_CATHEDRAL


@compiled
def refuse_meeple(state: State, place: int) -> int:
    """Why a meeple may not be chosen."""
    if state.due != CHOOSING_MEEPLE:
        return TAKE_4
    if refuse_place_of_market(state, place) != PERMITTED:
        return SETUP_2
    return PERMITTED if has(whole(state.meeples[state.to_move]), place) else TAKE_4


@compiled
def refuse_paying(state: State, part: int, card: int) -> int:
    """Why a part of a card may not pay for the meeple's tile."""
    if state.due != PAYING:
        return TAKE_1
    if not has(whole(state.cards[state.to_move]), card):
        return COIN_1
    if is_grey(whole(state.market[state.target])):
        return TAKE_2
    return PERMITTED if has(paying_cards(state, part), card) else TAKE_1


@compiled
def refuse_spending(state: State, card: int) -> int:
    """Why a card may not just be spent."""
    if state.due != PAYING:
        return TAKE_1
    if not must_spend(state):
        return TAKE_4
    return PERMITTED if has(whole(state.cards[state.to_move]), card) else COIN_1


@compiled
def refuse_another(state: State, place: int, allowed: int, unpaid: int) -> int:
    """Why a tile without one's meeple may not be taken; `unpaid` is the rule on paying for it."""
    if has(allowed, place):
        return PERMITTED
    if refuse_place_of_market(state, place) != PERMITTED:
        return SETUP_2
    tile = whole(state.market[place])
    free = tile != NOTHING and not is_grey(tile) and not has(marked(state), place)
    return unpaid if free else TAKE_5


@compiled
def refuse_second(state: State, decision: int) -> int:
    """Why a second tile may not be taken."""
    if state.due != TAKING_SECOND:
        return TAKE_3
    if decision == NO_SECOND:
        return PERMITTED
    return refuse_another(state, decision - SECOND, second_places(state), TAKE_3)


@compiled
def refuse_treasurer(state: State, decision: int) -> int:
    """Why the Treasurer may not take a tile."""
    if state.due != USING_TREASURER:
        return EIGHT_2
    if decision == NO_TREASURER:
        return PERMITTED
    return refuse_another(state, decision - USE_TREASURER, treasurer_places(state), EIGHT_2)


@compiled
def refuse_location(tile: int, placed: int, location: int) -> int:
    """Why a tile may not be placed at a location of a city."""
    if has(locations_for(tile, placed), location):
        return PERMITTED
    if TILE_POWER[tile] == BRIDGE:
        return GREY_BRIDGE
    if TILE_POWER[tile] == WATCHTOWER:
        return GREY_WATCHTOWER
    inside = TILE_POWER[tile] == CHURCH and has(CENTRE, location)
    return GREY_CHURCH if inside and has(open_cells(placed), location) else PLACE_1


@compiled
def refuse_placing(state: State, slot: int, location: int) -> int:
    """Why a tile may not be placed."""
    seat = mover(state)
    if state.due != PLACING or slot >= state.waiting_size[seat]:
        return PLACE_1
    tile = whole(state.waiting[seat, slot])
    return refuse_location(tile, whole(state.placed[seat]), location)


@compiled
def refuse_keeping(state: State) -> int:
    """Why placing may not end."""
    if state.due != PLACING:
        return GREY_WAREHOUSE
    return PERMITTED if may_keep(state) else TAKE_5


@compiled
def refuse_swapping(state: State, decision: int) -> int:
    """Why two tiles may not be swapped."""
    if state.due != SWAPPING:
        return EIGHT_2
    seat, pair = mover(state), decision - SWAP
    if decision == NO_SWAP or may_swap(state, seat, pair):
        return PERMITTED
    filled = cells(state, seat)
    both = has(filled, PAIR_CELLS[pair, 0]) and has(filled, PAIR_CELLS[pair, 1])
    return GREY_CHURCH if both else EIGHT_2


@compiled
def refuse_character(state: State, decision: int) -> int:
    """Why a side or a useful character may not be chosen."""
    if decision < KEEP_USEFUL:
        return PERMITTED if state.due == CHOOSING_SIDE else SETUP_4
    drawn = drawn_by(state, mover(state))
    choosing = state.due == CHOOSING_USEFUL and has(drawn, decision - KEEP_USEFUL)
    return PERMITTED if choosing else EIGHT_1


@compiled
def refuse_in_market(state: State, decision: int) -> int:
    """Why a decision of marking or taking may not be taken."""
    if decision < ARCHBISHOP:
        return refuse_marking(state, decision - MARK)
    if decision < MEEPLE:
        return refuse_sending(state, decision)
    if decision < FLAGS:
        return refuse_meeple(state, decision - MEEPLE)
    if decision < SPEND:
        part, card = divmod(decision - FLAGS, CARDS)
        return refuse_paying(state, part, card)
    if decision < SECOND:
        return refuse_spending(state, decision - SPEND)
    if decision < USE_TREASURER:
        return refuse_second(state, decision)
    return refuse_treasurer(state, decision)


@compiled
def refusal(state: State, decision: int) -> int:
    """Return the rule that refuses a decision, or PERMITTED."""
    if state.due == OVER:
        return END_1
    if decision < MARK:
        return refuse_character(state, decision)
    if decision < PLACE:
        return refuse_in_market(state, decision)
    if decision < KEEP:
        slot, location = divmod(decision - PLACE, LOCATIONS)
        return refuse_placing(state, slot, location)
    return refuse_keeping(state) if decision == KEEP else refuse_swapping(state, decision)


# --- What is hidden ------------------------------------------------------------------------------


@allocating
def hide_decrees(state: State, seat: int, generator: Generator) -> npt.NDArray[np.int64]:
    """Shuffle the decrees that a seat does not have: the starting ones, then the advanced ones."""
    unseen = np.empty(DECREES - DECREES_EACH, np.int64)
    size = ZERO
    for decree in range(DECREES):
        mine = False
        for which in range(DECREES_EACH):
            mine |= bool(state.decrees[seat, which] == decree)
        if not mine:
            unseen[size] = decree
            size += 1
    shuffle(generator, unseen, whole(STARTING - 1))
    shuffle(generator, unseen[STARTING - 1 :], whole(ADVANCED - 2))
    return unseen


@allocating
def deal_unseen_decrees(state: State, seat: int, generator: Generator) -> None:
    """Deal the others' decrees anew, starting and advanced ones each from their own."""
    unseen = hide_decrees(state, seat, generator)
    starting, advanced = ZERO, whole(STARTING - 1)
    for other in range(state.seats):
        if other != seat:
            state.decrees[other, 0] = unseen[starting]
            give_advanced(state, whole(other), unseen[advanced], unseen[advanced + 1])
            starting += 1
            advanced += 2


@compiled
def box_is_known(state: State) -> bool:
    """Whether the pile has run out and been rebuilt: then all its tiles have been seen once."""
    in_play = FIRST_GREY + by_seats(state, GREY_USED)
    return bool(whole(state.round_number) * by_seats(state, MARKET_SIZE) > in_play)


@allocating
def deal_unseen_box(state: State, generator: Generator, unseen: npt.NDArray[np.bool_]) -> None:
    """Put as many of the unseen grey tiles as are in the box there, and take them from these."""
    grey = np.empty(GREY_TILES, np.int64)
    size = ZERO
    for which in range(GREY_TILES):
        if unseen[FIRST_GREY + which]:
            grey[size] = which
            size += 1
    shuffle(generator, grey, size)
    boxed = size_of(whole(state.box))
    state.box = 0
    for place in range(boxed):
        state.box |= ONE << grey[place]
        unseen[FIRST_GREY + grey[place]] = False


@allocating
def deal_unseen_tiles(state: State, generator: Generator) -> None:
    """Deal anew the pile and the box.

    Tiles are first put in order, so that the deal depends on what is unseen and not on where.
    """
    unseen = np.zeros(TILES, np.bool_)
    for place in range(state.pile_size):
        unseen[state.pile[place]] = True
    if not box_is_known(state):
        for which in range(GREY_TILES):
            unseen[FIRST_GREY + which] |= has(whole(state.box), which)
        deal_unseen_box(state, generator, unseen)
    size = ZERO
    for tile in range(TILES):
        if unseen[tile]:
            state.pile[size] = tile
            size += 1
    shuffle(generator, state.pile, size)


@compiled
def reimagine(state: State, seat: int, generator: Generator) -> None:
    """Deal anew, in place, what the seat cannot see: others' decrees, the pile and the box.

    How tiles will be shuffled, and decrees dealt, cannot be seen either.
    """
    state.random[0] = next_word(generator)
    if state.round_number > 0 and state.due != OVER:
        deal_unseen_decrees(state, seat, generator)
    deal_unseen_tiles(state, generator)


_RECORD, _NUMBER = from_dtype(STATE), types.int64
_ROWS = types.Array(_NUMBER, 2, "C")
_OF_SEAT, _IN_CITY = _NUMBER(_RECORD, _NUMBER), _NUMBER(_RECORD, _NUMBER, _NUMBER)
ENTRY_POINTS = {
    "clear": EntryPoint(clear, types.void(_RECORD)),
    "in_turn": EntryPoint(in_turn, _OF_SEAT),
    "marking_seat": EntryPoint(marking_seat, _OF_SEAT),
    "taking_seat": EntryPoint(taking_seat, _OF_SEAT),
    "survey": EntryPoint(survey, types.void(_RECORD, _ROWS, _ROWS, _ROWS)),
    "tile_points": EntryPoint(tile_points, _OF_SEAT),
    "character_points": EntryPoint(character_points, _OF_SEAT),
    "met_by": EntryPoint(met_by, _IN_CITY),
    "decree_points": EntryPoint(decree_points, _OF_SEAT),
    "fountain_points": EntryPoint(fountain_points, _OF_SEAT),
    "count_for_useful": EntryPoint(count_for_useful, _OF_SEAT),
    "useful_points": EntryPoint(useful_points, _OF_SEAT),
    "score": EntryPoint(score, _OF_SEAT),
}
