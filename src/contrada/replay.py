"""Replays and logs: a game as one seat, or a spectator, saw it.

docs/protocol.md describes both. You can read them without knowing the rules.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NotRequired, TypedDict

from contrada.games.contract import Account, Position, View

VERSION = 1


def changed(old: View, new: View) -> dict[str, Any]:
    """Return the top-level fields that differ between two views; a missing field becomes None."""
    if old.keys() == new.keys():  # nearly always
        return {key: value for key, value in new.items() if old[key] != value}
    keys = dict.fromkeys([*new, *old])
    missing = object()
    return {key: new.get(key) for key in keys if old.get(key, missing) != new.get(key, missing)}


# --- Replays -------------------------------------------------------------------------------------


class Step(TypedDict):
    """One decision of a replay; the first step is the start of the game."""

    seat: int | None
    turn: int
    does: Account | None
    text: str
    squares: list[str]
    to_move: int | None
    scores: list[int]
    view: View  # only what has changed since the previous step


class ReplayResult(TypedDict):
    """How a game ended; the result of a table also says why, and through which seat."""

    places: Sequence[int]
    scores: Sequence[int]
    decided_by: str | None
    results: NotRequired[Sequence[float]]
    why: NotRequired[str]
    seat: NotRequired[int | None]


class Replay(TypedDict):
    """A game step by step, as one seat or a spectator saw it."""

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
    """Return the replay of the game that led to a position, as a seat or a spectator saw it."""
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
    """Return a step without a decision, as for the start."""
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
    """Add the decision that led to a position to its step."""
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
    """A turn, or the part played so far, as one seat or a spectator saw it."""

    seat: int
    ply: int  # number of decisions in the game, up to and including this turn
    does: list[Account]
    text: str
    squares: list[str]
    done: bool  # whether the turn is over


def log_line(
    start: Position,
    decisions: Sequence[int],
    seat: int | None,
    ply: int,
    reached: Sequence[Position] = (),
) -> LogLine:
    """Describe one turn, or the beginning of one, as a seat or a spectator saw it.

    `ply` is the number of decisions in the game after the last one. `reached` are the positions
    after each decision, if they are known; otherwise the rules play the turn again.
    """
    mover, notation = start.to_move, start.game.definition.notation
    assert mover is not None
    line = reached or _played(start, decisions)
    return LogLine(
        seat=mover,
        ply=ply,
        does=[position.last_account(seat) for position in line],
        text=notation.turn_as_seen(start.state, decisions, seat),
        squares=notation.turn_squares(start.state, decisions),
        done=line[-1].is_over or line[-1].turn_begins,
    )


def _played(start: Position, decisions: Sequence[int]) -> list[Position]:
    line = [start]
    for decision in decisions:
        line.append(line[-1].play_one(decision))
    return line[1:]


def _told(
    turns: list[tuple[Position, list[int]]], told: list[LogLine], seat: int | None
) -> list[LogLine]:
    """Extend a log by the turns it lacks."""
    lines = [*told]
    ply = lines[-1]["ply"] if lines else 0
    for start, decisions in turns[len(lines) :]:
        ply += len(decisions)
        lines.append(log_line(start, decisions, seat, ply))
    return lines


class Log:
    """The log of a whole game, which works out each turn only once for each viewer.

    Stepping through a game needs nearly the same lines at every step.
    """

    def __init__(self, end: Position) -> None:
        """Create the log of the game that ended in this position."""
        self._end = end
        self._lines: dict[int | None, list[LogLine]] = {}

    @cached_property
    def _turns(self) -> list[tuple[Position, list[int]]]:
        return self._end.turns_played()

    def until(self, position: Position, seat: int | None) -> list[LogLine]:
        """Return the log up to a position of the game, or of a variation from it."""
        eyes = seat if position.game.facts.hidden else None
        turns = position.turns_played()
        shared = self._shared(turns)
        lines = self._lines.get(eyes, [])
        if len(lines) < shared:  # a new list: another thread may be reading this one
            lines = _told(turns[:shared], lines, eyes)
            self._lines[eyes] = lines
        return _told(turns, lines[:shared], eyes)

    def _shared(self, turns: list[tuple[Position, list[int]]]) -> int:
        """Count how many of the first turns are the same as in the game."""
        pairs = enumerate(zip(turns, self._turns, strict=False))
        differing = (n for n, (a, b) in pairs if a[0] is not b[0] or a[1] != b[1])
        return next(differing, min(len(turns), len(self._turns)))
