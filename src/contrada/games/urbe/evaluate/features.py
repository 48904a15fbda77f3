"""Features of a position: what each seat has, and its prospects."""

from __future__ import annotations

import numpy as np

from contrada.games.urbe.components import CARDS
from contrada.games.urbe.evaluate.columns import (
    CARDS_LEFT,
    CHARACTER,
    CHARACTER_TO_COME,
    DECREES_MET,
    FILLED,
    FOUNTAINS,
    FURTHER,
    HAS_ARCHBISHOP,
    HAS_HERALD,
    IN_HAND,
    PLAN,
    POINTS,
    SIGHT,
    SQUARES_ONE,
    SQUARES_TWO,
    TILES_PLACED,
    TO_MOVE,
    USEFUL_PROSPECT,
    USEFUL_SCORED,
    USEFUL_TO_COME,
    WAITING,
    Table,
)
from contrada.games.urbe.evaluate.plans import (
    FAR,
    FEW_TRIES,
    cards_left,
    city_of,
    outlook,
    planned,
    room,
)
from contrada.games.urbe.evaluate.tiles import (
    Needs,
    free_places,
    more_needs,
    step_of,
    take_in_sight,
    tile_gain,
)
from contrada.games.urbe.rules.city import CELLS, SQUARE_CELLS, SQUARES
from contrada.games.urbe.rules.decrees import DECREE_VP
from contrada.games.urbe.rules.scoring import (
    character_points,
    fountain_points,
    tile_points,
    useful_points,
)
from contrada.games.urbe.rules.state import (
    DECREES_EACH,
    FOUNTAIN_VP,
    KEEPER,
    NOTHING,
    USEFUL_VP,
    cells,
)
from contrada.kernel.bits import ZERO, whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.sets import size_of

TILES_OF_CARD = 1.7  # that a card brings for cells, about


@compiled
def next_fountain(state: State) -> int:
    """Return the points of the next fountain."""
    if state.fountains_left[0] > 0:
        return FOUNTAIN_VP[0]  # type: ignore[no-any-return]
    return FOUNTAIN_VP[1] if state.fountains_left[1] > 0 else ZERO


@compiled
def share_to_be_filled(state: State, seat: int, cards: int) -> float:
    """Return how much of the empty cells the tiles at hand, and those to come, will fill."""
    empty = CELLS - size_of(cells(state, seat))
    waiting = empty - room(state, seat)
    return min(1.0, (waiting + TILES_OF_CARD * cards) / empty) if empty > 0 else 0.0


@compiled
def fountain_prospects(state: State, seat: int, cards: int, row: Table) -> None:
    """Write the prospects of squares that are nearly full."""
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
    """Return the feature for a decree that is short of this many tiles."""
    return min(IN_HAND + short, FURTHER)  # MET is just before


@compiled
def decree_prospects(
    state: State, seat: int, city: tuple[np.uint64, np.uint64, int], cards: int, row: Table
) -> Needs:
    """Write how near the decrees are; return what one more tile of each colour is worth to them."""
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
    """Return the points of the tiles to be placed."""
    points = 0.0
    for slot in range(state.waiting_size[seat]):
        points += tile_gain(state, seat, whole(state.waiting[seat, slot]))
    return points


@compiled
def write_means(state: State, seat: int, cards: int, row: Table) -> None:
    """Write what a seat has for the rest of the game."""
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
    """Return what a useful character is expected to score, early in the game."""
    useful = whole(state.useful[seat])
    if useful == NOTHING or state.power_used[seat]:
        return 0.0
    return USEFUL_PROSPECT[useful]  # type: ignore[no-any-return]


@compiled
def features(state: State, table: Table) -> float:
    """Write what each seat has and its prospects; return the share of the cards played."""
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
