"""Errors for bad input. Each is one sentence for the person who gave it."""

from __future__ import annotations

from collections.abc import Mapping

Value = str | int | list[str]  # what fills a placeholder: a word, a number, an id or a list


class ContradaError(ValueError):
    """Bad input; the text says what was wrong, where, and what was expected."""


class NotationError(ContradaError):
    """Text that is not a decision, turn or position of the game."""

    def __init__(self, sentence: str, read: tuple[int, ...] = ()) -> None:
        super().__init__(sentence)
        self.read = read  # the decisions before the one that makes no sense


class OptionError(ContradaError):
    """A game, seat count, seed or option that does not exist."""


class RecordError(ContradaError):
    """A record that cannot be read, or whose decisions or result are wrong."""


class IllegalDecision(ContradaError):  # noqa: N818 - the word of the design
    """A decision that the rules refuse: which rule, and the squares to point at.

    `case` tells the texts of one rule apart, and `values` fill in its placeholders, so that other
    languages can say the same as `sentence`. `English.refusal` makes one from a game's texts.
    """

    def __init__(
        self,
        rule: str,
        case: str,
        values: Mapping[str, Value],
        *,
        sentence: str,
        squares: tuple[str, ...] = (),
    ) -> None:
        super().__init__(f"{sentence.removesuffix('.')} ({rule})")
        self.rule = rule
        self.case = case
        self.values = dict(values)
        self.sentence = sentence
        self.squares = squares
        self.index = 0  # of several decisions, which one

    @property
    def key(self) -> str:
        """The key of its text in `english.toml`."""
        return f"{self.rule}.{self.case}" if self.case else self.rule


def quoted(text: str, longest: int = 40) -> str:
    """Quote what somebody wrote, cut to a length that fits a sentence."""
    return repr(text if len(text) <= longest else text[: longest - 1] + "…")
