"""Bad input: one sentence that says what was wrong and where, status 2, nothing half-written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from contrada import game, record
from tests.cli.running import ABSTRACT_PLAY, Answer, Command, process

HERE = "9/9/9/9/9/9/9/9/3h5 h1,d8 w turn 0 base"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with good and bad files, so that no test needs a path."""
    monkeypatch.chdir(tmp_path)
    position = game("urbino").start().play("h1").play("d8").play("1d1")
    record.write(tmp_path / "good.json", [record.record_of(position)])
    document = record.record_of(position).document()
    bad = document | {"turns": ["h1", "d8", "1d1", "h1-i7,1d1"]}
    lines = [json.dumps(document), json.dumps(document), json.dumps(bad)]
    (tmp_path / "bad.jsonl").write_text("\n".join(lines), encoding="utf-8")
    counts = {"moves": ["h1", "d8", "1d1"], "legal": [81, 80, 17]}
    (tmp_path / "counts.jsonl").write_text(json.dumps(counts), encoding="utf-8")
    (tmp_path / "two.jsonl").write_text("\n".join(lines[:2]), encoding="utf-8")
    (tmp_path / "empty.json").touch()
    (tmp_path / "folder").mkdir()
    return tmp_path


REFUSED = [
    # what there is not
    ("nonsense", ["no such command 'nonsense'", "'contrada --help'"]),
    ("shwo good.json", ["no such command 'shwo'", "'show'?", "'contrada --help'"]),
    ("--nonsense", ["no such option: --nonsense", "'contrada --help'"]),
    ("legal urbino --nonsense", ["no such option: --nonsense", "'contrada legal --help'"]),
    ("legal", ["missing argument 'GAME'", "'contrada legal --help'"]),
    ("replay", ["missing argument 'FILE'"]),
    ("convert good.json", ["missing argument 'OUT'"]),
    ("legal urbino more", ["unexpected extra argument", "more"]),
    ("legal urbino --after", ["--after", "requires an argument"]),
    # games, options, seats, seeds
    ("legal chess", ["no game 'chess'", "urbino"]),
    ("play chess", ["no game 'chess'", "urbino"]),
    ("bench chess", ["no game 'chess'", "urbino"]),
    ("warm urbino chess", ["no game 'chess'", "urbino"]),
    ("legal urbino -o towers=true", ["no option 'towers'", "monuments"]),
    ("legal urbino -o monuments", ["--option", "NAME=VALUE", "'monuments'"]),
    ("legal urbino -o monuments=perhaps", ["'monuments'", "True", "not 'perhaps'"]),
    ("legal urbino -o monuments=no -o monuments=yes", ["--option 'monuments'", "twice"]),
    ("bench -o towers=true", ["no option 'towers'"]),
    ("play -o towers=true", ["no option 'towers'"]),
    ("legal urbino --seats 3", ["2 seats", "not 3"]),
    ("legal urbino --seats two", ["'--seats'", "integer"]),
    ("legal urbino --seed -1", ["seed", "not -1"]),
    ("bench --seats 9", ["2 seats", "not 9"]),
    ("play --seats 5", ["2 seats", "not 5"]),
    ("play --seat green", ["no seat 'green'", "Black (0), White (1), all or none"]),
    ("play --seat 2", ["no seat '2'", "White (1)"]),
    ("play --seat -1", ["no seat '-1'"]),
    ("play --seed x", ["'--seed'", "integer"]),
    ("play --seed -1", ["seed", "not -1"]),
    ("play --against 9", ["--against", "no opponent '9'", "Newcomer", "Master", "random"]),
    ("play --against 0", ["--against", "no opponent '0'"]),
    ("play --against me", ["--against", "no opponent 'me'"]),
    ("play --against 1 --against 2", ["--against names 2", "1 seat"]),
    ("play --seat all --against 1", ["--against names 1", "0 seats"]),
    ("bench --seconds 0", ["'--seconds'", "0.1"]),
    # hints and analyses
    ("hint chess", ["no game 'chess'", "urbino"]),
    ("hint", ["missing argument 'GAME'"]),
    ("hint urbino --time 0", ["seconds", "more than 0", "not 0"]),
    ("hint urbino --time nan", ["seconds", "more than 0", "not nan"]),
    ("hint urbino --iterations -5", ["iterations", "more than 0", "not -5"]),
    ("hint urbino --threads 0", ["'--threads'"]),
    ("hint urbino --after=h1+h1", ["--after, turn 2: ", "URBINO-SETUP-3"]),
    ("hint urbino --position=9/9", ["--position: ", "Urbino"]),
    ("hint urbino --seats 3", ["2 seats", "not 3"]),
    ("analyse missing.json", ["missing.json cannot be read: No such file"]),
    ("analyse bad.jsonl --game 3", ["bad.jsonl, game 3, ply 4: "]),
    ("analyse good.json --game 2", ["--game", "good.json has 1 game"]),
    ("analyse good.json --game 0", ["--game", "from 1", "not 0"]),
    ("analyse good.json --seat green", ["no seat 'green'", "Black (0), White (1)"]),
    ("analyse good.json --time -1", ["seconds", "more than 0", "not -1"]),
    ("analyse good.json --iterations 0", ["iterations", "more than 0", "not 0"]),
    ("analyse good.json --seed -1", ["seed", "not -1"]),
    ("analyse good.json --chart a.pdf", ["--chart", ".svg", "a.pdf"]),
    ("analyse good.json --chart nowhere/a.svg", ["--chart", "no folder nowhere"]),
    ("analyse good.json --from=chess", ["no format 'chess'"]),
    ("bench --seconds nan", ["'--seconds'", "600"]),
    ("bench --seconds soon", ["'--seconds'", "number"]),
    # legal
    ("legal urbino --after h1,d8", ["--after, turn 1: ", "'h1,d8'"]),
    ("legal urbino --after=h1+h1", ["--after, turn 2: ", "URBINO-SETUP-3"]),
    ("legal urbino --after=h1+d8+1d1+h1-i7,1d1", ["--after, turn 4: ", "URBINO-LOT-3"]),
    ("legal urbino --position=9/9", ["--position: ", "Urbino"]),
    ("legal urbino --position=", ["--position: ", "Urbino"]),
    (f"legal urbino -o monuments=true --position={HERE}", ["--position: ", "'base'"]),
    (f"legal urbino --position={HERE} --after=d8-d8,1g5", ["--after, turn 1: ", "URBINO-TURN-1"]),
    # files
    ("replay missing.json", ["missing.json cannot be read: No such file"]),
    ("replay folder", ["folder cannot be read: Is a directory"]),
    ("replay empty.json", ["empty.json is empty"]),
    ("replay good.json --from=chess", ["no format 'chess'", "contrada, abstractplay"]),
    ("replay good.json --from=abstractplay", ["good.json, game 1: ", "'moves'"]),
    ("replay bad.jsonl --json", ["bad.jsonl, game 3, ply 4: ", "URBINO-LOT-3"]),
    ("replay bad.jsonl --check", ["bad.jsonl, game 3, ply 4: ", "URBINO-LOT-3"]),
    ("replay good.json missing.json --json", ["missing.json cannot be read"]),
    (
        "replay counts.jsonl --from=abstractplay --check",
        ["counts.jsonl, game 1, ply 3: 17 legal turns given, 16 counted"],
    ),
    ("show missing.json", ["missing.json cannot be read: No such file"]),
    ("show good.json --ply 4", ["--ply", "0 to 3", "not 4"]),
    ("show good.json --ply -1", ["--ply", "0 to 3", "not -1"]),
    ("show good.json --ply last", ["'--ply'", "integer"]),
    ("show good.json --game 2", ["--game", "good.json has 1 game", "no game 2"]),
    ("show good.json --game 0", ["--game", "from 1", "not 0"]),
    ("show bad.jsonl --game 3", ["bad.jsonl, game 3, ply 4: "]),
    ("show good.json --seat 2", ["no seat '2'", "Black (0), White (1)"]),
    ("show good.json --theme pink", ["--theme", "light or dark", "'pink'"]),
    ("show good.json --theme dark", ["--theme", "--svg"]),
    ("show good.json --svg folder", ["folder cannot be written: Is a directory"]),
    ("show good.json --svg nowhere/a.svg", ["nowhere/a.svg cannot be written: No such file"]),
    ("show good.json --ply 9 --svg a.svg", ["--ply", "0 to 3"]),
    ("convert missing.json out.json", ["missing.json cannot be read"]),
    ("convert bad.jsonl out.jsonl", ["bad.jsonl, game 3, ply 4: ", "URBINO-LOT-3"]),
    ("convert two.jsonl out.json", ["out.json", "one game only", ".jsonl"]),
    ("convert counts.jsonl out.json --from=abstractplay", ["counts.jsonl, game 1, ply 3: "]),
    ("convert good.json out.json --to=chess", ["no format 'chess'"]),
    ("convert good.json out.json --from=chess", ["no format 'chess'"]),
    ("convert good.json nowhere/out.json", ["nowhere/out.json cannot be written"]),
    ("convert good.json empty.json/out.json", ["cannot be written: Not a directory"]),
    # saved games
    ("play --resume missing.json", ["missing.json cannot be read"]),
    ("play --resume bad.jsonl", ["bad.jsonl", "several games"]),
    ("play --resume two.jsonl", ["two.jsonl", "several games"]),
    ("play --resume last", ["no saved game of urbino", " yet"]),
    ("play urbino --resume last", ["no saved game of urbino yet"]),
    ("play chess --resume good.json", ["no game 'chess'"]),
    ("play --resume good.json --seed 1", ["saved game", "seed"]),
    ("play --resume good.json -o monuments=true", ["saved game", "options"]),
    ("play --resume good.json --seat red", ["no seat 'red'"]),
]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("line", "fragments"), REFUSED, ids=[line for line, _ in REFUSED])
def test_a_sentence_and_nothing_else(
    contrada: Command, folder: Path, state_home: Path, line: str, fragments: list[str]
) -> None:
    before = contents(folder) | contents(state_home)
    arguments = [f"--position={HERE}" if HERE in part else part for part in _words(line)]
    sentence = contrada(*arguments).sentence
    assert [part for part in fragments if part not in sentence] == [], sentence
    assert contents(folder) | contents(state_home) == before


def _words(line: str) -> list[str]:
    """Split at spaces; a + inside a word stands for a space."""
    line = line.replace(HERE, "HERE")
    words = [word.replace("HERE", HERE) for word in line.split(" ")]
    return [word.replace("+", " ") if word.startswith("--after") else word for word in words]


@pytest.mark.parametrize("name", ["name", "definition", "self"])
def test_options_named_like_arguments(contrada: Command, tmp_path: Path, name: str) -> None:
    assert f"no option '{name}'" in contrada("legal", "urbino", "-o", f"{name}=true").sentence
    document = record.record_of(game("urbino").start()).document() | {"options": {name: True}}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert f"no option '{name}'" in contrada("replay", path).sentence


# --- As processes --------------------------------------------------------------------------------


def test_a_process_says_the_same(contrada: Command, folder: Path) -> None:
    line = ("convert", "bad.jsonl", "out")
    assert process(*line).sentence == contrada(*line).sentence
    assert not (folder / "out").exists()


def test_games_before_a_bad_one_are_told(contrada: Command, folder: Path) -> None:
    answer = contrada("replay", "bad.jsonl")
    assert (answer.status, len(answer.out.splitlines())) == (2, 2)
    assert answer.err.startswith("contrada: bad.jsonl, game 3, ply 4: ")


def test_a_target_stays_as_it_was(contrada: Command, folder: Path) -> None:
    (folder / "out.jsonl").write_text("what was there", encoding="utf-8")
    before = contents(folder)
    assert contrada("convert", "bad.jsonl", "out.jsonl").status == 2
    assert contents(folder) == before


def test_a_file_name_that_is_no_text(folder: Path) -> None:
    name = os.fsdecode(b"\xff\xfe.json")
    answer = process("replay", name)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert "cannot be read: No such file" in answer.err


def test_a_file_name_that_would_command_the_terminal(contrada: Command, tmp_path: Path) -> None:
    name = tmp_path / "\x1b[2J\n\x9b.json"
    assert r"\x1b[2J\n\x9b.json cannot be read" in contrada("replay", name).sentence
    record.write(name, [record.record_of(game("urbino").start().play("e5"))])
    assert r"\x1b[2J\n\x9b.json has 1 game" in contrada("show", name, "--game", "2").sentence
    drawn = contrada("show", name, "--svg", name)
    assert drawn.out.endswith("\\x1b[2J\\n\\x9b.json\n")


def into(output: int, *arguments: str | Path) -> Answer:
    """Run a command that prints to a file descriptor."""
    ran = subprocess.run(
        [sys.executable, "-m", "contrada", *map(str, arguments)],
        stdout=output,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    return Answer(ran.returncode, "", ran.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        ["legal", "urbino", "--after", "h1 d8 1d1", "--turns", "--json"],
        ["play", "--against", "random", "--seat", "none", "--seed", "1"],
        ["show", ABSTRACT_PLAY, "--from", "abstractplay"],
    ],
    ids=["json", "play", "show"],
)
def test_nobody_reads_on(arguments: list[str | Path]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    answer = into(writer, *arguments)
    os.close(writer)
    assert (answer.status, answer.err) == (1, "")


def test_somebody_reads_the_first_line_only() -> None:
    command = [
        sys.executable,
        "-m",
        "contrada",
        "legal",
        "urbino",
        "--after",
        "h1 d8 1d1",
        "--turns",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout
        assert program.stderr
        assert program.stdout.readline() == b"h1-a1,1d4\n"
        program.stdout.close()
        assert program.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_no_room_to_print() -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    answer = into(full, "legal", "urbino")
    os.close(full)
    assert answer.sentence == "the output: No space left on device"
