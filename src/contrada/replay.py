"""Games as they were seen: replays with the views worked out, and the log of a game.

docs/protocol.md describes both. Whoever reads them needs no rules.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from contrada.games.contract import Position, View

VERSION = 1
OURS = "contrada_replay"


def changed(old: View, new: View) -> dict[str, Any]:
    """Return the top-level fields of a view that differ from another; those that vanished: None."""
    keys = dict.fromkeys([*new, *old])
    missing = object()
    return {key: new.get(key) for key in keys if old.get(key, missing) != new.get(key, missing)}


# --- Replays -------------------------------------------------------------------------------------


def replay_of(
    position: Position, names: Sequence[str], seat: int | None = None, title: str = ""
) -> dict[str, Any]:
    """Work out the game that led to a position, as a seat, or everyone, has seen it."""
    return {
        OURS: VERSION,
        "game": position.game.name,
        "options": dict(position.game.options),
        "title": title,
        "seats": list(names),
        "seat": seat,
        "result": _result(position),
        "steps": _steps(position, seat),
    }


def _result(position: Position) -> dict[str, Any] | None:
    outcome = position.outcome()
    if outcome is None:
        return None
    places, scores = list(outcome.places), list(outcome.scores)
    return {"places": places, "scores": scores, "decided_by": outcome.decided_by}


def _steps(position: Position, seat: int | None) -> list[dict[str, Any]]:
    line = position.history()
    view = line[0].view(seat)
    steps = [_step(line[0], 0, view, view)]
    turn = 0
    for before, after in itertools.pairwise(line):
        turn += before.turn_begins or turn == 0
        seen = after.view(seat)
        steps.append(_step(after, turn, seen, changed(view, seen)) | _decided(after, seat))
        view = seen
    return steps


def _step(position: Position, turn: int, view: View, shown: View) -> dict[str, Any]:
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


def _decided(position: Position, seat: int | None) -> dict[str, Any]:
    """Tell of the decision that led to a position."""
    before, decision = position.before, position.decision
    assert before is not None
    assert decision is not None
    notation = position.game.definition.notation
    return {
        "seat": before.to_move,
        "does": before.account(decision, seat),
        "text": notation.turn_as_seen(before.state, [decision], seat),
        "squares": notation.turn_squares(before.state, [decision]),
    }


# --- The log -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LogLine:
    """A turn, or the part of it that has been played, as somebody has seen it."""

    seat: int
    ply: int  # how many decisions the game had after it
    does: list[dict[str, Any]]  # accounts
    text: str
    squares: list[str]
    done: bool  # whether the turn is over

    def data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return dict(vars(self))


def log_line(start: Position, decisions: Sequence[int], seat: int | None, ply: int) -> LogLine:
    """Tell of the decisions of one turn, taken from its start on, as somebody has seen them.

    `ply` is how many decisions the game has after the last of them.
    """
    mover, notation = start.to_move, start.game.definition.notation
    assert mover is not None
    here, does = start, []
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
    ply = lines[-1].ply if lines else 0
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
