"""Results show themselves in notebooks, and turn into data frames of whichever library there is."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import util
from typing import Any

import pytest

import contrada
from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.errors import OptionError
from contrada.games import showing
from contrada.lab import analysis, arena, balance, ratings
from contrada.record import Record

urbino = contrada.game("urbino")
LITTLE = Limits(iterations=20)


def contest() -> ratings.Report:
    found = arena.contest(urbino, ["random", "random"], games=2)
    return ratings.report(found, list(arena.play(found)))


def report() -> balance.Balance:
    *_, found = balance.study(contrada.game("urbe"), seats=2, games=4)
    assert found is not None
    return found


def game() -> analysis.Analysis:
    played = urbino.start().play("f2").play("d6").play("1d4")
    record = Record(played, ("Ada", "Bruno <b>"))
    return analysis.gathered(record, analysis.judge(record, LITTLE))


def advice() -> analysis.Advice:
    return analysis.advise(SearchPlayer(urbino, 1), urbino.start().play("f2"), LITTLE)


RESULTS: list[tuple[Callable[[], Any], dict[str, set[str]], tuple[str, ...]]] = [
    (
        contest,
        {
            "standings": {"bot", "wins", "share", "share_low", "elo_high", "seconds"},
            "pairs": {"first", "second", "share_low"},
        },
        ("<svg", "<caption>Games", "random 2"),
    ),
    (
        report,
        {
            "traits": {"kind", "name", "wins", "wins_low", "score_high"},
            "goals": {"name", "met_low", "earned"},
            "parts": {"kind", "points", "points_low"},
        },
        ("<svg", "<caption>Wins by seat", "Where points come from"),
    ),
    (
        game,
        {
            "judgements": {"number", "name", "played", "best", "loss", "after_1"},
            "course": {"turns", "value_0"},
        },
        ("<svg", "<caption>How well they played", "Bruno &lt;b&gt;"),
    ),
    (advice, {"": {"decision", "text", "value", "line"}}, ("<caption>20 iterations", "<td>")),
]


@pytest.mark.parametrize(("make", "frames", "shown"), RESULTS, ids=lambda each: None)
def test_a_result_is_a_chart_a_table_and_data_frames(
    make: Callable[[], Any], frames: dict[str, set[str]], shown: tuple[str, ...]
) -> None:
    result = make()
    html = result._repr_html_()
    assert [each for each in shown if each not in html] == []
    assert "light-dark(" in html or "<svg" not in html
    for of, columns in frames.items():
        wishes = {"of": of} if of else {}
        pandas = result.to_frame(library="pandas", **wishes)
        polars = result.to_frame(library="polars", **wishes)
        assert type(pandas).__module__.startswith("pandas")
        assert list(pandas.columns) == polars.columns
        assert columns <= set(polars.columns)
        assert len(pandas) == len(polars) > 0
    if make is not advice:
        with pytest.raises(OptionError, match="but not of 'chess'"):
            result.to_frame("chess")


def test_a_report_is_read_back_from_its_data() -> None:
    found = report()
    assert balance.from_data(found.data()) == found


def test_the_library_is_the_one_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    played = urbino.playouts(3)
    with monkeypatch.context() as only:
        only.delitem(sys.modules, "pandas", raising=False)
        only.setitem(sys.modules, "polars", __import__("polars"))
        frame = played.to_frame()
        assert type(frame).__module__.startswith("polars")
        assert frame.shape == (3, 5)
    with pytest.raises(OptionError, match="of pandas or polars, not of 'excel'"):
        played.to_frame("excel")
    monkeypatch.delitem(sys.modules, "pandas", raising=False)
    monkeypatch.delitem(sys.modules, "polars", raising=False)
    monkeypatch.setattr("contrada.games.frames.find_spec", lambda name: None)
    with pytest.raises(OptionError, match="to_frame needs pandas or polars, which is not inst"):
        played.to_frame()
    assert util.find_spec("pandas") is not None


@pytest.mark.parametrize("name", contrada.NAMES)
def test_a_position_shows_itself_light_and_dark(name: str) -> None:
    position = contrada.game(name).start(seed=3)
    assert position._repr_svg_() == position.svg()
    html = position._repr_html_()
    assert html.count("<svg") == 1
    assert "light-dark(#C3B7A3, #2F3338)" in html  # the mortar
    names = set(re.findall(r'\bid="([^"]+)"', html))
    used = set(re.findall(r'(?:href="|url\()#([\w-]+)', html))
    assert used <= names
    assert set(re.findall(r'labelledby="([^"]+)"', html)[0].split()) <= names
    other = contrada.game(name).start(seed=4).play_to_the_end()
    assert not names & set(re.findall(r'\bid="([^"]+)"', other._repr_html_()))


def test_drawings_that_differ_in_more_than_colours_stay_light() -> None:
    light, dark = '<path fill="#000000"/>', '<path fill="#FFFFFF"/>'
    assert showing.picture(light, dark) == '<path fill="light-dark(#000000, #FFFFFF)"/>'
    assert showing.picture(light, dark.replace("path", "rect")) == light
    faint = '<path fill="#FFFFFF" fill-opacity="0.50"/>'
    assert showing.picture(light, faint) == '<path fill="light-dark(#000000, #FFFFFF80)"/>'
