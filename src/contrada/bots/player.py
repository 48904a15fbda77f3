"""What a bot is: anything that chooses, and how long it may think about it."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from contrada.errors import OptionError
from contrada.games.contract import Position


@dataclass(frozen=True)
class Limits:
    """How much a bot may spend on one turn, all its decisions together; None is no limit."""

    seconds: float | None = None
    iterations: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        for name, value in vars(self).items():
            if value is not None and not (math.isfinite(value) and value > 0):
                raise OptionError(f"a limit of {name} is more than 0, not {value}")


class Bot(Protocol):
    """Somebody who plays: a name, and a choice whenever their seat is to decide."""

    @property
    def name(self) -> str:
        """What it is called in tables and records."""

    def choose(self, position: Position, limits: Limits) -> int:
        """Return a legal decision of the seat to move.

        The position is what that seat may know: whatever it cannot see has been dealt anew, and
        the way that led there is forgotten. Called for every decision of a turn; the limits are
        for the whole turn.
        """


def play_out(position: Position, bots: Sequence[Bot], seed: int, limits: Limits) -> Position:
    """Let bots, one for each seat, play a game to its end; each knows what its seat may see."""
    unseen = random.Random(seed)
    while position.to_move is not None:
        decision, *others = position.legal()
        if others:
            seen = position.reimagine(position.to_move, unseen.getrandbits(62))
            decision = bots[position.to_move].choose(seen, limits)
        position = position.play(decision)
    return position
