"""Contrada: four games about building a city, to play, host and study.

>>> import contrada
>>> urbino = contrada.game("urbino")
>>> position = urbino.start().play("h1").play("d8").play("1d1")
>>> position.count_turns()
2844
"""

from contrada.environments.batch import Batch, batch
from contrada.errors import (
    ContradaError,
    IllegalDecision,
    NotationError,
    OptionError,
    RecordError,
)
from contrada.games import NAMES, game
from contrada.games.contract import Game, Outcome, Playouts, Position

__all__ = [
    "NAMES",
    "Batch",
    "ContradaError",
    "Game",
    "IllegalDecision",
    "NotationError",
    "OptionError",
    "Outcome",
    "Playouts",
    "Position",
    "RecordError",
    "batch",
    "game",
]
__version__ = "0.1.0"
