"""`contrada analyse`: every decision of a recorded game, its chart, its turning points."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from contrada import game, record
from tests.cli.running import ABSTRACT_PLAY, Command, Terminal

pytest.importorskip("pty")
FEW = ("--iterations", "40")
PLAYED = (ABSTRACT_PLAY, "--from", "abstractplay", "--game", "15")


def test_a_whole_game(contrada: Command, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    answer = contrada("analyse", *PLAYED, *FEW, "--chart", chart)
    assert answer.status == 0
    assert answer.err == f"Drawn to {chart}\n"
    assert answer.out.startswith("Urbino: Black – White\n44 turns, ")
    assert re.search(r"^ +1  Black  d8 +\d+\.\d %", answer.out, re.MULTILINE)
    assert "Expected result, by turn\n100 % |" in answer.out
    assert re.search(r"1\. turn \d+, (Black|White): \S+ cost \d+ %; ", answer.out)
    assert max(map(len, answer.out.splitlines())) <= 80
    assert ElementTree.fromstring(chart.read_text(encoding="utf-8")).tag.endswith("svg")


def test_the_same_again_for_programs(contrada: Command) -> None:
    first = contrada("analyse", *PLAYED, *FEW, "--json")
    assert contrada("analyse", *PLAYED, *FEW, "--json").out == first.out
    found = json.loads(first.out)
    assert found["results"] == [0.0, 1.0]
    losses = [each["loss"] for each in found["judgements"]]
    assert [losses[place] for place in found["turning_points"]] == sorted(losses)[:-6:-1]


def test_one_seat(contrada: Command) -> None:
    both = json.loads(contrada("analyse", *PLAYED, *FEW, "--json").out)
    white = json.loads(contrada("analyse", *PLAYED, *FEW, "--json", "--seat", "white").out)
    assert white["judgements"] == [each for each in both["judgements"] if each["seat"] == 1]
    assert white["given_away"][0] is None


def test_a_game_without_a_decision(contrada: Command, tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    record.write(path, [record.record_of(game("urbino").start())])
    assert "no decision to analyse" in contrada("analyse", path).sentence


def test_names_cannot_command_a_terminal(contrada: Command, tmp_path: Path) -> None:
    path = tmp_path / "names.json"
    position = game("urbino").start().play("h1")
    record.write(path, [record.record_of(position, ["[red]Ada", "Bo\N{RIGHT-TO-LEFT OVERRIDE}"])])
    answer = contrada("analyse", path, *FEW)
    assert answer.status == 0
    assert "[red]Ada" in answer.out
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in answer.out


def test_ctrl_c_shows_what_has_been_found() -> None:
    with Terminal("analyse", *PLAYED, "--time", "0.5") as terminal:
        terminal.see(until=r"Analysing.* +[1-9]\d*%")
        said = terminal.interrupt(until="Interrupted after")
        rest, status = terminal.end()
    assert status == 130
    assert "Average loss per decision" in said + rest
