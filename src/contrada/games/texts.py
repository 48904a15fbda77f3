"""What the notations of games with long turns share: turns as lists of decisions, and fields.

A turn is written decision by decision, with signs before, between and after them. Reading works the
same way, and accepts only what would be written like that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from contrada.errors import NotationError, quoted
from contrada.kernel import chance, records
from contrada.kernel.operations import State
from contrada.kernel.refusals import PERMITTED


class Rules(Protocol):
    """What reading and writing needs from a game's rules."""

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
    number: Callable[[State, re.Match[str]], int]  # the number of a decision
    text: Callable[[State, int], str]  # the text of a decision
    opening: Callable[[State, bool], str]  # signs before it; the bool is True for the first
    closing: Callable[[State, int, State], str]  # signs after it: from before, decision, after

    def parts(
        self, state: State, decisions: Sequence[int], text: Callable[[State, int], str]
    ) -> Iterator[str]:
        """Yield the parts of a turn's text, with decisions written by `text`."""
        here = records.copy(state)
        for number, decision in enumerate(decisions):
            before = records.copy(here)
            self.rules.apply(here[0], decision)
            yield self.opening(before[0], number == 0)
            yield text(before[0], decision)
            yield self.closing(before[0], decision, here[0])

    def write(self, state: State, decisions: Sequence[int]) -> str:
        """Write the decisions of a turn, or of a part of one."""
        return "".join(self.parts(state, decisions, self.text))

    def read(self, state: State, text: str) -> list[int]:
        """Read a decision or a turn; what follows an illegal decision is not read."""
        if found := self.token.fullmatch(text):
            return [self._checked(state, found)]
        decisions: list[int] = []
        try:
            self._read_on(records.copy(state), text, decisions)
        except NotationError as wrong:
            raise NotationError(str(wrong), tuple(decisions)) from None
        return decisions

    def _read_on(self, here: Any, text: str, decisions: list[int]) -> None:
        """Read decisions one by one, playing each before reading the next."""
        place = 0
        while place < len(text) or not decisions:
            if decisions and self.rules.turn_begins(here[0]):
                raise NotationError(f"{quoted(text, 80)} continues after the end of the turn")
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
        """Return the decision; fail if it is not written the way we would write it."""
        decision = self.number(state, found)
        ours = self.text(state, decision)
        if ours != found[0]:
            raise NotationError(f"{quoted(found[0], 80)} must be written {ours!r} here")
        return decision

    def _pass_over(self, sign: str, text: str, place: int) -> int:
        if not text.startswith(sign, place):
            raise self._unreadable(text, place, sign)
        return place + len(sign)

    def _unreadable(self, text: str, place: int, sign: str = "") -> NotationError:
        if place == 0:
            return NotationError(
                f"{quoted(text)} is not a turn of {self.title}; expected {self.example}"
            )
        what = repr(sign) if sign else f"a decision, {self.example}"
        after = quoted(text[max(0, place - 30) : place])
        return NotationError(f"{quoted(text)} cannot be read after {after}: expected {what}")


def one_of(names: Iterable[str]) -> str:
    """Return a pattern that matches one of these names, preferring the longest."""
    return "|".join(map(re.escape, sorted(set(names), key=len, reverse=True)))


# --- Positions -----------------------------------------------------------------------------------


def fields(text: str, names: Sequence[str], title: str) -> dict[str, str]:
    """Split the text of a position into its named fields."""
    found = text.split(" ")
    if len(found) != len(names):
        raise NotationError(
            f"{quoted(text)} has {len(found)} parts; a position of {title} has {len(names)}: "
            f"{', '.join(names)}"
        )
    return dict(zip(names, found, strict=True))


def check_setting(given: Sequence[str], wanted: Sequence[str]) -> None:
    """Fail if a position has a different number of seats or other options."""
    if tuple(given) != tuple(wanted):
        raise NotationError(
            f"the position is for {' '.join(map(quoted, given))}, but the game is set up for "
            f"{' '.join(wanted)}"
        )


def check_written(ours: str, text: str) -> None:
    """Fail if a position is not written the way we would write it."""
    if ours != text:
        raise NotationError(f"the position must be written {quoted(ours, 400)}")


def split(text: str, size: int, what: str) -> list[str]:
    """Split a field at its slashes, or fail."""
    parts = text.split("/")
    if len(parts) != size:
        raise NotationError(f"{what} must be {size} parts separated by /, not {quoted(text)}")
    return parts


def read_number(text: str, most: int, what: str, *, least: int = 0) -> int:
    """Read a number, or fail if it is out of range."""
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and least <= int(text) <= most):
        raise NotationError(f"{what} is a number from {least} to {most}, not {quoted(text)}")
    return int(text)


def generator_text(words: Sequence[int]) -> str:
    """Write a generator: its key and how many words it has given, or the word of a fast one."""
    generator = np.array(words, np.uint64)
    place = int(generator[chance.PLACE])
    if generator[chance.STREAM] == chance.SECRET:
        return f"{chance.key_of(generator).hex()}:{place}"
    return f"{place:016x}"


def read_generator(text: str) -> chance.Generator:
    """Read a generator."""
    if re.fullmatch("[0-9a-f]{16}", text):
        return chance.fast(int(text, 16))
    if found := re.fullmatch("([0-9a-f]{64}):([0-9]{1,15})", text):
        return chance.secret_at(bytes.fromhex(found[1]), int(found[2]))
    raise NotationError(
        "the random numbers are 16 digits 0-9 a-f, or 64 of them, a colon and how many were drawn, "
        f"not {quoted(text)}"
    )
