"""Bots that tests enter in the arena, most of them with a fault."""

from __future__ import annotations

import os
import random
from typing import Any, ClassVar

from contrada import Position
from contrada.bots.player import Limits


class First:
    """Chooses the first legal decision."""

    def choose(self, position: Position, limits: Limits) -> int:
        return position.legal()[0]


class Witness:
    """Plays randomly, and remembers how it was made, what it saw and what it was asked."""

    made: ClassVar[list[int]] = []
    shown: ClassVar[list[tuple[int, Position, Limits]]] = []

    def __init__(self, seed: int) -> None:
        self.made.append(seed)
        self.random = random.Random(seed)

    def choose(self, position: Position, limits: Limits) -> int:
        assert position.to_move is not None
        self.shown.append((position.to_move, position, limits))
        return self.random.choice(position.legal())


class Raises(First):
    def choose(self, position: Position, limits: Limits) -> int:
        raise ZeroDivisionError("nothing to\ndivide by")


class Illegal(First):
    def choose(self, position: Position, limits: Limits) -> int:
        return next(set(range(10**6)).difference(position.legal()).__iter__())


class OutOfRange(First):
    def choose(self, position: Position, limits: Limits) -> int:
        return 10**6


class Text:
    def choose(self, position: Position, limits: Limits) -> str:
        return "e5"


class Truth:
    def choose(self, position: Position, limits: Limits) -> bool:
        return True


class Quits(First):
    def choose(self, position: Position, limits: Limits) -> int:
        os._exit(3)


class Unmakeable(First):
    def __init__(self) -> None:
        raise RuntimeError("not today")


class Greedy:  # with nothing to choose
    pass


class NeedsMore(First):
    def __init__(self, book: str) -> None:
        self.book = book


class TooFew:
    def choose(self, position: Position) -> int:
        return 0


def function(**named: Any) -> First:
    return First()
