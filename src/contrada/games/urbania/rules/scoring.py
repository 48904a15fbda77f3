"""Scoring specialists after a turn and projects at the end, and what decides the game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbania.rules.projects import value_of
from contrada.games.urbania.rules.state import PROJECTS, SUITS
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.sets import has

SCORE, FROM_PROJECTS = constants(0, 1)
MEASURES = 2


@compiled
def score_specialists(state: State) -> None:
    """Score the building marker of each of the seat's specialists (URBANIA-SPECIALIST-1)."""
    for specialist in range(SUITS):
        if state.holders[specialist] == state.to_move:
            state.points[state.to_move] += state.buildings[specialist]
            state.from_specialists[state.to_move] += state.buildings[specialist]


@compiled
def score_projects(state: State) -> None:
    """Score what every seat has submitted (URBANIA-END-3)."""
    for seat in range(state.seats):
        for project in range(PROJECTS):
            if has(state.submitted[seat], project):
                state.from_projects[seat] += value_of(state, project)
        state.points[seat] += state.from_projects[seat]


@compiled
def standing(state: State, rows: npt.NDArray[np.int64]) -> None:
    """Write each seat's points, and those from projects (URBANIA-END-4)."""
    for seat in range(state.seats):
        rows[seat, SCORE] = state.points[seat]
        rows[seat, FROM_PROJECTS] = state.from_projects[seat]
