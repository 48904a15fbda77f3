"""What a seat of Urtown may know, as plain data: not others' racks or the order of a pile."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from contrada.games.contract import ScoreLine
from contrada.games.plain import plain
from contrada.games.urtown import rules
from contrada.games.urtown.notation import (
    CAPTURES,
    COLOURS,
    SCORINGS,
    SQUARE_NAMES,
    TILE_NAMES,
    lying,
    pile,
    view_text,
)
from contrada.games.urtown.view_types import Colour, Tile, UrtownView
from contrada.kernel.operations import State
from contrada.kernel.sets import members

SEAT_NAMES = ("First", "Second", "Third", "Fourth", "Fifth")
_MOST_GROUPS = rules.MOST_COLOURS * rules.PLACEMENTS


class Surveyed(NamedTuple):
    """What the rules say about a colour."""

    owner: int
    finished: bool
    groups: list[list[str]]


def view(state: State, seat: int | None) -> UrtownView:
    """Return the position as a seat, or everyone, may know it."""
    table, colours = plain(state), _colours(state)
    known = [_known(table, number, each.owner == seat) for number, each in enumerate(colours)]
    board = lying(table)
    return {
        "game": "urtown",
        "options": {"capture": CAPTURES[table.singletons], "scoring": SCORINGS[table.blockers]},
        "seats": table.seats,
        "seat": seat,
        "seat_names": list(SEAT_NAMES[: table.seats]),
        "to_move": None if table.to_move == rules.NOBODY else table.to_move,
        "colours": [
            _colour(table, number, each, known[number]) for number, each in enumerate(colours)
        ],
        "tiles": [
            {"square": SQUARE_NAMES[square], "colour": colour, "tile": TILE_NAMES[tile]}
            for square, (colour, tile) in board.items()
        ],
        "captured": [_captured(table, captor, len(colours)) for captor in range(table.seats)],
        "scores": _scores(state),
        "text": view_text(table, board, [members(tiles) for tiles in known]),
    }


def _colours(state: State) -> list[Surveyed]:
    """Ask the rules for owners and groups, all at once."""
    sets = np.empty((rules.PLACEMENTS, 2), np.uint64)
    squares = np.empty(rules.SQUARES, np.int64)
    ends = np.zeros(1 + _MOST_GROUPS, np.int64)
    rows = np.empty((rules.MOST_COLOURS, 3), np.int64)
    size = rules.write_view_lists(state, sets, squares, ends[1:], rows)
    found = rows[:size].tolist()
    bounds = pairwise(ends[: 1 + sum(groups for *_, groups in found)].tolist())
    names = [SQUARE_NAMES[square] for square in squares[: int(ends.max())].tolist()]
    return [
        Surveyed(owner, bool(finished), [names[slice(*next(bounds))] for _ in range(groups)])
        for owner, finished, groups in found
    ]


def _scores(state: State) -> list[int]:
    rows = np.empty((int(state.seats), rules.MEASURES), np.int64)
    rules.standing(state, rows)
    return [-score for score in rows[:, rules.SCORE].tolist()]


def _known(table: State, colour: int, own: bool) -> int:
    """Return the tiles of a rack that its owner, or anybody else, knows.

    Once the pile is empty everyone can work out the rack; at the end it is shown.
    """
    open_rack = own or table.pile_sizes[colour] == 0 or table.to_move == rules.NOBODY
    return int(table.racks[colour] if open_rack else table.shown[colour])


def _names(tiles: int) -> list[str]:
    return [TILE_NAMES[tile] for tile in members(tiles)]


def _colour(table: State, number: int, colour: Surveyed, known: int) -> Colour:
    rack = table.racks[number]
    aside = colour.finished and table.seats == 2
    unseen = (rack | rules.set_of(pile(table, number))) & ~known
    return {
        "name": COLOURS[number],
        "owner": colour.owner,
        "rack": _names(0 if aside else rack) if known == rack else None,
        "rack_size": 0 if aside else rack.bit_count(),
        "pile_size": table.pile_sizes[number],
        "shown": _names(table.shown[number]),
        "unseen": _names(unseen),
        "finished": colour.finished,
        "set_aside": _names(rack) if aside else [],
        "groups": colour.groups,
    }


def _captured(table: State, captor: int, colours: int) -> list[Tile]:
    return [
        {"colour": colour, "tile": TILE_NAMES[tile]}
        for colour in range(colours)
        for tile in members(table.captured[captor][colour])
    ]


def score_sheet(state: State, seat: int, _viewer: int | None) -> list[ScoreLine]:
    """Explain the score of a seat: its groups and, with the blockers scoring, its captures."""
    groups = [
        ScoreLine("group", COLOURS[number], 1, tuple(group), id=COLOURS[number])
        for number, colour in enumerate(_colours(state))
        if colour.owner == seat
        for group in colour.groups
    ]
    captured = _scores(state)[seat] - len(groups)
    return [*groups, *([ScoreLine("captured", "captured tiles", captured)] if captured else [])]
