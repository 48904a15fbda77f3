"""Places within a game, as the addresses of replays and studies name them.

`web/src/study/address.ts` writes them: `8` is after turn 8, `8-1` one decision further, and
`8/12-45` after the decisions 12 and 45 tried from there.
"""

from __future__ import annotations

import re

from contrada.errors import ContradaError
from contrada.games.contract import Position

LONGEST = 2000  # characters
PLACE = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?(?:/(\d{1,4}(?:-\d{1,4})*))?")


def at_place(end: Position, place: str) -> Position:
    """Return the position of a game that a place names, or the nearest one, as the page does."""
    found = PLACE.fullmatch(place)
    if found is None:
        return end
    turn, within = int(found[1]), int(found[2] or 0)
    here = _in_game(end, turn, within)
    for decision in map(int, found[3].split("-") if found[3] else ()):
        try:
            here = here.play_one(decision)
        except ContradaError:
            break
    return here


def _in_game(end: Position, turn: int, within: int) -> Position:
    line, turns = end.history(), [len(decisions) for _, decisions in end.turns_played()]
    before = sum(turns[:turn])
    if turn < len(turns):
        before += min(within, turns[turn] - 1)
    return line[before]
