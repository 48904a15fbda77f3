"""Projects: submitting them, and what they are worth (URBANIA-SUBMIT-1, -2, END-3)."""

from __future__ import annotations

from contrada.games.urbania.rules.state import (
    BUILDING,
    MOST_SUBMITTED,
    NEIGHBOURHOOD,
    PAIR,
    PROJECT_FIRST,
    PROJECT_KIND,
    PROJECT_POINTS,
    PROJECT_SECOND,
    district_spaces,
    renewed,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.boards import count, intersection
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover
from contrada.kernel.sets import has, size_of


@compiled
def may_submit(state: State, project: int) -> bool:
    """Whether a project may be submitted (URBANIA-SUBMIT-1)."""
    seat = mover(state)
    return has(state.project_hands[seat], project) and (
        size_of(state.submitted[seat]) < MOST_SUBMITTED
    )


@compiled
def fee(state: State, seat: int) -> int:
    """Return what it costs a seat to submit a project (URBANIA-SUBMIT-2)."""
    return whole(state.points[seat]) // 10


@compiled
def submit(state: State, project: int) -> None:
    """Submit a project and pay for it (URBANIA-SUBMIT-1, -2)."""
    seat = mover(state)
    card = ONE << project
    state.project_hands[seat] &= ~card
    state.submitted[seat] |= card
    cost = fee(state, seat)
    state.points[seat] -= cost
    state.fees[seat] += cost


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
