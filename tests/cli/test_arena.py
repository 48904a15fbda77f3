"""`contrada arena`: tables, JSON, charts, refusals, Ctrl-C, and what its page says."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.running import Command, Terminal

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "arena.md"
GREEDY = f"{ROOT / 'examples' / 'greedy_bot.py'}:Greedy"
PATIENT = """
from pathlib import Path

class Patient:
    def choose(self, position, limits):
        gate, log = Path("gate"), Path("log.jsonl")
        if gate.is_fifo() and log.read_text().count("\\n") > 2:
            gate.read_text()  # until somebody writes
        return position.legal()[0]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "patient.py").write_text(PATIENT, encoding="utf-8")
    return tmp_path


def test_a_table_of_two(contrada: Command) -> None:
    answer = contrada("arena", "urbino", GREEDY, "random", "-n", "4", "--seed", "1")
    assert (answer.status, answer.err) == (0, "")
    title, about, _, head, *rows = answer.out.splitlines()
    assert (title, about) == ("Urbino, 2 seats", "4 games of 2 deals, seed 1")
    assert re.split(r"  +", head.strip())[-3:] == ["score", "Elo", "s/turn"]
    assert {row.split()[0] for row in rows[:2]} == {"greedy", "random"}
    assert "Elo is relative to greedy" in answer.out
    assert "\x1b" not in answer.out


def test_a_larger_table_says_that_it_rounds_up(contrada: Command) -> None:
    answer = contrada("arena", "urbe", "random", "random", "--seats", "3", "-n", "4")
    assert answer.status == 0
    assert answer.err == "4 games are rounded up to 6: all 3 rotations of each deal\n"
    assert "Elo is relative to random" in answer.out
    assert "12 games of 2 deals" in answer.out, "each bot has the odd seat"


def test_json_and_charts(contrada: Command, folder: Path) -> None:
    for chart in ("chart.svg", "chart.png"):
        arguments = ["--json", "--chart", chart, "--iterations", "5"]
        answer = contrada("arena", "urtown", "random", "random", "-n", "2", *arguments)
        assert answer.err == f"Drawn to {chart}\n"
        data = json.loads(answer.out)
        assert data["settings"]["limits"] == {"seconds": None, "iterations": 5, "nodes": None}
        assert {each["name"] for each in data["standings"]} == {"random", "random 2"}
        assert data["pairs"][0]["games"] == 2
    assert (folder / "chart.png").read_bytes().startswith(b"\x89PNG")


def test_options_and_limits_are_named(contrada: Command) -> None:
    arguments = ["-n", "2", "-o", "monuments=true", "--time", "1.5", "--nodes", "2000"]
    answer = contrada("arena", "urbino", "random", "random", *arguments)
    assert answer.out.startswith("Urbino with monuments, 2 seats\n")
    assert "1.5 s or 2,000 nodes per turn" in answer.out


REFUSED = [
    ("arena", ["missing argument 'GAME'"]),
    ("arena urbino", ["missing argument 'BOT BOT...'"]),
    ("arena chess random random", ["no game 'chess'"]),
    ("arena urbino random", ["2 bots or more, not 1"]),
    ("arena urbino random grandmaster", ["no bot 'grandmaster'", "file.py:Class"]),
    ("arena urbino random missing.py:Bot", ["no file missing.py"]),
    ("arena urbino random patient.py:Quick", ["no class 'Quick'", "Patient"]),
    ("arena urbino random random --games 0", ["1 game or more, not 0"]),
    ("arena urbino random random --games many", ["'--games'", "integer"]),
    ("arena urbino random random --seats 3", ["2 seats, not 3"]),
    ("arena urbino random random --workers 0", ["'--workers'", "1"]),
    ("arena urbino random random --time 0", ["limit of seconds must be more than 0"]),
    (
        "arena urbino random random --iterations -5",
        ["limit of iterations must be more than 0, not -5"],
    ),
    ("arena urbino random random --seed -1", ["seed", "not -1"]),
    ("arena urbino random random --chart chart.gif", [".svg or .png, not chart.gif"]),
    ("arena urbino random random --chart no/chart.svg", ["no folder no"]),
    ("arena urbino random random --log patient.py", ["patient.py is not a log of the arena"]),
    ("arena urbino random random --log no/log", ["no/log: No such file or directory"]),
    ("arena urbino random random -o towers=true", ["no option 'towers'"]),
]


@pytest.mark.parametrize(("command", "parts"), REFUSED, ids=[command for command, _ in REFUSED])
def test_refusals(command: str, parts: list[str], contrada: Command) -> None:
    sentence = contrada(*command.split()).sentence
    for part in parts:
        assert part in sentence


def test_a_bot_that_fails_stops_the_arena(contrada: Command, folder: Path) -> None:
    (folder / "bad.py").write_text(PATIENT.replace("position.legal()[0]", "-1"), encoding="utf-8")
    sentence = contrada("arena", "urbino", "bad.py:Patient", "random").sentence
    assert sentence.startswith("bot 'Patient' failed in seat ")
    assert "(deal seed " in sentence
    assert "it returned -1, which is not legal" in sentence


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_a_log_to_go_on_from(contrada: Command, workers: str, folder: Path) -> None:
    """The bot pauses after a few games, so that Ctrl-C always comes before the last one."""
    log, gate = folder / "log.jsonl", folder / "gate"
    command = ["arena", "urbino", "patient.py:Patient", "random", "-n", "20", "--workers", workers]
    os.mkfifo(gate)
    with Terminal(*command, "--log", "log.jsonl") as terminal:
        terminal.see(r"[2-9]/20")
        terminal.interrupt("continue from log.jsonl")
        assert "Traceback" not in terminal.raw
        _, status = terminal.end()
    assert status == 130
    kept = log.read_bytes()
    assert 1 < kept.count(b"\n") < 20
    gate.unlink()
    assert contrada(*command, "--log", "log.jsonl").status == 0
    assert log.read_bytes().startswith(kept)
    assert log.read_bytes().count(b"\n") == 21


# --- What the page says --------------------------------------------------------------------------


def blocks(language: str) -> list[str]:
    page = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def test_the_page_shows_the_example_as_it_is() -> None:
    example = (ROOT / "examples" / "greedy_bot.py").read_text(encoding="utf-8")
    assert example in blocks("python")


def test_the_page_describes_every_key_of_a_game(contrada: Command, folder: Path) -> None:
    contrada("arena", "urbino", "random", "random", "-n", "2", "--log", "log.jsonl")
    header, row, *_ = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    described = set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert {*header, *row} <= described
