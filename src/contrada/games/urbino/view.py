"""What a seat of Urbino may know, as plain data: everything, since nothing is hidden."""

from __future__ import annotations

from itertools import pairwise
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
_KINDS_BUILT = len(_SEATS_AND_KINDS)
_BEFORE_DISTRICTS, _ROW = int(rules.FIRST_DISTRICT), int(rules.ROW)
_MOST_LISTS = _BEFORE_DISTRICTS + rules.BUILDINGS
_MOST_SQUARES = 5 * rules.SQUARES  # buildings, lots, what each architect sees, districts
_MOST_NUMBERS = 2 + _MOST_LISTS + _ROW * rules.BUILDINGS + _MOST_SQUARES
_NO_SQUARE = int(rules.NO_SQUARE)
_SEATS: dict[int, int | None] = {int(rules.NOBODY): None, 0: 0, 1: 1}
_name_of = SQUARE_NAMES.__getitem__
# Every building that there can be: views share these objects, and compare them the faster.
_BUILDINGS: list[list[Building]] = [
    [{"square": name, "seat": seat, "kind": KINDS[kind]} for name in SQUARE_NAMES]
    for seat, kind in _SEATS_AND_KINDS
]
_PAIRS = [[[black, white] for white in MONUMENTS] for black in MONUMENTS]  # shared as well
_LETTERS = [building_letter(seat, kind) for seat, kind in _SEATS_AND_KINDS]


def view(state: State, seat: int | None) -> UrbinoView:  # noqa: ARG001 - all see the same
    """Return the position for a seat or a spectator."""
    built, lots, sight, districts = _lists(state)
    table = plain(state)
    scores = [0, 0]
    for district in districts:
        scorer = district["scorer"]
        if scorer is not None:
            scores[scorer] += district["points"][scorer]
    return {
        "game": "urbino",
        "options": {"monuments": bool(table.monuments)},
        "to_move": _SEATS[table.to_move],
        "phase": _PHASES[table.due],
        "architects": [SQUARE_NAMES[s] for s in table.architects if s != _NO_SQUARE],
        "buildings": [
            each
            for all_of_kind, squares in zip(_BUILDINGS, built, strict=True)
            for each in map(all_of_kind.__getitem__, squares)
        ],
        "supply": [
            {"house": house, "palace": palace, "tower": tower}
            for house, palace, tower in table.supply
        ],
        "skips": table.skips,
        "lots": lots,
        "sight": sight,
        "districts": districts,
        "scores": scores,
        "text": line_text(table, _marks(built)),
    }


def _lists(state: State) -> tuple[list[list[int]], list[str], list[list[str]], list[District]]:
    """Return the squares of each kind of building, lots, what each architect sees, districts.

    `rules.write_view_lists` writes all of them one after the other.
    """
    sets, room = np.empty((_MOST_LISTS, 2), np.uint64), np.empty(_MOST_NUMBERS, np.int64)
    numbers = room[: rules.write_view_lists(state, sets, room)].tolist()
    first_row = 2 + numbers[0]
    first_square = first_row + _ROW * (numbers[0] - _BEFORE_DISTRICTS)
    bounds, squares = numbers[1:first_row], numbers[first_square:]
    names = list(map(_name_of, squares))
    built = [squares[start:end] for start, end in pairwise(bounds[: _KINDS_BUILT + 1])]
    lots, *sight = [
        names[start:end] for start, end in pairwise(bounds[_KINDS_BUILT : _BEFORE_DISTRICTS + 1])
    ]
    rows = zip(*[iter(numbers[first_row:first_square])] * _ROW, strict=True)
    districts: list[District] = [
        {
            "squares": names[start:end],
            "points": [black_points, white_points],
            "scorer": _SEATS[scorer],
            "monuments": _PAIRS[black][white],
        }
        for (start, end), (black_points, white_points, black, white, scorer) in zip(
            pairwise(bounds[_BEFORE_DISTRICTS:]), rows, strict=True
        )
    ]
    return built, lots, sight, districts


def _marks(built: list[list[int]]) -> list[str]:
    marks = [" "] * rules.SQUARES
    for letter, squares in zip(_LETTERS, built, strict=True):
        for square in squares:
            marks[square] = letter
    return marks


def score_sheet(state: State, seat: int, _viewer: int | None) -> list[ScoreLine]:
    """Explain the points of a seat: the districts it scores (URBINO-SCORE-3)."""
    *_, districts = _lists(state)
    scored = (district for district in districts if district["scorer"] == seat)
    return [_score_line(district, seat) for district in scored]


def _score_line(district: District, seat: int) -> ScoreLine:
    monument = district["monuments"][seat] or ""
    name = f"district with a {monument.replace('_', ' ')}" if monument else "district"
    squares = tuple(district["squares"])
    return ScoreLine("district", name, district["points"][seat], squares, id=monument)
