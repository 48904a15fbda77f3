"""Whether a position from a text can occur in a game.

The checks are plain Python and raise NotationError. What the notation calls things is passed to
them. All but `check_course` look at a part that has just been read.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from contrada.errors import NotationError, quoted
from contrada.games.urbania.rules.decisions import PAY
from contrada.games.urbania.rules.end_phase import end_is_near
from contrada.games.urbania.rules.legality import some_action_is_possible
from contrada.games.urbania.rules.operations import apply
from contrada.games.urbania.rules.piles import some_source_is_open
from contrada.games.urbania.rules.projects import value_of
from contrada.games.urbania.rules.refusals import refusal
from contrada.games.urbania.rules.state import (
    ACTION,
    CARD,
    CENTRE,
    COPIES,
    DISTRICT,
    DRAWING,
    HIRING,
    KINDS,
    MOST_SUBMITTED,
    NOTHING,
    OVER,
    PROJECTS,
    RENEWING,
    SPACES,
    TILES,
)
from contrada.kernel.operations import State
from contrada.kernel.refusals import PERMITTED
from contrada.kernel.sets import members

_CENTRE = sum(1 << space for space in range(SPACES) if DISTRICT[space] == CENTRE)
_WEST, _EAST = (sum(1 << space for space in range(SPACES) if space % 7 == side) for side in (0, 6))


# --- The table -----------------------------------------------------------------------------------


def check_city(state: State, names: Sequence[str]) -> None:
    """Check tiles and renewals (URBANIA-TILES-1, SETUP-1); `names` are those of the spaces."""
    if sorted(state.tiles.tolist()) != sorted(TILES.tolist()):
        raise NotationError(f"the board must have each of the {SPACES} tiles once")
    renewed = int(state.renewed[0])
    if _CENTRE & ~renewed:
        raise NotationError("the five tiles of the centre are renewed in every position")
    apart = _renewed_apart(renewed)
    if apart:
        raise NotationError(f"{names[apart[0]]} is renewed but not joined to the centre")


def _renewed_apart(renewed: int) -> list[int]:
    """Return the renewed spaces that are not joined to the centre (URBANIA-RENEW-1)."""
    reached, grown = 0, _CENTRE
    while reached != grown:
        reached = grown
        across = (reached & ~_WEST) >> 1 | (reached & ~_EAST) << 1
        grown = reached | (across | reached >> 7 | reached << 7) & renewed
    return members(renewed & ~reached)


def check_cards(state: State, paid: list[int], codes: Sequence[str]) -> None:
    """Check that the cards are the whole deck; `paid` are those of a payment under way."""
    counts = _count_cards(state, paid)
    for kind in np.flatnonzero(counts != COPIES).tolist():
        raise NotationError(f"there are {counts[kind]} cards {codes[kind]!r}, not {COPIES[kind]}")
    if state.pile_size == 0 and state.discards.any():  # URBANIA-DRAW-4
        raise NotationError("the discards are shuffled into a new pile as soon as it is empty")
    if state.pile_size > 0 and (state.pool == NOTHING).any():  # URBANIA-DRAW-5
        raise NotationError("a place of the pool is empty only while the pile is")


def check_left(state: State, paid: list[int], written: str) -> None:
    """Check what was left in hands: it is there, or has been paid since and may have been drawn.

    `paid` are the cards of a payment under way.
    """
    unseen = (state.hands - state.known).astype(int)
    if (state.left > unseen + state.unsure).any():
        raise NotationError(
            f"cards left in a hand must be there, not taken openly, or be paid: {written}"
        )
    gone = state.tables.sum(0).astype(int) + state.discards
    np.add.at(gone, paid, 1)
    if (state.unsure.sum(0) > gone).any():
        raise NotationError(f"cards that were paid must lie open: {written}")


def _count_cards(state: State, paid: list[int]) -> npt.NDArray[np.int64]:
    """Count the cards of each kind, wherever they are."""
    lying = [*state.pile[: state.pile_size].tolist(), *state.pool.tolist(), *paid]
    counts = state.hands.sum(0) + state.tables.sum(0) + state.discards
    np.add.at(counts, [kind for kind in lying if kind != NOTHING], 1)
    return counts  # type: ignore[no-any-return]


def check_submitted(projects: list[int]) -> None:
    """Check what a seat has submitted (URBANIA-SUBMIT-1)."""
    if len(projects) > MOST_SUBMITTED:
        raise NotationError(f"a seat submits three projects at most, not {len(projects)}")


def check_projects(every: list[int]) -> None:
    """Check that each project is in exactly one place."""
    if sorted(every) != list(range(PROJECTS)):
        raise NotationError(f"each of the {PROJECTS} projects must be in one place")


def check_points(state: State, seat: int, written: str) -> None:
    """Check that a seat could pay its fees."""
    if state.points[seat] < state.from_projects[seat]:
        raise NotationError(f"fees never cost more points than a seat has, as in {quoted(written)}")


# --- The course of the game ----------------------------------------------------------------------


def check_course(state: State) -> None:
    """Check that the rules lead here: how many turns are left, and what is due."""
    if state.due == OVER:
        _check_end(state)
    else:
        _check_end_turns(state)
        _check_due(state)


def _check_end(state: State) -> None:
    if state.end_turns or state.idle_turns:
        raise NotationError("no turns are to come once the game is over")
    for seat in range(state.seats):
        projects = members(state.submitted[seat])
        points = sum(int(value_of(state, project)) for project in projects)  # URBANIA-END-3
        if state.from_projects[seat] != points:
            raise NotationError(f"the projects of seat {seat} are worth {points}")


def _check_end_turns(state: State) -> None:
    allowed = _turns_to_the_end(state)
    if state.end_turns not in allowed:
        known = " or ".join(map(str, allowed))
        raise NotationError(f"there are {known} turns to the end here, not {state.end_turns}")


def _turns_to_the_end(state: State) -> tuple[int, ...]:
    """Return how many turns may be left in the end phase, including this one (URBANIA-END-1, -2).

    The last turn is that of the seat before the start seat, in this round or the next.
    """
    seats = int(state.seats)
    rest = seats - (int(state.to_move) - int(state.starter)) % seats
    return (rest, rest + seats) if end_is_near(state) else (0,)


def _check_due(state: State) -> None:
    due = int(state.due)
    if due == DRAWING and state.cards_due == 2 and not state.swept:
        raise NotationError("before the first of two cards a draw has begun with a sweep only")
    if due == ACTION and not some_action_is_possible(state):
        raise NotationError("the seat to move cannot act, so it would have lost its actions")
    if due in (DRAWING, CARD) and not some_source_is_open(state):
        raise NotationError("there is no card to draw")


def pay_again(state: State, begun: int, paid: list[tuple[int, int]], target: str) -> None:
    """Undo the payment so far and pay it again, by the rules.

    `begun` is the decision it began with; `paid` has source and kind of its cards.
    """
    seat = int(state.to_move)
    hands, known, tables = state.hands.copy(), state.known.copy(), state.tables.copy()
    left, unsure = state.left.copy(), state.unsure.copy()
    for source, kind in paid:
        (state.tables if source else state.hands)[seat, kind] += 1
    for decision in [begun, *(int(PAY) + source * KINDS + kind for source, kind in paid)]:
        if refusal(state, decision) != PERMITTED:
            raise NotationError(f"the payment for {target} cannot have come to this")
        apply(state, decision)
    if state.due not in (RENEWING, HIRING) or state.target == NOTHING:
        raise NotationError(f"the payment for {target} would be complete")
    state.hands[:], state.known[:], state.tables[:] = hands, known, tables
    state.left[:], state.unsure[:] = left, unsure
