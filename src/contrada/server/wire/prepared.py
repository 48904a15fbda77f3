"""Prepared answers: what a player wants to be played for them, and what has become of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from contrada.replay import LogLine
from contrada.server.wire.requests import Body
from contrada.server.wire.values import Decision, Ply

MOST_LINES = 20  # of one player at a table
LONGEST_LINE = 40  # decisions; about ten turns

Line = Annotated[list[Decision], Meta(min_length=1, max_length=LONGEST_LINE)]
BegunLine = Annotated[list[Decision], Meta(max_length=LONGEST_LINE)]
Outcome = Literal["played", "dropped"]


class LineRequest(Body, kw_only=True):
    """Decisions to try from the current position, for all seats in turn.

    With `whatever`, the others' turns are left out: the decisions are yours, whatever they do.
    """

    ply: Ply
    decisions: BegunLine = field(default_factory=list)
    whatever: bool = False


class AnswersRequest(Body, kw_only=True):
    """The answers to keep, in place of all earlier ones."""

    ply: Ply
    lines: Annotated[list[Line], Meta(max_length=MOST_LINES)] = field(default_factory=list)
    # To be played in your next turn if no line fits; empty: nothing.
    whatever: BegunLine = field(default_factory=list)


class PreparedLine(Struct, forbid_unknown_fields=True):
    """A line, and its turns in the form of a log."""

    decisions: list[Decision]
    turns: list[LogLine]


class LastAnswer(Struct, forbid_unknown_fields=True):
    """What has become of the latest answer: it was played, or the rules no longer allowed it."""

    outcome: Outcome
    text: str  # of the turn
    at: int


class Prepared(Struct, forbid_unknown_fields=True):
    """The answers of a player that still fit; nobody else is told of them."""

    lines: list[PreparedLine]
    whatever: PreparedLine | None
    last: LastAnswer | None
    may_ignore: bool  # whether `whatever` is possible: where nothing is hidden or left to chance
