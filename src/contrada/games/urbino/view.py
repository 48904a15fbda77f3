"""What a seat of Urbino may know, as plain data: everything, since nothing is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import cast

import numpy as np

from contrada.games.contract import ScoreLine
from contrada.games.plain import plain
from contrada.games.urbino import rules
from contrada.games.urbino.notation import SQUARE_NAMES, building_letter, line_text
from contrada.games.urbino.view_types import Building, District, Kind, Monument, Phase, UrbinoView
from contrada.kernel.operations import State

KINDS: tuple[Kind, ...] = ("house", "palace", "tower")
MONUMENTS: tuple[Monument | None, ...] = (None, "town_wall", "ducal_palace", "cathedral")
_PHASES = cast("tuple[Phase, ...]", rules.DUE_WORDS)
_SEATS_AND_KINDS = [(seat, kind) for seat in range(2) for kind in range(3)]
_BEFORE_DISTRICTS = int(rules.FIRST_DISTRICT)
_MOST_LISTS = _BEFORE_DISTRICTS + rules.BUILDINGS
_MOST_SQUARES = 5 * rules.SQUARES  # buildings, lots, what each architect sees, districts


def view(state: State, seat: int | None) -> UrbinoView:  # noqa: ARG001 - all see the same
    """Return the position for a seat or a spectator."""
    lists, rows = _view_lists(state)
    table = plain(state)
    built = [(*each, squares) for each, squares in zip(_SEATS_AND_KINDS, lists, strict=False)]
    lots, *sight = (_names(next(lists)) for _ in range(3))
    districts = [_district(squares, row) for squares, row in zip(lists, rows, strict=True)]
    return {
        "game": "urbino",
        "options": {"monuments": bool(table.monuments)},
        "to_move": None if table.to_move == rules.NOBODY else table.to_move,
        "phase": _PHASES[table.due],
        "architects": [SQUARE_NAMES[s] for s in table.architects if s != rules.NO_SQUARE],
        "buildings": _buildings(built),
        "supply": [dict(zip(KINDS, supply, strict=True)) for supply in table.supply],
        "skips": table.skips,
        "lots": lots,
        "sight": sight,
        "districts": districts,
        "scores": [
            sum(district["points"][of] for district in districts if district["scorer"] == of)
            for of in (0, 1)
        ],
        "text": line_text(table, _marks(built)),
    }


def _view_lists(state: State) -> tuple[Iterator[list[int]], list[list[int]]]:
    """Return the lists of squares as `rules.write_view_lists` does, and a row for each district."""
    sets = np.empty((_MOST_LISTS, 2), np.uint64)
    squares = np.empty(_MOST_SQUARES, np.int64)
    ends = np.zeros(1 + _MOST_LISTS, np.int64)
    rows = np.empty((rules.BUILDINGS, 5), np.int64)
    size = int(rules.write_view_lists(state, sets, squares, ends[1:], rows))
    ends_of_lists = ends[: 1 + size].tolist()
    flat = squares[: ends_of_lists[-1]].tolist()
    districts = rows[: size - _BEFORE_DISTRICTS].tolist()
    return (flat[start:end] for start, end in pairwise(ends_of_lists)), districts


def _names(squares: list[int]) -> list[str]:
    return [SQUARE_NAMES[square] for square in squares]


Built = list[tuple[int, int, list[int]]]  # seat, kind, squares


def _buildings(built: Built) -> list[Building]:
    return [
        {"square": SQUARE_NAMES[square], "seat": seat, "kind": KINDS[kind]}
        for seat, kind, squares in built
        for square in squares
    ]


def _marks(built: Built) -> list[str]:
    marks = [" "] * rules.SQUARES
    for seat, kind, squares in built:
        for square in squares:
            marks[square] = building_letter(seat, kind)
    return marks


def _district(squares: list[int], row: list[int]) -> District:
    *points, black, white, scorer = row
    return {
        "squares": _names(squares),
        "points": points,
        "scorer": None if scorer == rules.NOBODY else scorer,
        "monuments": [MONUMENTS[black], MONUMENTS[white]],
    }


def _districts(state: State) -> list[District]:
    lists, rows = _view_lists(state)
    squares = islice(lists, _BEFORE_DISTRICTS, None)
    return [_district(each, row) for each, row in zip(squares, rows, strict=True)]


def score_sheet(state: State, seat: int, _viewer: int | None) -> list[ScoreLine]:
    """Explain the points of a seat: the districts it scores (URBINO-SCORE-3)."""
    scored = (district for district in _districts(state) if district["scorer"] == seat)
    return [_score_line(district, seat) for district in scored]


def _score_line(district: District, seat: int) -> ScoreLine:
    monument = district["monuments"][seat] or ""
    name = f"district with a {monument.replace('_', ' ')}" if monument else "district"
    squares = tuple(district["squares"])
    return ScoreLine("district", name, district["points"][seat], squares, id=monument)
