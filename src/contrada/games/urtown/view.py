"""What a seat of Urtown may know, as plain data: never another rack or the order of a pile."""

from __future__ import annotations

from typing import Any

import numpy as np

from contrada.games.contract import ScoreLine
from contrada.games.urtown import rules
from contrada.games.urtown.notation import (
    CAPTURES,
    COLOURS,
    SCORINGS,
    TILE_NAMES,
    known_rack,
    lying,
    pile,
    square_name,
    tiles_of,
    view_text,
)
from contrada.kernel.boards import to_list
from contrada.kernel.operations import State

SEAT_NAMES = ("First", "Second", "Third", "Fourth", "Fifth")


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the position as a seat, or everyone, may know it."""
    rows = np.empty((int(state.seats), rules.MEASURES), np.int64)
    rules.standing(state, rows)
    return {
        "game": "urtown",
        "options": {"capture": CAPTURES[state.literal], "scoring": SCORINGS[state.blockers]},
        "seats": int(state.seats),
        "seat": seat,
        "seat_names": list(SEAT_NAMES[: state.seats]),
        "to_move": None if state.to_move == rules.NOBODY else int(state.to_move),
        "colours": [_colour(state, colour, seat) for colour in range(rules.colours(state))],
        "tiles": _tiles(state),
        "captured": [_captured(state, captor) for captor in range(state.seats)],
        "scores": [-int(row[rules.SCORE]) for row in rows],
        "text": view_text(state, seat),
    }


def _names(tiles: list[int]) -> list[str]:
    return [TILE_NAMES[tile] for tile in tiles]


def _colour(state: State, colour: int, seat: int | None) -> dict[str, Any]:
    known = known_rack(state, colour, seat)
    rack = tiles_of(state.racks[colour])
    finished = bool(rules.is_finished(state, colour))
    aside = finished and state.seats == 2
    unseen = (set(rack) | set(pile(state, colour))) - set(known)
    return {
        "name": COLOURS[colour],
        "owner": int(rules.owner(state, colour)),
        "rack": _names([] if aside else rack) if known == rack else None,
        "rack_size": 0 if aside else len(rack),
        "pile_size": int(state.pile_sizes[colour]),
        "shown": _names(tiles_of(state.shown[colour])),
        "unseen": _names(sorted(unseen)),
        "finished": finished,
        "set_aside": _names(rack) if aside else [],
        "groups": _groups(state, colour),
    }


def _groups(state: State, colour: int) -> list[list[str]]:
    sets = np.empty((rules.PLACEMENTS, 2), np.uint64)
    size = rules.write_groups(state, colour, sets)
    return [[square_name(square) for square in to_list((low, high))] for low, high in sets[:size]]


def _tiles(state: State) -> list[dict[str, Any]]:
    return [
        {"square": square_name(square), "colour": colour, "tile": TILE_NAMES[tile]}
        for square, (colour, tile) in lying(state).items()
    ]


def _captured(state: State, captor: int) -> list[dict[str, Any]]:
    return [
        {"colour": colour, "tile": TILE_NAMES[tile]}
        for colour in range(rules.colours(state))
        for tile in tiles_of(state.captured[captor, colour])
    ]


def score_sheet(state: State, seat: int, _viewer: int | None) -> list[ScoreLine]:
    """Explain the score of a seat: its groups, and with blockers what it has captured most of."""
    own = [c for c in range(rules.colours(state)) if rules.owner(state, c) == seat]
    groups = [
        ScoreLine("group", COLOURS[colour], 1, tuple(group))
        for colour in own
        for group in _groups(state, colour)
    ]
    rows = np.empty((int(state.seats), rules.MEASURES), np.int64)
    rules.standing(state, rows)
    captured = -int(rows[seat, rules.SCORE]) - len(groups)
    return [*groups, *([ScoreLine("captured", "tiles of one seat", captured)] if captured else [])]
