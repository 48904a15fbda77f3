"""Games as they were seen: replays with the views worked out, and the log of a game.

docs/protocol.md describes both. Whoever reads them needs no rules.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NotRequired, TypedDict

from contrada.games.contract import Account, Position, View

VERSION = 1


def changed(old: View, new: View) -> dict[str, Any]:
    """Return the top-level fields of a view that differ from another; those that vanished: None."""
    keys = dict.fromkeys([*new, *old])
    missing = object()
    return {key: new.get(key) for key in keys if old.get(key, missing) != new.get(key, missing)}


# --- Replays -------------------------------------------------------------------------------------


class Step(TypedDict):
    """A decision of a replay; the first step is the start."""

    seat: int | None
    turn: int
    does: Account | None
    text: str
    squares: list[str]
    to_move: int | None
    scores: list[int]
    view: View  # what has changed since the step before


class ReplayResult(TypedDict):
    """How a game ended; that of a table also says why, and by which seat."""

    places: Sequence[int]
    scores: Sequence[int]
    decided_by: str | None
    results: NotRequired[Sequence[float]]
    why: NotRequired[str]
    seat: NotRequired[int | None]


class Replay(TypedDict):
    """A game step by step, as somebody has seen it."""

    contrada_replay: int
    game: str
    options: dict[str, bool | str]
    title: str
    seats: list[str]
    seat: int | None
    result: ReplayResult | None
    steps: list[Step]


def replay_of(
    position: Position, names: Sequence[str], seat: int | None = None, title: str = ""
) -> Replay:
    """Work out the game that led to a position, as a seat, or everyone, has seen it."""
    return {
        "contrada_replay": VERSION,
        "game": position.game.name,
        "options": dict(position.game.options),
        "title": title,
        "seats": list(names),
        "seat": seat,
        "result": _result(position),
        "steps": _steps(position, seat),
    }


def _result(position: Position) -> ReplayResult | None:
    outcome = position.outcome()
    if outcome is None:
        return None
    return {
        "places": list(outcome.places),
        "scores": list(outcome.scores),
        "decided_by": outcome.decided_by,
    }


def _steps(position: Position, seat: int | None) -> list[Step]:
    line = position.history()
    view = line[0].view(seat)
    steps = [_step(line[0], 0, view, view)]
    turn = 0
    for before, after in itertools.pairwise(line):
        turn += before.turn_begins or turn == 0
        seen = after.view(seat)
        step = _step(after, turn, seen, changed(view, seen))
        _tell_of_decision(step, after, seat)
        steps.append(step)
        view = seen
    return steps


def _step(position: Position, turn: int, view: View, shown: View) -> Step:
    """Return a step that nobody has decided on: the start."""
    return {
        "seat": None,
        "turn": turn,
        "does": None,
        "text": "",
        "squares": [],
        "to_move": position.to_move,
        "scores": view["scores"],
        "view": dict(shown),
    }


def _tell_of_decision(step: Step, position: Position, seat: int | None) -> None:
    """Add the decision that led to a position."""
    before, decision = position.before, position.decision
    assert before is not None
    assert decision is not None
    notation = position.game.definition.notation
    step["seat"] = before.to_move
    step["does"] = before.account(decision, seat)
    step["text"] = notation.turn_as_seen(before.state, [decision], seat)
    step["squares"] = notation.turn_squares(before.state, [decision])


# --- The log -------------------------------------------------------------------------------------


class LogLine(TypedDict):
    """A turn, or the part of it that has been played, as somebody has seen it."""

    seat: int
    ply: int  # how many decisions the game had after it
    does: list[Account]
    text: str
    squares: list[str]
    done: bool  # whether the turn is over


def log_line(start: Position, decisions: Sequence[int], seat: int | None, ply: int) -> LogLine:
    """Tell of the decisions of one turn, taken from its start on, as somebody has seen them.

    `ply` is how many decisions the game has after the last of them.
    """
    mover, notation = start.to_move, start.game.definition.notation
    assert mover is not None
    here = start
    does: list[Account] = []
    for decision in decisions:
        does.append(here.account(decision, seat))
        here = here.play_one(decision)
    return LogLine(
        seat=mover,
        ply=ply,
        does=does,
        text=notation.turn_as_seen(start.state, decisions, seat),
        squares=notation.turn_squares(start.state, decisions),
        done=here.is_over or here.turn_begins,
    )


def _told(
    turns: list[tuple[Position, list[int]]], told: list[LogLine], seat: int | None
) -> list[LogLine]:
    """Tell of turns, the first of which have been told of already."""
    lines = [*told]
    ply = lines[-1]["ply"] if lines else 0
    for start, decisions in turns[len(lines) :]:
        ply += len(decisions)
        lines.append(log_line(start, decisions, seat, ply))
    return lines


class Log:
    """The log of a whole game, each turn worked out once for each pair of eyes.

    Whoever looks at one moment of a game after another needs nearly the same lines every time.
    """

    def __init__(self, end: Position) -> None:
        """Work out nothing yet."""
        self._end = end
        self._lines: dict[int | None, list[LogLine]] = {}

    @cached_property
    def _turns(self) -> list[tuple[Position, list[int]]]:
        return self._end.turns_played()

    def until(self, position: Position, seat: int | None) -> list[LogLine]:
        """Tell of all turns that led to a position of the game, or on from one of them."""
        eyes = seat if position.game.facts.hidden else None
        turns = position.turns_played()
        shared = self._shared(turns)
        lines = self._lines.get(eyes, [])
        if len(lines) < shared:  # a new list: another thread may be reading this one
            lines = _told(turns[:shared], lines, eyes)
            self._lines[eyes] = lines
        return _told(turns, lines[:shared], eyes)

    def _shared(self, turns: list[tuple[Position, list[int]]]) -> int:
        """Count the turns at the beginning that are those of the game."""
        pairs = enumerate(zip(turns, self._turns, strict=False))
        differing = (n for n, (a, b) in pairs if a[0] is not b[0] or a[1] != b[1])
        return next(differing, min(len(turns), len(self._turns)))
