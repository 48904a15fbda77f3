"""What the commands print and write when nothing goes wrong."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from contrada import __version__, game, games, record
from contrada.bots import search_player
from contrada.cli import bench, compiling, serve
from tests.cli.running import ABSTRACT_PLAY, Command, process

COMMANDS = (
    "serve",
    "think",
    "doctor",
    "play",
    "legal",
    "hint",
    "analyse",
    "replay",
    "show",
    "convert",
    "verify",
    "arena",
    "mcp",
    "bench",
    "warm",
    "lab",
    "admin",
)
START = "9/9/9/9/9/9/9/9/9 - b architect 0 base"


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Abstract Play games, in our format."""
    path = tmp_path_factory.mktemp("records") / "ours.jsonl"
    record.write(path, record.read(ABSTRACT_PLAY, "abstractplay"))
    return path


def first_of_abstract_play() -> dict[str, Any]:
    line, *_ = ABSTRACT_PLAY.read_text(encoding="utf-8").splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


# --- Help ----------------------------------------------------------------------------------------


def test_help_tells_of_every_command() -> None:
    """In this order, each in a sentence that is not cut off."""
    answer = process("--help")
    assert (answer.status, answer.err) == (0, "")
    listed = re.findall(r"^  ([a-z]+) +[A-Z].*[^.]\.$", answer.out, re.MULTILINE)
    assert listed == list(COMMANDS)
    for group in ("lab", "admin"):
        assert "..." not in process(group, "--help").out.partition("Commands:")[2]


def test_without_arguments_it_serves(contrada: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[bool] = []
    monkeypatch.setattr("contrada.cli.serve.serve", lambda: served.append(True))
    assert contrada().status == 0
    assert served == [True]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(contrada: Command, command: str) -> None:
    answer = contrada(command, "--help")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage: contrada {command} ")
    assert max(map(len, answer.out.splitlines())) <= 80
    entry = re.compile(r"^  (?:-\w, )?(--[\w-]+|[A-Z]+\b)(.*(?:\n {10,}.*)*)", re.MULTILINE)
    described = entry.findall(answer.out)
    assert described
    sentence = re.compile(r"  +[A-Z].+\.", re.DOTALL)
    assert [name for name, about in described if not sentence.search(about)] == []


def test_help_names_every_game_and_format(contrada: Command) -> None:
    for name in games.NAMES:
        assert name in contrada("legal", "--help").out
    for form in (record.OURS, *record.formats()):
        assert form in contrada("convert", "--help").out.partition("--to")[2]


def test_version(contrada: Command) -> None:
    assert contrada("--version").out == f"contrada {__version__}\n"


# --- legal ---------------------------------------------------------------------------------------


def test_legal_lists_decisions(contrada: Command) -> None:
    answer = contrada("legal", "urbino")
    assert (answer.status, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert (len(lines), lines[0], lines[-1]) == (81, "a1", "i9")


def test_legal_lists_turns_as_json(contrada: Command) -> None:
    answer = contrada("legal", "urbino", "--after", "h1 d8 1d1", "--turns", "--json")
    assert (answer.status, answer.err) == (0, "")
    found = json.loads(answer.out)
    turns = found.pop("turns")
    assert len(turns) == len(set(turns)) == 2844
    assert {"h1-i7,1g5", "1a8"} <= set(turns)
    assert found == {
        "game": "urbino",
        "position": "9/9/9/9/9/9/9/9/3h5 h1,d8 w turn 0 base",
        "to_move": 1,
        "count": 2844,
    }


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["--after", "h1 d8"], ["black", "white"]),
        (["--after", "h1 d8 pass 1d1 h1-i7", "--turns"], None),
        (["--position", START], None),
        (["--position", START.replace("base", "monuments"), "-o", "monuments=yes"], None),
        (["--after", "h1 d8 black", "--option", "monuments=true"], None),
    ],
)
def test_legal_from_elsewhere(
    contrada: Command, arguments: list[str], lines: list[str] | None
) -> None:
    answer = contrada("legal", "urbino", *arguments)
    assert (answer.status, answer.err) == (0, "")
    found = answer.out.splitlines()
    assert found == lines if lines else len(found) > 10
    as_data = json.loads(contrada("legal", "urbino", *arguments, "--json").out)
    assert as_data["turns" if "--turns" in arguments else "decisions"] == found
    assert as_data["count"] == len(found)


def test_nothing_is_legal_when_the_game_is_over(contrada: Command) -> None:
    moves = " ".join(first_of_abstract_play()["moves"])
    assert contrada("legal", "urbino", "--after", moves).out == ""
    found = json.loads(contrada("legal", "urbino", "--after", moves, "--json").out)
    assert (found["count"], found["to_move"], found["decisions"]) == (0, None, [])


# --- replay --------------------------------------------------------------------------------------


def test_replay_checks_abstract_play(contrada: Command) -> None:
    answer = contrada("replay", ABSTRACT_PLAY, "--from", "abstractplay", "--check")
    assert (answer.status, answer.err) == (0, "")
    assert re.fullmatch(
        r"50 games, \d{4} plies: all decisions and results are correct\.\n", answer.out
    )


def test_replay_several_files(contrada: Command, ours: Path) -> None:
    answer = contrada("replay", ours, ours)
    *lines, total = answer.out.splitlines()
    assert (len(lines), answer.status, answer.err) == (100, 0, "")
    assert lines[0] == "   1  urbino  39 plies  Black 11, White 13  White wins by points"
    assert total.startswith("100 games, ")


def test_replay_as_json(contrada: Command, ours: Path) -> None:
    found = json.loads(contrada("replay", ours, "--json").out)
    assert (found["count"], len(found["games"])) == (50, 50)
    assert found["plies"] == sum(each["plies"] for each in found["games"])
    assert found["games"][0] == {
        "game": "urbino",
        "title": "0",
        "seats": ["Black", "White"],
        "plies": 39,
        "scores": [11, 13],
        "winners": [1],
        "decided_by": "points",
    }


def test_replay_of_one_unfinished_game_of_people(contrada: Command, tmp_path: Path) -> None:
    """Names may contain what looks like mark-up, in any script, and lines are never broken."""
    path = tmp_path / "one.json"
    names = ("[/red] " + "Ж" * 70, "[bold]")
    record.write(path, [record.record_of(game("urbino").start().play("e5"), names)])
    answer = contrada("replay", path)
    assert answer.out.splitlines() == [
        f"   1  urbino  1 ply  {names[0]} 0, [bold] 0  not finished",
        "1 game, 1 ply: all decisions and results are correct.",
    ]


def test_replay_where_letters_cannot_be_shown(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    record.write(path, [record.record_of(game("urbino").start().play("e5"), ("Ж", "伊"))])
    answer = process("replay", path, changes={"PYTHONIOENCODING": "ascii"})
    assert (answer.status, answer.err) == (0, "")
    assert r"\u0416 0, \u4f0a 0" in answer.out


# --- show ----------------------------------------------------------------------------------------


def test_show_draws_the_end_and_its_text(contrada: Command, ours: Path) -> None:
    answer = contrada("show", ours)
    *picture, text = answer.out.splitlines()
    assert (answer.status, answer.err) == (0, "")
    assert text.endswith(" - over 2 base")
    assert game("urbino").position(text).scores() == (11, 13)
    assert "Game over." in "\n".join(picture)
    assert "\x1b" not in answer.out


@pytest.mark.parametrize("ply", [0, 1, 4, 38, 39])
def test_show_a_ply(contrada: Command, ours: Path, ply: int) -> None:
    here = game("urbino").start()
    for turn in first_of_abstract_play()["moves"][:ply]:
        here = here.play(turn)
    answer = contrada("show", ours, "--ply", str(ply))
    assert answer.out.splitlines()[-1] == here.text


def test_show_another_game(contrada: Command, ours: Path) -> None:
    last = list(record.read(ours))[-1].position
    assert contrada("show", ours, "--game", "50").out.splitlines()[-1] == last.text
    theirs = contrada("show", ABSTRACT_PLAY, "--from", "abstractplay", "--game", "50")
    assert theirs.out == contrada("show", ours, "--game", "50").out


def test_show_districts(contrada: Command, ours: Path) -> None:
    assert "District" not in contrada("show", ours).out
    assert "District  Black" in contrada("show", ours, "--districts").out


def test_show_as_a_seat_sees_it(contrada: Command, ours: Path) -> None:
    everyone = contrada("show", ours).out
    for seat in ("White", "white", "1"):
        assert contrada("show", ours, "--seat", seat).out == everyone


@pytest.mark.parametrize("name", games.NAMES)
def test_show_tells_a_seat_what_it_may_know(contrada: Command, tmp_path: Path, name: str) -> None:
    """The text of a position contains everything, so `show` prints the text of a view."""
    start = game(name).start(seed=1)
    record.write(tmp_path / "game.json", [record.record_of(start)])
    for seat, arguments in ((None, []), (0, ["--seat", "0"]), (1, ["--seat", "1"])):
        seen = contrada("show", tmp_path / "game.json", *arguments).out
        assert start.view(seat)["text"] in seen
        assert (start.text in seen) == (not start.game.facts.hidden)


def test_show_draws_pictures(contrada: Command, ours: Path, tmp_path: Path) -> None:
    def drawn(name: str, *arguments: str) -> str:
        path = tmp_path / name
        answer = contrada("show", ours, "--ply", "30", "--svg", path, *arguments)
        assert (answer.status, answer.out) == (0, f"Drawn to {path}\n")
        picture = path.read_text(encoding="utf-8")
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
        return picture

    plain = drawn("plain.svg")
    assert drawn("light.svg", "--theme", "light") == plain
    others = {drawn("dark.svg", "--theme", "dark"), drawn("districts.svg", "--districts"), plain}
    assert len(others) == 3
    assert len(list(tmp_path.iterdir())) == 4


# --- convert -------------------------------------------------------------------------------------


def test_convert_both_ways(tmp_path: Path, contrada: Command) -> None:
    ours, theirs = tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl"
    answer = contrada("convert", ABSTRACT_PLAY, ours, "--from", "abstractplay")
    assert (answer.status, answer.out, answer.err) == (0, "", f"50 games written to {ours}\n")
    assert contrada("convert", ours, theirs, "--to", "abstractplay").status == 0
    given = [json.loads(line) for line in ABSTRACT_PLAY.read_text(encoding="utf-8").splitlines()]
    written = [json.loads(line) for line in theirs.read_text(encoding="utf-8").splitlines()]
    for key in ("variant", "moves", "scores"):
        assert [game[key] for game in written] == [game[key] for game in given]


def test_convert_one_game_into_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    record.write(path, [record.record_of(game("urbino").start().play("e5"))])
    answer = process("convert", path, "/dev/stdout", "--to", "abstractplay")
    assert json.loads(answer.out) == {"variant": "base", "moves": ["e5"]}
    assert answer.err == "1 game written to /dev/stdout\n"


# --- bench and warm ------------------------------------------------------------------------------


def test_bench_prints_figures(contrada: Command) -> None:
    found = json.loads(contrada("bench", "--seconds", "0.1", "--json").out)
    assert (found["game"], found["options"]) == ("urbino", {"monuments": False})
    assert found["position_bytes"] == len(bytes(game("urbino").start()))
    for by in ("decision", "turn"):
        assert found[f"playouts_by_{by}"]["games_per_second"] > 0
    labels = [label for label, _ in bench.in_words(found)]
    answer = contrada("bench", "urbino", "--seconds", "0.1", "-o", "monuments=true")
    lines = answer.out.splitlines()
    assert [line[:42].rstrip() for line in lines] == labels
    assert all(re.fullmatch(r"[\d,]+", line[43:]) for line in lines)


def test_warm_says_what_was_done(contrada: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """This test treats compiled games as missing; `make soak` really compiles them."""
    monkeypatch.setattr(search_player, "is_compiled", lambda of: of.facts.name != "urbino")
    answer = contrada("warm", "urbino", "urtown")
    assert (answer.status, answer.out) == (0, "")
    assert answer.err == "urtown: ready, from the cache\nurbino: compiled\n"


@pytest.mark.soak
def test_warm_compiles_once(tmp_path: Path) -> None:
    cache = {"CONTRADA_CACHE": str(tmp_path)}
    first, second = (
        process("warm", "urbino", changes=cache),
        process("warm", "urbino", changes=cache),
    )
    assert (first.status, first.out, first.err) == (0, "", "urbino: compiled\n")
    assert (second.status, second.out, second.err) == (0, "", "urbino: ready, from the cache\n")


def test_serving_tells_what_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    hear = serve._Preparing(serve.SHOWN)
    hear("urbe", "loading")
    hear("urbe", "ready")
    assert capsys.readouterr().err == ""  # it was in the cache
    hear("urbino", "compiling")
    hear("urtown", "compiling")
    hear("urtown", "failed")
    hear("urbino", "loading")
    hear("urbino", "ready")
    assert capsys.readouterr().err.splitlines() == [
        "Compiling the rules, once; the page shows which games are ready",
        "urtown: failed, see above",
        "urbino: ready",
    ]


def test_a_bar_takes_no_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Output printed while a bar moves may go elsewhere than the bar."""
    bar = io.StringIO()
    monkeypatch.setattr(compiling, "err", Console(file=bar, force_terminal=True))
    for number in compiling.tracked([1, 2], "Counting"):
        print(number)
    assert capsys.readouterr().out == "1\n2\n"
    assert "Counting" in bar.getvalue()


def test_interrupted(contrada: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "measure", measure)
    answer = contrada("bench")
    assert (answer.status, answer.out, answer.err) == (130, "", "")
