"""The errors that bad input leads to; each is one sentence for the person who gave it."""

from __future__ import annotations


class ContradaError(ValueError):
    """Something given from outside is wrong; the text says what, where and what was expected."""


class NotationError(ContradaError):
    """Text that is no decision, no turn or no position of the game."""

    def __init__(self, sentence: str, read: tuple[int, ...] = ()) -> None:
        super().__init__(sentence)
        self.read = read  # decisions before the one that does not fit where they have led


class OptionError(ContradaError):
    """A game, seat count, seed or option that does not exist."""


class RecordError(ContradaError):
    """A record that cannot be read, or whose decisions or result do not hold."""


class IllegalDecision(ContradaError):  # noqa: N818 - the word of the design
    """A decision that the rules refuse: which rule, and the squares to point at."""

    def __init__(self, rule: str, sentence: str, squares: tuple[str, ...] = ()) -> None:
        super().__init__(f"{sentence} ({rule})")
        self.rule = rule
        self.sentence = sentence
        self.squares = squares
        self.index = 0  # of several decisions, which one


def quoted(text: str, longest: int = 40) -> str:
    """Quote what somebody wrote, cut to a length that fits a sentence."""
    return repr(text if len(text) <= longest else text[: longest - 1] + "…")
