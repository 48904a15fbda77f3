"""The eight levels, with the same names in every game; how strong each is comes from its data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from contrada.bots.search_player import SearchPlayer
from contrada.bots.weights import fitted
from contrada.errors import OptionError
from contrada.games.contract import Game


@dataclass(frozen=True)
class Level:
    """A level: its number, its name, and a description for players."""

    number: int
    name: str
    about: str


LEVELS = (
    Level(
        1,
        "Newcomer",
        "Plays like someone on their first evening: grabs what looks good and misses a lot.",
    ),
    Level(2, "Neighbour", "Has played a few times but still overlooks a lot."),
    Level(3, "Apprentice", "Sees what a move brings, but not always the reply."),
    Level(4, "Journeyman", "Plays soundly on the whole but looks only a little way ahead."),
    Level(5, "Mason", "Weighs the likely replies before moving. A good match for most people."),
    Level(6, "Builder", "Looks ahead and punishes careless play."),
    Level(7, "Architect", "Plans ahead and counts well. Hard to beat."),
    Level(8, "Master", "The best we can do in two seconds a move."),
)
BEST = 2.0  # seconds per turn


def level(number: int) -> Level:
    """Return a level by its number."""
    if not 1 <= number <= len(LEVELS):
        raise OptionError(f"levels are 1 to {len(LEVELS)}, not {number}")
    return LEVELS[number - 1]


def player(number: int, game: Game, seed: int | None = None, **settings: Any) -> SearchPlayer:
    """Return an opponent of this level."""
    found, strengths = level(number), fitted(game.definition).levels
    strength = strengths[number - 1] if strengths else {"seconds": BEST}
    # Do not let people wait for a decision that more thinking cannot change.
    usual = {"name": f"{found.name} (level {number})", "hasty": True}
    return SearchPlayer(game, seed, **{**usual, **strength, **settings})
