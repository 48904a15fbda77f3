"""What the notations of games with longer turns share: turns as rows of decisions, and fields.

A turn is written decision by decision, with something before, between and after them; reading goes
the same way and takes nothing that would not be written so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from contrada.errors import NotationError, quoted
from contrada.kernel import records
from contrada.kernel.operations import State
from contrada.kernel.refusals import PERMITTED


class Rules(Protocol):
    """What reading and writing asks of a game's rules."""

    def apply(self, state: State, decision: int) -> None:
        """Carry out a legal decision in place."""

    def refusal(self, state: State, decision: int) -> int:
        """Return the rule that refuses a decision, or 0."""

    def turn_begins(self, state: State) -> bool:
        """Whether the next decision is the first of a turn."""


@dataclass(frozen=True)
class Grammar:
    """How the turns of a game are written."""

    title: str
    example: str
    rules: Rules
    token: re.Pattern[str]  # one decision
    ends: re.Pattern[str]  # what may come after one
    number: Callable[[State, re.Match[str]], int]  # its number
    text: Callable[[State, int], str]  # its text
    opening: Callable[[State, bool], str]  # before it; whether it is the first
    closing: Callable[[State, int, State], str]  # after it: before, decision, after

    def parts(
        self, state: State, decisions: Sequence[int], text: Callable[[State, int], str]
    ) -> Iterator[str]:
        """Yield the parts of a turn's text, decisions written by `text`."""
        here = records.copy(state)
        for number, decision in enumerate(decisions):
            before = records.copy(here)
            self.rules.apply(here[0], decision)
            yield self.opening(before[0], number == 0)
            yield text(before[0], decision)
            yield self.closing(before[0], decision, here[0])

    def write(self, state: State, decisions: Sequence[int]) -> str:
        """Write the decisions of a turn, or of its beginning or rest."""
        return "".join(self.parts(state, decisions, self.text))

    def read(self, state: State, text: str) -> list[int]:
        """Read a decision or a turn; what comes after a decision that is refused is passed over."""
        if found := self.token.fullmatch(text):
            return [self._checked(state, found)]
        decisions: list[int] = []
        try:
            self._read_on(records.copy(state), text, decisions)
        except NotationError as wrong:
            raise NotationError(str(wrong), tuple(decisions)) from None
        return decisions

    def _read_on(self, here: Any, text: str, decisions: list[int]) -> None:
        """Read decisions one after the other, each carried out before the next."""
        place = 0
        while place < len(text) or not decisions:
            if decisions and self.rules.turn_begins(here[0]):
                raise NotationError(f"{quoted(text, 80)} goes on after the end of the turn")
            place = self._pass_over(self.opening(here[0], not decisions), text, place)
            found = self.token.match(text, place)
            if not found:
                raise self._unreadable(text, place)
            decision = self._checked(here[0], found)
            if self.rules.refusal(here[0], decision) != PERMITTED:
                if not self.ends.match(text, found.end()):
                    raise self._unreadable(text, found.end())
                decisions.append(decision)
                return
            decisions.append(decision)
            before = records.copy(here)
            self.rules.apply(here[0], decision)
            closing = self.closing(before[0], decision, here[0])
            place = self._pass_over(closing, text, found.end())

    def _checked(self, state: State, found: re.Match[str]) -> int:
        """Return the decision that is written here, if it is written as we would."""
        decision = self.number(state, found)
        ours = self.text(state, decision)
        if ours != found[0]:
            raise NotationError(f"{quoted(found[0], 80)} is to be written {ours!r} here")
        return decision

    def _pass_over(self, sign: str, text: str, place: int) -> int:
        if not text.startswith(sign, place):
            raise self._unreadable(text, place, sign)
        return place + len(sign)

    def _unreadable(self, text: str, place: int, sign: str = "") -> NotationError:
        if place == 0:
            return NotationError(
                f"{quoted(text)} is no turn of {self.title}; expected {self.example}"
            )
        what = repr(sign) if sign else f"a decision, {self.example}"
        after = quoted(text[max(0, place - 30) : place])
        return NotationError(f"{quoted(text)} cannot be read after {after}: expected {what}")


def one_of(names: Iterable[str]) -> str:
    """Return a pattern for one of these names, the longest that fits."""
    return "|".join(map(re.escape, sorted(set(names), key=len, reverse=True)))


# --- Positions -----------------------------------------------------------------------------------


def fields(text: str, names: Sequence[str], title: str) -> dict[str, str]:
    """Take a position's text apart."""
    found = text.split(" ")
    if len(found) != len(names):
        raise NotationError(
            f"{quoted(text)} has {len(found)} parts; a position of {title} has {len(names)}: "
            f"{', '.join(names)}"
        )
    return dict(zip(names, found, strict=True))


def check_setting(given: Sequence[str], wanted: Sequence[str]) -> None:
    """Refuse a position of another number of seats or other options."""
    if tuple(given) != tuple(wanted):
        raise NotationError(
            f"the position is for {' '.join(map(quoted, given))}, but the game is set up for "
            f"{' '.join(wanted)}"
        )


def check_written(ours: str, text: str) -> None:
    """Refuse a position that would not be written so."""
    if ours != text:
        raise NotationError(f"the position is to be written {quoted(ours, 400)}")


def split(text: str, size: int, what: str) -> list[str]:
    """Take a field apart at its slashes."""
    parts = text.split("/")
    if len(parts) != size:
        raise NotationError(f"{what} are {size} parts with / between, not {quoted(text)}")
    return parts


def read_number(text: str, most: int, what: str, *, least: int = 0) -> int:
    """Read a number within its range."""
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and least <= int(text) <= most):
        raise NotationError(f"{what} is a number from {least} to {most}, not {quoted(text)}")
    return int(text)


def random_word(text: str) -> int:
    """Read the number that the shuffles of a game come from."""
    if not re.fullmatch("[0-9a-f]{16}", text):
        raise NotationError(f"the random number is 16 digits 0-9 a-f, not {quoted(text)}")
    return int(text, 16)
