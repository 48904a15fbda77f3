"""`contrada hint`: the best decisions of a position, for people and for programs."""

from __future__ import annotations

import json
import re

import pytest

from contrada import game
from tests.cli.running import ABSTRACT_PLAY, Command

FEW = ("--iterations", "300")


def test_the_best_five(contrada: Command) -> None:
    answer = contrada("hint", "urbino", "--after", "h1 d8 1d1", *FEW)
    assert (answer.status, answer.err) == (0, "")
    head, *rows, _, _ = answer.out.splitlines()
    assert head.split() == ["White", "can", "play", "expected", "searched", "then"]
    assert len(rows) == 5
    assert all(re.search(r"\d+\.\d %(, certain)? +\d+\.\d %", row) for row in rows)
    sums = " ".join(answer.out.split())
    assert re.search(
        r"Black \d+\.\d %, White \d+\.\d %\..* 300 iterations, [\d,]+ per second", sums
    )
    assert max(map(len, answer.out.splitlines())) <= 80


def test_data_for_programs(contrada: Command) -> None:
    arguments = ("hint", "urbino", "--after", "h1 d8 1d1", "--json", *FEW)
    found = json.loads(contrada(*arguments).out)
    position = game("urbino").start().play("h1").play("d8").play("1d1")
    assert (found["game"], found["position"], found["seat"]) == ("urbino", position.text, 1)
    assert [each["decision"] for each in found["choices"]] != position.legal()
    assert sorted(each["decision"] for each in found["choices"]) == position.legal()
    assert sum(each["share"] for each in found["choices"]) == pytest.approx(1)
    assert sum(found["values"]) == pytest.approx(1)
    best = found["choices"][0]
    assert best["line"][0] == best["text"] == position.decision_text(best["decision"])
    position.play(best["turns"][0])
    again = json.loads(contrada(*arguments).out)
    timed = ("seconds", "rate")
    assert {k: v for k, v in found.items() if k not in timed} == {
        k: v for k, v in again.items() if k not in timed
    }


def test_all_decisions(contrada: Command) -> None:
    answer = contrada("hint", "urbino", "--all", *FEW)
    assert len([line for line in answer.out.splitlines() if re.match(r"[a-i]\d ", line)]) == 81


def test_threads_and_time(contrada: Command) -> None:
    answer = contrada("hint", "urbino", "--threads", "2", "--time", "0.1")
    assert (answer.status, answer.err) == (0, "")


def test_hidden_tiles_stay_hidden(contrada: Command) -> None:
    """A hint for a seat reveals neither the others' racks nor the next tiles."""
    arguments = ("hint", "urtown", "--seats", "3", "--seed", "4", "--json", *FEW)
    found = json.loads(contrada(*arguments).out)
    start = game("urtown").start(3, 4)
    assert found["position"] == start.view(start.to_move)["text"] != start.text


def test_a_game_that_is_over(contrada: Command) -> None:
    first = json.loads(ABSTRACT_PLAY.read_text(encoding="utf-8").splitlines()[0])
    answer = contrada("hint", "urbino", "--after", " ".join(first["moves"]))
    assert answer.sentence == "the game is over, so there is nothing to decide"
