"""The interface of a bot, and its limits."""

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
    """What a bot may spend on all decisions of a turn; None means no limit."""

    seconds: float | None = None
    iterations: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        """Check that the limits are positive."""
        for name, value in vars(self).items():
            if value is not None and not (math.isfinite(value) and value > 0):
                raise OptionError(f"the limit of {name} must be more than 0, not {value}")


class Bot(Protocol):
    """A bot: it has a name, and chooses a decision whenever its seat is to move."""

    @property
    def name(self) -> str:
        """The name shown at tables and in records."""

    def choose(self, position: Position, limits: Limits) -> int:
        """Return a legal decision for the seat to move.

        The position shows only what that seat may know: the hidden parts are dealt anew, and it has
        no history. This is called for every decision of a turn; the limits are for the whole turn.
        """


def answered(position: Position, bot: Bot, unseen: random.Random, limits: Limits) -> Position:
    """Return the position after a decision of a bot, which knows only what its seat may see.

    It is not asked if there is only one legal decision. `unseen` deals what it may not see.
    """
    assert position.to_move is not None
    decision, *others = position.legal()
    if others:
        seen = position.reimagine(position.to_move, unseen.getrandbits(62))
        decision = bot.choose(seen, limits)
    return position.play_one(decision)


def play_out(position: Position, bots: Sequence[Bot], seed: int, limits: Limits) -> Position:
    """Let one bot per seat play to the end; each knows only what its seat may see."""
    unseen = random.Random(seed)
    while position.to_move is not None:
        position = answered(position, bots[position.to_move], unseen, limits)
    return position
