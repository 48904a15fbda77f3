"""Opponents at the terminal: the levels, and a random player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contrada.bots import levels
from contrada.bots.levels import LEVELS
from contrada.bots.player import Bot
from contrada.bots.random_player import RandomPlayer
from contrada.cli import thinking
from contrada.errors import OptionError
from contrada.games.contract import Game

RANDOM = "random"
USUAL = "3"
KNOWN = f"a level from 1 ({LEVELS[0].name}) to {len(LEVELS)} ({LEVELS[-1].name}), or '{RANDOM}'"


def names() -> dict[str, str]:
    """Map what you type after `--against` to the opponent's name."""
    return {RANDOM: RandomPlayer.name} | {
        str(level.number): f"{level.name} (level {level.number})" for level in LEVELS
    }


def check(text: str) -> str:
    """Return the `--against` text in lower case; fail if there is no such opponent."""
    if text.lower() not in names():
        raise OptionError(f"--against: there is no opponent {text!r}; expected {KNOWN}")
    return text.lower()


def seated(seats: Sequence[int], against: Sequence[str]) -> dict[int, str]:
    """Give each computer seat an opponent, in order; the last one plays all remaining seats."""
    asked = [check(text) for text in against]
    if len(asked) > len(seats):
        there = f"{len(seats)} seat{'' if len(seats) == 1 else 's'}"
        raise OptionError(f"--against names {len(asked)}, but the computer plays {there}")
    asked = asked or [USUAL]
    return {seat: asked[min(place, len(asked) - 1)] for place, seat in enumerate(seats)}


def made(game: Game, asked: Mapping[int, str], seed: int | None) -> dict[int, Bot]:
    """Create the opponents, each with its own seed."""
    if any(text != RANDOM for text in asked.values()):
        thinking.prepare(game)
    return {
        seat: _made(text, game, None if seed is None else seed + place)
        for place, (seat, text) in enumerate(asked.items())
    }


def _made(text: str, game: Game, seed: int | None) -> Bot:
    return RandomPlayer(seed) if text == RANDOM else levels.player(int(text), game, seed)


# --- In records ----------------------------------------------------------------------------------


def mark(name: str) -> str:
    """Return the suffix a record adds to a seat's name: ` (Random)`, ` (Mason, level 5)`."""
    return f" ({name.replace(' (', ', ').removesuffix(')')})"


def found_in(name: str) -> str | None:
    """Return the `--against` text for a seat's name in a record; None for a person."""
    return next((text for text, each in names().items() if name.endswith(mark(each))), None)
