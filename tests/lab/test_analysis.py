"""Judging decisions: fair, repeatable, right where the result is certain; and the chart."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

import contrada
from contrada import record
from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.errors import OptionError
from contrada.games.contract import Position
from contrada.lab import analysis, analysis_chart
from contrada.lab.analysis import Analysis
from contrada.record import Record

FEW = Limits(iterations=60)
LATE = "2T2P2t/H1p1hHH2/t1h1h1P1H/3P1P1H1/HH2pH1ph/1T1H2T1p/4ph2h/2h2pth1/7HP d5,c6 w build 0 base"


def at_random(name: str, seats: int, decisions: int, seed: int = 1) -> Record:
    position, choose = contrada.game(name).start(seats, seed), random.Random(seed)
    while not position.is_over and decisions:
        position = position.play(choose.choice(position.legal()))
        decisions -= 1
    return record.record_of(position)


def judged(found: Record, limits: Limits = FEW) -> Analysis:
    return analysis.gathered(found, analysis.judge(found, limits))


@pytest.fixture(scope="module")
def short() -> Analysis:
    return judged(at_random("urbino", 2, 14))


@pytest.mark.parametrize(("name", "seats"), [("urbino", 2), ("urtown", 3)])
def test_every_choice_is_judged(name: str, seats: int) -> None:
    played = at_random(name, seats, 9)
    found = judged(played)
    line = played.position.history()
    assert len(found.judgements) == analysis.count(played)
    assert analysis.count(played) == sum(len(each.legal()) > 1 for each in line[:-1])
    for each in found.judgements:
        assert each.loss >= 0
        assert each.was_best <= (each.loss == 0)
        assert sum(each.before) == pytest.approx(1)
        assert sum(each.after) == pytest.approx(1)
        assert len(each.choices) <= analysis.FEW
        assert each.played.value is not None
        if not each.was_best:
            assert each.after[each.seat] == each.played.value


def test_the_same_seed_judges_alike(short: Analysis) -> None:
    assert judged(at_random("urbino", 2, 14)) == short


def test_one_decision_does_not_depend_on_the_others() -> None:
    played = at_random("urtown", 2, 8)
    both = list(analysis.judge(played, FEW))
    second = list(analysis.judge(played, FEW, seat=1))
    assert second == [each for each in both if each.seat == 1]


def test_what_is_hidden_changes_nothing() -> None:
    """With the same rack and board but other hidden tiles, the seat gets the same advice."""
    start = contrada.game("urtown").start(3, 5)
    seat = start.to_move
    assert seat is not None
    other = start.reimagine(seat, 77)
    assert other != start
    told = [analysis.advise(_player(start), each, FEW, seed=3) for each in (start, other)]
    assert replace(told[0], seconds=0) == replace(told[1], seconds=0)


def _player(position: Position) -> SearchPlayer:
    return SearchPlayer(position.game, 1)


def test_a_seat_is_judged_by_its_own_tiles() -> None:
    """After a decision another seat is to move, but the judge still sees for the first."""
    start = contrada.game("urtown").start(3, 5)
    seat = start.to_move
    assert seat is not None
    onlooker = SearchPlayer(start.game, 1)
    after = start.play(start.legal()[0])
    assert after.to_move != seat
    values = onlooker.foresee(after, seat, FEW)
    assert sum(values) == pytest.approx(1)
    seen = after.reimagine(seat, 9)
    again = SearchPlayer(start.game, 1).foresee(seen, seat, FEW)
    assert again == values


def test_a_proved_blunder_costs_the_whole_game() -> None:
    """White wins with a building on c4, and loses with the house on c5 that was played."""
    start = contrada.game("urbino").position(LATE)
    found = judged(record.record_of(start.play("1c5")), Limits(iterations=4000))
    (only,) = found.judgements
    assert (only.loss, only.after) == (1.0, (1.0, 0.0))
    assert (only.best.value, only.best.certain) == (1.0, True)
    assert only.before == (0.0, 1.0)  # what is certain, not the mean of what was tried
    assert found.turning_points() == [only]
    assert analysis_chart.gave_away(found, only).startswith("turn 1, White: 1c5 cost 100 %; ")


def test_the_course_judges_every_position_from_both_sides(short: Analysis) -> None:
    """By the search for the decision before and by the one for the decision after."""
    course = short.course()
    numbers, places = [[getattr(each, name) for each in course] for name in ("number", "place")]
    assert (numbers, places) == (sorted(set(numbers)), sorted(set(places)))
    at = {moment.number: moment.values for moment in course}
    first, *others = short.judgements
    assert at[first.number] == first.before
    for before, each in pairwise(short.judgements):
        if each.number == before.number + 1:
            both = np.array([before.after, each.before]).mean(axis=0)
            assert at[each.number] == pytest.approx(both)
    assert any(each.number - 1 in at for each in others)


def test_signs_and_accuracy_go_by_what_decisions_cost(short: Analysis) -> None:
    losses = [0.0, 0.02, 0.3, 0.1, 0.0, 0.15]
    steps = [(1, 0), (1, 0), (2, 1), (3, 0), (4, 1), (4, 1)]  # turn and seat
    judgements = tuple(
        replace(short.judgements[0], loss=loss, ply=ply, seat=seat)
        for loss, (ply, seat) in zip(losses, steps, strict=True)
    )
    found = replace(short, judgements=judgements)
    assert [each.sign for each in judgements] == ["", "", "??", "?!", "", "?"]
    first, second = (0.5**0.2 + 0.5) / 2, (0.5**3 + 0.5**1.5) / 2
    assert found.accuracy() == pytest.approx((first, second))
    assert replace(short, judgements=()).accuracy() == (None, None)


def test_lines_can_be_played() -> None:
    start = contrada.game("urbino").start()
    advice = analysis.advise(_player(start), start, FEW)
    for choice in advice.choices:
        here = start
        for turn in choice.turns:
            here = here.play(turn)
        assert choice.line[0] == choice.text
        assert (choice.value is None) == (choice.share == 0 and not choice.certain)


def test_nothing_to_decide() -> None:
    over = contrada.game("urbino").start().play_to_the_end()
    with pytest.raises(OptionError, match="over"):
        analysis.advise(_player(over), over, FEW)


def test_turning_points_are_the_worst(short: Analysis) -> None:
    turning = short.turning_points()
    losses = sorted((each.loss for each in short.judgements), reverse=True)
    assert [each.loss for each in turning] == [
        loss for loss in losses[: analysis.MOST_TURNING] if loss >= analysis.TURNING
    ]


def test_data_is_json(short: Analysis) -> None:
    data = json.loads(json.dumps(short.data()))
    assert (data["game"], data["seat_names"]) == ("urbino", ["Black", "White"])
    assert len(data["judgements"]) == len(short.judgements)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_chart_is_well_formed(short: Analysis, theme: str) -> None:
    named = replace(short, names=("Ada & <Bo>", "A" * 80))
    drawn = analysis_chart.svg(named, theme)  # type: ignore[arg-type]
    root = ElementTree.fromstring(drawn)
    lines = root.findall(".//{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 2
    assert len({line.get("stroke-dasharray") for line in lines}) == 2
    assert "var(--" not in drawn
    for number in range(1, len(short.turning_points()) + 1):
        assert drawn.count(f">{number}</text>") >= 2


def test_every_seat_has_a_line_of_its_own() -> None:
    assert len(set(analysis_chart.LOOKS)) == len(analysis_chart.LOOKS) == 5
    assert len({dashes for _, dashes in analysis_chart.LOOKS}) == 5
