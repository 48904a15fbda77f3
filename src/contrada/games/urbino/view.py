"""What a seat of Urbino may know, as plain data: everything, since nothing is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np

from contrada.games.contract import ScoreLine
from contrada.games.urbino import rules
from contrada.games.urbino.notation import DUE_WORDS, position_text, square_name, squares_of
from contrada.kernel.boards import Squares, to_list
from contrada.kernel.operations import State

KINDS = ("house", "palace", "tower")
MONUMENTS = (None, "town wall", "ducal palace", "cathedral")


def view(state: State, seat: int | None) -> dict[str, Any]:  # noqa: ARG001 - all see the same
    """Return the position for a seat or a spectator."""
    districts = _districts(state)
    return {
        "game": "urbino",
        "options": {"monuments": bool(state.monuments)},
        "to_move": None if state.to_move == rules.NOBODY else int(state.to_move),
        "phase": DUE_WORDS[state.due],
        "architects": [square_name(s) for s in state.architects if s != rules.NO_SQUARE],
        "buildings": _buildings(state),
        "supply": [
            {kind: int(left) for kind, left in zip(KINDS, supply, strict=True)}
            for supply in state.supply
        ],
        "skips": int(state.skips),
        "lots": _names(rules.lots(state)),
        "districts": districts,
        "scores": [
            sum(district["points"][of] for district in districts if district["scorer"] == of)
            for of in (rules.BLACK, rules.WHITE)
        ],
        "text": position_text(state),
    }


def _names(squares: Squares) -> list[str]:
    return [square_name(square) for square in to_list(squares)]


def _buildings(state: State) -> list[dict[str, Any]]:
    return [
        {"square": name, "seat": seat, "kind": word}
        for seat in range(2)
        for kind, word in enumerate(KINDS)
        for name in map(square_name, squares_of(state, seat, kind))
    ]


def _districts(state: State) -> list[dict[str, Any]]:
    sets = np.empty((rules.BUILDINGS, 2), np.uint64)
    size = rules.write_districts(state, sets)
    return [_district(state, (low, high)) for low, high in sets[:size]]


def _district(state: State, squares: Squares) -> dict[str, Any]:
    worth = [rules.worth(state, seat, squares) for seat in (rules.BLACK, rules.WHITE)]
    scorer = int(rules.scorer(state, squares))
    return {
        "squares": _names(squares),
        "points": [int(points) for points, *_ in worth],
        "scorer": None if scorer == rules.NOBODY else scorer,
        "monuments": [MONUMENTS[monument] for _, monument, *_ in worth],
    }


def score_sheet(state: State, seat: int, _viewer: int | None) -> list[ScoreLine]:
    """Explain the points of a seat: the districts it scores (URBINO-SCORE-3)."""
    return [
        ScoreLine(
            "district",
            district["monuments"][seat] or "district",
            district["points"][seat],
            tuple(district["squares"]),
        )
        for district in _districts(state)
        if district["scorer"] == seat
    ]
