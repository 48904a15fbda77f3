"""The chart of a contest: every bot is in it, and its format is that of the file name."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from contrada.errors import OptionError
from contrada.lab import arena, arena_chart, ratings
from contrada.lab.ratings import Report
from tests.cli import toy


@pytest.fixture(scope="module")
def report() -> Report:
    made = arena.contest(toy.game(), ["random"] * 3, games=9)
    return ratings.report(made, arena.play(made))


def words(drawn: str) -> set[str]:
    return {element.text for element in ET.fromstring(drawn).iter() if element.text}


def test_the_chart_shows_every_bot(report: Report) -> None:
    drawn = arena_chart.svg(report)
    assert {"random", "random 2", "random 3", "fair share: 33.3 %", "Elo"} <= words(drawn)
    assert {arena_chart.percent(standing.share) for standing in report.standings} <= words(drawn)
    assert "var(" not in drawn
    assert arena_chart.svg(report, "dark") != drawn


def test_long_names_are_cut(report: Report) -> None:
    name = "search:" + "exploration=1.5," * 5
    standings = [replace(standing, name=name) for standing in report.standings]
    shown = words(arena_chart.svg(replace(report, standings=standings)))
    assert name not in shown
    assert any(each.startswith("search:") and each.endswith("…") for each in shown)


def test_the_ending_says_what_it_is(report: Report, tmp_path: Path) -> None:
    arena_chart.write(tmp_path / "chart.svg", report)
    arena_chart.write(tmp_path / "chart.PNG", report)
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "chart.PNG").read_bytes().startswith(b"\x89PNG")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chart.PNG", "chart.svg"]


@pytest.mark.parametrize(("name", "said"), [("chart.jpg", "not "), ("no/chart.svg", "no folder")])
def test_what_cannot_be_drawn_to(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=said):
        arena_chart.check_path(tmp_path / name)
