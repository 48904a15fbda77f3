"""Positions of Urbe as tensors: each city cell by cell, then the market, cards and decrees.

Tiles are numbered from 1 on, as in the components file; 0 is none. So are decrees and characters.
"""

from __future__ import annotations

from pathlib import Path

from contrada.games.contract import Observation
from contrada.games.tensors import (
    Field,
    Tensor,
    copy_row,
    mark_each,
    starts,
    turned,
    turned_or_none,
)
from contrada.games.urbe.components import CARDS, GUILDS, MOST_MARKET
from contrada.games.urbe.rules.city import BORDERS, CELLS, OUTSIDES, SQUARES
from contrada.games.urbe.rules.state import (
    DECREES,
    DECREES_EACH,
    GREY_TILES,
    MOST_SEATS,
    MOST_TILES,
    NOBODY,
    OVER,
    SLOTS,
    TILES,
    USEFUL,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.sets import size_of

EACH = (MOST_SEATS,)  # you, the next seat and so on
FIELDS = (
    Field("cells", (MOST_SEATS, 4, 4), TILES, "tiles of the cities, row by row", category=True),
    Field("borders", (MOST_SEATS, BORDERS), TILES, "bridges, by border", category=True),
    Field("outsides", (MOST_SEATS, OUTSIDES), TILES, "watchtowers, by place", category=True),
    Field("fountains", (MOST_SEATS, 3, 3), 20, "points of the fountains between the cells"),
    Field("waiting", (MOST_SEATS, SLOTS), TILES, "tiles to be placed", category=True),
    Field("cards", (MOST_SEATS, CARDS), 1, "coin cards left"),
    Field("decrees", (MOST_SEATS, DECREES_EACH), DECREES, "yours; all at the end", category=True),
    Field("drawn", (MOST_SEATS, 2), USEFUL, "useful characters to choose from", category=True),
    Field("decree_sizes", EACH, DECREES_EACH, "how many decrees they have"),
    Field("guilds", EACH, GUILDS, "from 1 on", category=True),
    Field("sides", EACH, 2, "1 is A, 2 is B, 0 not chosen yet", category=True),
    Field("useful", EACH, USEFUL, "the useful character", category=True),
    Field("power_used", EACH, 1, "its one act is over"),
    Field("market", (MOST_MARKET,), TILES, "tiles on offer", category=True),
    Field("meeples", (MOST_MARKET,), MOST_SEATS, "whose meeple: 1 is you", category=True),
    Field("archbishop_marks", (MOST_MARKET,), 1, "the place that the Archbishop marks"),
    Field("discards", (TILES,), 1, "tiles among the discards"),
    Field("first", EACH, 1, "the first player of the round"),
    Field("to_move", EACH, 1, "you, the next seat and so on; nobody at the end"),
    Field(
        "due",
        (int(OVER) + 1,),
        1,
        "side, useful, mark, archbishop, meeple, pay, second, treasurer, place, swap, over",
    ),
    Field("fountains_left", (2,), TILES, "of both kinds"),
    Field("archbishop", (), MOST_SEATS, "who has him: 1 is you", category=True),
    Field("herald", (), MOST_SEATS, "who has Herald’s House: 1 is you", category=True),
    Field("target", (), MOST_MARKET, "the place being paid for, from 1 on", category=True),
    Field("card", (), CARDS, "the card half used, from 1 on", category=True),
    Field("half", (), 2, "the half used: 1 is flags, 2 is guilds", category=True),
    Field("tiles_taken", (), MOST_TILES, "in this turn"),
    Field("round", (), CARDS, "0 while characters are chosen"),
    Field("step", (), MOST_SEATS * 2, "turns of this phase that are over"),
    Field("begins", (), 1, "the next decision begins a turn"),
    Field("pile_size", (), TILES, "tiles in the pile"),
    Field("box_size", (), GREY_TILES, "grey tiles in the box"),
    Field("seats", (), MOST_SEATS, "how many there are", low=2),
    Field("seat", (), MOST_SEATS - 1, "your seat"),
    Field("eight", (), 2, "the Useful Eight: 1 beside, 2 instead", category=True),
)
_start = dict(zip((field.name for field in FIELDS), constants(*starts(FIELDS)[:-1]), strict=True))
CELL, BORDER, OUTSIDE, FOUNTAINS, WAITING, HELD, DECREE, DRAWN = (
    _start[name]
    for name in (
        *("cells", "borders", "outsides", "fountains", "waiting", "cards", "decrees", "drawn"),
    )
)
DECREE_SIZES, MARKET, MEEPLES, MARKS, DISCARDS, FIRST, MOVER, DUE, FOUNTAINS_LEFT, ARCHBISHOP = (
    _start[name]
    for name in (
        *("decree_sizes", "market", "meeples", "archbishop_marks", "discards", "first"),
        *("to_move", "due", "fountains_left", "archbishop"),
    )
)
FIRST_BORDER, FIRST_OUTSIDE = constants(CELLS, CELLS + BORDERS)
ALL_CELLS, ALL_BORDERS, ALL_OUTSIDES, ALL_SQUARES = constants(CELLS, BORDERS, OUTSIDES, SQUARES)
ALL_SLOTS, ALL_PLACES, ALL_TILES = constants(SLOTS, MOST_MARKET, TILES)


@compiled
def observe_city(state: State, other: int, place: int, tensor: Tensor) -> None:
    """Write the tiles and fountains of a city."""
    city = state.cities[other]
    copy_row(tensor, CELL + CELLS * place, city, ZERO, ALL_CELLS, ONE)
    copy_row(tensor, BORDER + BORDERS * place, city, FIRST_BORDER, ALL_BORDERS, ONE)
    copy_row(tensor, OUTSIDE + OUTSIDES * place, city, FIRST_OUTSIDE, ALL_OUTSIDES, ONE)
    copy_row(tensor, FOUNTAINS + SQUARES * place, state.fountains[other], ZERO, ALL_SQUARES, ZERO)


@compiled
def observe_seat(state: State, other: int, place: int, tensor: Tensor) -> None:
    """Write what else is known about a seat, the viewer or another."""
    copy_row(tensor, WAITING + SLOTS * place, state.waiting[other], ZERO, ALL_SLOTS, ONE)
    mark_each(tensor, HELD + CARDS * place, whole(state.cards[other]), ONE)
    mark_each(tensor, MEEPLES, whole(state.meeples[other]), ONE + place)
    shown = place == 0 or state.due == OVER
    size = ZERO
    for which in range(DECREES_EACH):
        size += int(state.decrees[other, which] >= 0)
        if shown:
            tensor[DECREE + DECREES_EACH * place + which] = state.decrees[other, which] + 1
    for which in range(2):
        tensor[DRAWN + 2 * place + which] = state.drawn[other, which] + 1
    at = DECREE_SIZES + place
    tensor[at] = size
    tensor[at + MOST_SEATS] = state.guilds[other] + 1
    tensor[at + 2 * MOST_SEATS] = state.sides[other] + 1
    tensor[at + 3 * MOST_SEATS] = state.useful[other] + 1
    tensor[at + 4 * MOST_SEATS] = state.power_used[other]


@compiled
def observe_table(state: State, tensor: Tensor) -> None:
    """Write the market and the discards."""
    copy_row(tensor, MARKET, state.market, ZERO, ALL_PLACES, ONE)
    mark_each(tensor, MARKS, whole(state.archbishop_mark), ONE)
    copy_row(tensor, DISCARDS, state.discards, ZERO, ALL_TILES, ZERO)
    tensor[FOUNTAINS_LEFT] = state.fountains_left[0]
    tensor[FOUNTAINS_LEFT + 1] = state.fountains_left[1]


@compiled
def observe_turn(state: State, seat: int, tensor: Tensor) -> None:
    """Write whose turn it is, what is due, and the options."""
    seats = whole(state.seats)
    tensor[FIRST + turned(whole(state.first), seat, seats)] = 1
    if state.to_move != NOBODY:
        tensor[MOVER + turned(whole(state.to_move), seat, seats)] = 1
    tensor[DUE + state.due] = 1
    tensor[ARCHBISHOP] = turned_or_none(whole(state.archbishop), seat, seats)
    tensor[ARCHBISHOP + 1] = turned_or_none(whole(state.herald), seat, seats)
    tensor[ARCHBISHOP + 2] = state.target + 1
    tensor[ARCHBISHOP + 3] = state.card + 1
    tensor[ARCHBISHOP + 4] = state.half + 1
    tensor[ARCHBISHOP + 5] = state.tiles_taken
    tensor[ARCHBISHOP + 6] = state.round_number
    tensor[ARCHBISHOP + 7] = state.step
    tensor[ARCHBISHOP + 8] = state.begins
    tensor[ARCHBISHOP + 9] = state.pile_size
    tensor[ARCHBISHOP + 10] = size_of(whole(state.box))
    tensor[ARCHBISHOP + 11] = state.seats
    tensor[ARCHBISHOP + 12] = seat
    tensor[ARCHBISHOP + 13] = state.eight


@compiled
def observe(state: State, seat: int, tensor: Tensor) -> None:
    """Write the position as a seat may know it into a tensor of zeros."""
    for other in range(state.seats):
        place = turned(whole(other), seat, whole(state.seats))
        observe_city(state, whole(other), place, tensor)
        observe_seat(state, whole(other), place, tensor)
    observe_table(state, tensor)
    observe_turn(state, seat, tensor)


OBSERVATION = Observation(observe, (Path(__file__),))
