"""The errors that bad input leads to; each is one sentence for the person who gave it."""

from __future__ import annotations

from collections.abc import Mapping

Value = str | int | list[str]  # what a text may speak of: words, numbers, ids, lists of them


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
    """A decision that the rules refuse: which rule, and the squares to point at.

    `case` tells the texts of one rule apart, and `values` fill in its placeholders, so that other
    languages can say the same as `sentence`.
    """

    def __init__(
        self,
        rule: str,
        sentence: str,
        squares: tuple[str, ...] = (),
        *,
        case: str = "",
        values: Mapping[str, Value] | None = None,
    ) -> None:
        super().__init__(f"{sentence.removesuffix('.')} ({rule})")
        self.rule = rule
        self.sentence = sentence
        self.squares = squares
        self.case = case
        self.values = dict(values or {})
        self.index = 0  # of several decisions, which one

    @property
    def key(self) -> str:
        """What its text is found under."""
        return f"{self.rule}.{self.case}" if self.case else self.rule


def quoted(text: str, longest: int = 40) -> str:
    """Quote what somebody wrote, cut to a length that fits a sentence."""
    return repr(text if len(text) <= longest else text[: longest - 1] + "…")
