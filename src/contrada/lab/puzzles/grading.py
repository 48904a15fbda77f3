"""Grades puzzles by the levels that find them.

Low levels overlook decisions at random, which says nothing about a puzzle. So here they look at all
of them, and only their thought counts.
"""

from __future__ import annotations

from zlib import crc32

from contrada.bots import levels
from contrada.bots.player import Limits
from contrada.games.contract import Position
from contrada.lab.puzzles.finding import Line

TRIES = 3  # of each level; most of them must find the best decision


def grade(position: Position, best: Line) -> int:
    """Return the lowest level that finds the best decision in most of its tries.

    What no level below the highest finds is for the highest: nobody waits for its search.
    """
    seed = crc32(position.text.encode())  # so that luck differs from puzzle to puzzle
    for level in levels.LEVELS[:-1]:
        if _finds(level.number, position, best, seed):
            return level.number
    return levels.LEVELS[-1].number


def _finds(level: int, position: Position, best: Line, seed: int) -> bool:
    found = 0
    for tried in range(TRIES):
        found += _plays(level, position, best, seed + tried)
        if found > TRIES // 2 or tried - found >= TRIES // 2:
            break
    return found > TRIES // 2


def _plays(level: int, position: Position, best: Line, seed: int) -> bool:
    seat = position.to_move
    assert seat is not None
    player = levels.player(level, position.game, seed, slip=0.0)
    here = position.reimagine(seat, seed)
    for decision in best:
        if player.choose(here, Limits()) != decision:
            return False
        here = here.play(decision)
    return True
