"""What a search says: advice about a position, and analyses of games."""

from __future__ import annotations

from msgspec import Struct

from contrada.games.contract import Account
from contrada.server.wire.values import Decision

MOST_CHOICES = 8  # of an advice


class Turn(Struct, forbid_unknown_fields=True):
    """What a seat is expected to do in a turn."""

    seat: int
    does: list[Account]


class Choice(Struct, forbid_unknown_fields=True):
    """A decision that could be taken, and what to expect of it."""

    decision: Decision
    does: Account  # as far as it is certain beforehand
    rest: list[Account]  # what is expected to follow within the turn, likewise
    then: list[Turn]  # the turns expected after it
    text: str
    value: float | None  # result to expect for the seat that decides, 0 to 1; null: not looked at
    share: float  # part of the search that went into it
    certain: bool  # the value is proved
    turns: list[str]  # what is expected to follow, written as turns, this decision first
    line: list[Decision]  # the same as decisions


class Advice(Struct, forbid_unknown_fields=True):
    """What a search says about a position."""

    seat: int
    values: list[float]  # result to expect for each seat, 0 to 1
    iterations: int
    seconds: float
    choices: list[Choice]  # the best few, the best first


class HintAnswer(Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """What a search says about your own decision, by what your seat may see."""

    id: int | None
    table: str
    ply: int
    advice: Advice


class Reply(Struct, forbid_unknown_fields=True):
    """What a bot decides, until its turn is over."""

    decisions: list[Decision]


class PositionText(Struct, forbid_unknown_fields=True):
    """A position as text, with the turns and the decisions that led to it."""

    position: str  # docs/notation
    moves: list[str]
    decisions: list[Decision]


class Judgement(Struct, forbid_unknown_fields=True):
    """What a decision of a game was worth."""

    ply: int  # decisions before it
    turn: int  # from 1
    seat: int
    played: Choice
    choices: list[Choice]  # the best few there were
    before: list[float]  # result to expect for each seat
    after: list[float]  # likewise, after the decision
    loss: float  # what it gave away, 0 to 1


class Analysis(Struct, forbid_unknown_fields=True):
    """What the decisions of a game were worth, as far as they have been judged."""

    judgements: list[Judgement]
    course: list[tuple[int, list[float]]]  # after so many decisions: what each seat could expect
    turning_points: list[int]  # indices into judgements, the worst first
    given_away: list[float | None]  # by seat, a decision on average; null: decided nothing
    accuracy: list[float | None]  # by seat, 0 to 1; null: decided nothing


class Progress(Struct, forbid_unknown_fields=True):
    """An analysis that is waiting, at work or finished; it grows while it works."""

    id: str
    done: int
    total: int
    is_over: bool
    analysis: Analysis
