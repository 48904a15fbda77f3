"""Replays and logs: a game as somebody saw it, for programs that know no rules."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

import contrada
from contrada import Position, replay
from tests.contract import checks

NAMES = ("Ada", "Bruno")


def played(name: str, seed: int = 1) -> Position:
    """Return the end of a random game."""
    return checks.random_game(contrada.game(name), 2, seed)[-1]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({}, {}, {}),
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"b": 3}),
        ({"a": 1}, {}, {"a": None}),
        ({}, {"a": None}, {"a": None}),
        ({"a": {"b": [1]}, "c": 0}, {"a": {"b": [2]}, "c": 0}, {"a": {"b": [2]}}),
    ],
)
def test_changed(old: dict[str, Any], new: dict[str, Any], expected: dict[str, Any]) -> None:
    assert replay.changed(old, new) == expected


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("name", contrada.NAMES)
def test_steps_lead_from_view_to_view(name: str, seat: int | None) -> None:
    end = played(name)
    seen = replay.replay_of(end, NAMES, seat, "A club evening")
    assert json.loads(json.dumps(seen)) == seen
    view: Mapping[str, Any] = {}
    line = end.history()
    for position, step in zip(line, seen["steps"], strict=True):
        view = {**view, **step["view"]}
        assert view == position.view(seat)
        assert (step["to_move"], step["scores"]) == (position.to_move, view["scores"])
        if position.before is not None and position.decision is not None:
            assert step["seat"] == position.before.to_move
            assert step["does"] == position.before.account(position.decision, seat)
            assert step["text"]
    assert seen["steps"][-1]["turn"] == len(end.turns_played())


def test_the_frame_of_a_replay() -> None:
    end = played("urbino")
    seen = replay.replay_of(end, NAMES, title="A club evening")
    outcome = end.outcome()
    assert outcome is not None
    frame = {key: value for key, value in seen.items() if key != "steps"}
    assert frame == {
        "contrada_replay": 1,
        "game": "urbino",
        "options": {"monuments": False},
        "title": "A club evening",
        "seats": ["Ada", "Bruno"],
        "seat": None,
        "result": {
            "places": list(outcome.places),
            "scores": list(outcome.scores),
            "decided_by": outcome.decided_by,
        },
    }
    start = {**seen["steps"][0], "view": None}
    assert start == {
        "seat": None,
        "turn": 0,
        "does": None,
        "text": "",
        "squares": [],
        "to_move": 0,
        "scores": [0, 0],
        "view": None,
    }


def test_a_game_that_goes_on_has_no_result() -> None:
    start = contrada.game("urbino").start()
    seen = replay.replay_of(start.play("e5"), NAMES)
    assert (seen["result"], len(seen["steps"])) == (None, 2)
    step = seen["steps"][1]
    assert (step["seat"], step["turn"], step["text"], step["squares"]) == (0, 1, "e5", ["e5"])
    assert set(step["view"]) == {"to_move", "architects", "sight", "text"}


def test_a_replay_keeps_what_the_seat_did_not_see() -> None:
    """In Urbania everything but the seat's own secrets is as in its views."""
    end = played("urbania")
    public = json.dumps(replay.replay_of(end.history()[-2], NAMES)["steps"])
    assert '"project":' not in public
    assert '"hand": [' not in public


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("name", contrada.NAMES)
def test_the_log_grows_line_by_line(name: str, seat: int | None) -> None:
    end = played(name)
    lines = replay.Log(end).until(end, seat)
    assert [line["text"] for line in lines] == end.moves_as_seen(seat)
    assert all(line["done"] for line in lines)
    plies = 0
    for line, (start, decisions) in zip(lines, end.turns_played(), strict=True):
        plies += len(decisions)
        assert line == replay.log_line(start, decisions, seat, plies)
        assert (line["seat"], line["ply"], len(line["does"])) == (
            start.to_move,
            plies,
            len(decisions),
        )
        assert json.loads(json.dumps(line)) == line
    assert plies == len(end.history()) - 1


@pytest.mark.parametrize("name", contrada.NAMES)
def test_a_log_is_the_same_however_it_is_looked_at(name: str) -> None:
    """Back and forth, from every seat, within turns, and in variations."""
    line = played(name).history()
    log, choose = replay.Log(line[-1]), random.Random(1)
    for _ in range(25):
        here, seat = choose.choice(line), choose.choice([None, 0, 1])
        for _ in range(choose.randrange(3)):
            here = here.play_one(choose.choice(here.legal())) if here.to_move is not None else here
        assert log.until(here, seat) == replay.Log(here).until(here, seat)


def test_lines_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    line = played("urbania").history()
    turns, log_line, told = line[-1].turns_played(), replay.log_line, list[Any]()

    def noting(*given: Any) -> replay.LogLine:
        told.append(given)
        return log_line(*given)

    monkeypatch.setattr(replay, "log_line", noting)
    log = replay.Log(line[-1])
    for here in (line[-1], line[-1], *line[::9]):
        log.until(here, 0)
    within = sum(not here.turn_begins for here in line[::9])
    assert len(told) <= len(turns) + within


def test_a_turn_that_goes_on() -> None:
    start = contrada.game("urbino").start()
    here = start.play("h1").play("d8").play("1d1").play("h1-i7")
    *_, line = replay.Log(here).until(here, None)
    assert line == replay.LogLine(
        seat=1,
        ply=5,
        does=[{"does": "reposition", "architect": 0, "square": "i7", "from": "h1", "to": "i7"}],
        text="h1-i7",
        squares=["h1", "i7"],
        done=False,
    )
