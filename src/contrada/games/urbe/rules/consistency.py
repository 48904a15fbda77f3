"""Whether a position from a text can occur in a game.

The checks are plain Python and raise NotationError. What the notation calls things is passed to
them. All but `check_course` look at a part that has just been read.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from contrada.errors import NotationError, quoted
from contrada.games.urbe.components import ADVANCED, CARDS, STARTING
from contrada.games.urbe.rules.city import (
    BORDER,
    BORDER_CELLS,
    CELLS,
    CENTRE,
    NOT_LEFT,
    NOT_RIGHT,
    OUTSIDE,
    OUTSIDE_CELL,
    SQUARE_CELLS,
)
from contrada.games.urbe.rules.decisions import DECISIONS, KEEP
from contrada.games.urbe.rules.operations import legal
from contrada.games.urbe.rules.rounds import in_turn, marking_seat, taking_seat
from contrada.games.urbe.rules.state import (
    BRIDGE,
    CATHEDRAL,
    CHOOSING_MEEPLE,
    CHOOSING_SIDE,
    CHOOSING_USEFUL,
    CHURCH,
    FIRST_GREY,
    FOUNTAIN_VP,
    GREY_TILES,
    GREY_USED,
    INSTEAD,
    MARKET_SIZE,
    MARKING,
    MASON,
    MEEPLES,
    MOST_TILES,
    NOBODY,
    NOTHING,
    OVER,
    PAYING,
    PLACING,
    ROUNDS,
    SENDING_ARCHBISHOP,
    SWAPPING,
    TAKING_SECOND,
    TILE_POWER,
    TILES,
    TREASURER,
    USING_TREASURER,
    WAREHOUSE,
    WATCHTOWER,
    WITHOUT,
)
from contrada.kernel.operations import State
from contrada.kernel.sets import members

ASKED_ONLY_IF = (
    int(SENDING_ARCHBISHOP),
    int(CHOOSING_MEEPLE),
    int(TAKING_SECOND),
    int(USING_TREASURER),
    int(SWAPPING),
)  # due only if there is more to choose than not to


# --- Characters, tiles and marks -----------------------------------------------------------------


def check_characters(state: State) -> None:
    """Check that no two seats have the same guild or useful character."""
    if len(set(state.guilds[: state.seats].tolist())) != state.seats:
        raise NotationError("every seat has a guild of its own")
    out = [each for each in (*state.useful, *state.drawn.ravel()) if each >= 0]
    if len(set(out)) != len(out):
        raise NotationError("each useful character is drawn once")


def check_tiles(every: list[int]) -> None:
    """Check that the tiles found in all places are each tile once."""
    if sorted(every) != list(range(TILES)):
        raise NotationError(f"each of the {TILES} tiles must be in one place")


def check_box(state: State, box: list[int], written: str) -> None:
    """Check that the box has the grey tiles that this number of seats leaves out."""
    boxed = GREY_TILES - int(GREY_USED[state.seats - 2])
    if len(box) != boxed or any(tile < FIRST_GREY for tile in box):
        raise NotationError(f"the box has {boxed} grey tiles, not {quoted(written)}")


def check_marks(state: State) -> None:
    """Check that nobody has marked more tiles than there are meeples, nor the Archbishop two."""
    if len(members(state.archbishop_mark)) > 1:
        raise NotationError("there is one Archbishop")
    for seat in range(state.seats):
        if len(members(state.meeples[seat])) > MEEPLES[state.seats - 2]:
            raise NotationError(f"seat {seat} has too many meeples on the market")


def check_archbishop(state: State) -> None:
    """Check that the seat with the Archbishop has the Cathedral."""
    seat = int(state.archbishop)
    if seat == NOBODY:
        if state.archbishop_mark:
            raise NotationError("the Archbishop marks a tile for the seat that has him")
    elif CATHEDRAL not in _powers_in_city(state, seat):
        raise NotationError(f"seat {seat} has no Cathedral, so it has no Archbishop")


# --- Cities --------------------------------------------------------------------------------------


def _may_lie(tile: int, location: int) -> bool:
    """Whether a tile may be on a location of this kind."""
    power = TILE_POWER[tile]
    if power == BRIDGE:
        return bool(BORDER <= location < OUTSIDE)
    if power == WATCHTOWER:
        return bool(location >= OUTSIDE)
    return location < CELLS and not (power == CHURCH and int(CENTRE) >> location & 1)


def check_city(
    laid: dict[int, int], seat: int, tiles: Sequence[str], locations: Sequence[str]
) -> None:
    """Check that the tiles at these locations can have been placed one after the other.

    `tiles` and `locations` are the names of all of them.
    """
    for location, tile in laid.items():
        if not _may_lie(tile, location):
            raise NotationError(f"{tiles[tile]} cannot be on {locations[location]} of seat {seat}")
    cells = sum(1 << location for location in laid if location < CELLS)
    for location in laid:
        if BORDER <= location < OUTSIDE and int(BORDER_CELLS[location - BORDER]) & ~cells:
            raise NotationError(f"a bridge of seat {seat} joins no two tiles")
    towers = [location - int(OUTSIDE) for location in laid if location >= OUTSIDE]
    beside = sum({1 << int(OUTSIDE_CELL[tower]) for tower in towers})
    if beside & ~cells and (cells or len(towers) > 1):
        raise NotationError(f"a watchtower of seat {seat} touches no tile")
    if not _is_joined(cells):
        raise NotationError(f"the city of seat {seat} falls into parts")


def _is_joined(cells: int) -> bool:
    reached, grown = 0, cells & -cells
    while grown != reached:
        reached = grown
        sideways = (reached << 1 & int(NOT_LEFT)) | (reached >> 1 & int(NOT_RIGHT))
        grown = reached | (sideways | reached << 4 | reached >> 4) & cells
    return reached == cells


def check_fountains(state: State, values: list[int]) -> None:
    """Check that the full squares have earned these fountains: the most valuable go first."""
    full = sum(
        int(cells) & ~int(state.placed[seat]) == 0
        for seat in range(state.seats)
        for cells in SQUARE_CELLS
    )
    supply = _fountain_supply(state)
    if sorted(values, reverse=True) != supply[: min(full, len(supply))]:
        raise NotationError(f"the {full} full squares have earned {supply[:full]}, not {values}")


def _fountain_supply(state: State) -> list[int]:
    """Return the points of all fountains, the most valuable first (URBE-SETUP-6)."""
    dear, cheap = map(int, FOUNTAIN_VP)
    seats = int(state.seats)
    return [dear] * (STARTING - seats) + [cheap] * (ADVANCED - 2 * seats)


# --- The course of the game ----------------------------------------------------------------------


def _powers_in_city(state: State, seat: int) -> list[int]:
    """Return the power of each tile in a city."""
    return [
        int(TILE_POWER[state.cities[seat, location]]) for location in members(state.placed[seat])
    ]


def _gaps(state: State) -> int:
    """Count the places of the market that are empty."""
    size = int(MARKET_SIZE[state.seats - 2])
    return state.market[:size].tolist().count(int(NOTHING))  # type: ignore[no-any-return]


def check_course(state: State) -> None:
    """Check that the rules lead here: whose turn it is, and that there is something to choose."""
    seats, due = int(state.seats), int(state.due)
    choosing = due in (CHOOSING_SIDE, CHOOSING_USEFUL)
    if choosing != (state.round_number == 0):
        raise NotationError("characters are chosen before the first round, and only then")
    _check_characters_chosen(state, choosing=choosing)
    _check_meeples(state)
    step = int(state.step)
    if choosing or due == OVER:
        _check_pause(state, choosing=choosing)
        _check_table(state)
        return
    if due <= SENDING_ARCHBISHOP:
        wanted = marking_seat(state, step)
    elif due < PLACING:
        wanted = taking_seat(state, step)
    else:
        wanted = in_turn(state, step)
    if state.to_move != wanted or (due >= PLACING and step >= seats):
        raise NotationError(f"at step {step} it cannot be the turn of seat {state.to_move}")
    _check_table(state)
    _check_archbishop_sent(state)
    _check_choices(state)


def _check_pause(state: State, *, choosing: bool) -> None:
    """Check that nobody is in the middle of a turn before the first round or after the last."""
    if state.step:
        raise NotationError(f"there is no step {state.step} before the first round or at the end")
    if not choosing and state.round_number != ROUNDS[state.seats - 2]:
        raise NotationError("the game is over after the last round only")
    if state.due == CHOOSING_USEFUL and state.eight == WITHOUT:
        raise NotationError("useful characters are chosen with the Useful Eight only")
    if state.due == CHOOSING_SIDE and state.eight == INSTEAD:
        raise NotationError("no side is chosen if useful characters replace those of the guilds")


def _check_choices(state: State) -> None:
    """Check that there is something to choose: a tile to place, a swap for the Mason, and so on."""
    due = int(state.due)
    room = np.empty(DECISIONS, np.int64)
    size = legal(state, room)
    mason = state.useful[state.to_move] == MASON and not state.power_used[state.to_move]
    if (
        size == 0
        or (size == 1 and due in ASKED_ONLY_IF)
        or (due == PLACING and room[0] == KEEP)
        or (due == SWAPPING and not mason)
    ):
        raise NotationError("there is nothing to choose here, so it would not be asked")


def _check_table(state: State) -> None:
    """Check how many tiles are in the market, to be placed, and taken by each seat."""
    due, seats = int(state.due), range(state.seats)
    gaps = _gaps(state)
    if (gaps and due <= SENDING_ARCHBISHOP) or (
        due == OVER and gaps < MARKET_SIZE[state.seats - 2]
    ):
        raise NotationError("the market is full while tiles are marked, and empty in the end")
    for seat in seats:
        waiting = TILE_POWER[state.waiting[seat, : state.waiting_size[seat]]].tolist()
        placing = CHOOSING_MEEPLE <= due <= SWAPPING
        past = (seat - int(state.first)) % int(state.seats) < state.step
        has_placed = (due == SWAPPING and seat == state.to_move) or (due >= PLACING and past)
        if (has_placed or not placing) and any(power != WAREHOUSE for power in waiting):
            raise NotationError(f"only warehouses wait now, but seat {seat} has other tiles")
        _check_taken(state, seat, len(waiting))
        _check_waiting(state, seat, sum(power != WAREHOUSE for power in waiting))
    _check_taken_now(state)


def _check_taken_now(state: State) -> None:
    """Check how many tiles have been taken in this turn."""
    due = int(state.due)
    most = int(state.waiting_size[state.to_move]) if state.to_move >= 0 else 0
    if due in (CHOOSING_MEEPLE, PAYING):
        most = min(most, 1)  # the Archbishop's
    elif due in (TAKING_SECOND, USING_TREASURER):
        most = min(most, MOST_TILES - 1)  # or there would be no other
    if due == TAKING_SECOND and not _has_sent_archbishop(state, int(state.to_move)):
        most = min(most, 1)  # only he can have brought one before
    if state.tiles_taken > most:
        raise NotationError(f"{state.tiles_taken} tiles cannot have been taken in this turn")


def _check_taken(state: State, seat: int, waiting: int) -> None:
    """Check that a seat took at most two tiles a card, and one more by each power."""
    played = CARDS - len(members(state.cards[seat]))
    by_treasurer = state.useful[seat] == TREASURER and state.power_used[seat]
    most = 2 * played + _has_sent_archbishop(state, seat) + bool(by_treasurer)
    tiles = len(members(state.placed[seat])) + waiting
    if tiles > most:
        raise NotationError(f"seat {seat} has {tiles} tiles; {most} are possible")


def _has_sent_archbishop(state: State, seat: int) -> bool:
    """Whether a seat has had the Archbishop and sent him."""
    return CATHEDRAL in _powers_in_city(state, seat) and bool(state.archbishop != seat)


def _check_waiting(state: State, seat: int, tiles: int) -> None:
    """Check that all tiles to be placed, except warehouses, were taken in this round."""
    due = int(state.due)
    takes = int(MEEPLES[state.seats - 2]) if due >= PLACING else 0
    if CHOOSING_MEEPLE <= due < PLACING:
        takes = sum(taking_seat(state, past) == seat for past in range(state.step))
    under_way = int(state.tiles_taken) if seat == state.to_move else 0
    gaps = _gaps(state)
    if tiles > min(MOST_TILES * takes + under_way, gaps):
        raise NotationError(f"seat {seat} cannot have taken {tiles} tiles in this round")


def _check_archbishop_sent(state: State) -> None:
    """Check that he was sent right after his owner's meeple and leaves with the first take."""
    due, owner = int(state.due), int(state.archbishop)
    if due == SENDING_ARCHBISHOP and (owner != state.to_move or state.archbishop_mark):
        raise NotationError(f"seat {state.to_move} has no Archbishop to send")
    if not state.archbishop_mark:
        return
    marks = len(members(state.meeples[owner]))
    marking = due in (MARKING, SENDING_ARCHBISHOP) and marks
    taking = CHOOSING_MEEPLE <= due < PLACING and state.to_move != owner
    if not marking and not (taking and marks == MEEPLES[state.seats - 2]):
        raise NotationError("the Archbishop is not on the market here")


def _check_characters_chosen(state: State, *, choosing: bool) -> None:
    """Sides are chosen in seat order, then useful characters; after that all have theirs."""
    seats, mover = range(state.seats), int(state.to_move)
    useful_time = state.due == CHOOSING_USEFUL
    with_sides, with_useful = bool(state.eight != INSTEAD), bool(state.eight != WITHOUT)
    for seat in seats:
        has_side = with_sides and (not choosing or useful_time or seat < mover)
        has_useful = with_useful and (not choosing or (useful_time and seat < mover))
        has_drawn = with_useful and not has_useful
        found = (state.sides[seat] >= 0, state.useful[seat] >= 0, state.drawn[seat, 0] >= 0)
        if found != (has_side, has_useful, has_drawn):
            raise NotationError(f"the characters of seat {seat} do not fit what is due")


def _check_meeples(state: State) -> None:
    """Check that meeples are on the market from marking until they are taken back, one a step."""
    seats, due, step = int(state.seats), int(state.due), int(state.step)
    steps = seats * int(MEEPLES[seats - 2])
    wanted = [0] * seats
    if due in (MARKING, SENDING_ARCHBISHOP):
        for past in range(step + (due == SENDING_ARCHBISHOP)):
            wanted[marking_seat(state, past)] += 1
    elif CHOOSING_MEEPLE <= due < PLACING:
        taken = due in (TAKING_SECOND, USING_TREASURER)
        for coming in range(step + taken, steps):
            wanted[taking_seat(state, coming)] += 1
    found = [len(members(state.meeples[seat])) for seat in range(seats)]
    if found != wanted:
        raise NotationError(f"the seats have {wanted} meeples on the market here, not {found}")
    if due == PAYING and not int(state.meeples[state.to_move]) >> int(state.target) & 1:
        raise NotationError(f"seat {state.to_move} has no meeple on place {int(state.target) + 1}")
    _check_cards(state, steps)


def _check_cards(state: State, steps: int) -> None:
    """Check that each meeple taken back has cost a card."""
    seats, due = int(state.seats), int(state.due)
    rounds = max(int(state.round_number) - 1, 0)
    played = [rounds * (steps // seats)] * seats
    taken = due in (TAKING_SECOND, USING_TREASURER)
    past = int(state.step) + taken if CHOOSING_MEEPLE <= due < PLACING else 0
    if due >= PLACING:
        past = steps
    for step in range(past):
        played[taking_seat(state, step)] += 1
    found = [CARDS - len(members(state.cards[seat])) for seat in range(seats)]
    if found != played:
        raise NotationError(f"the seats have played {played} cards here, not {found}")
