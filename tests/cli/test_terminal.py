"""Playing at a real terminal: a program, a screen of 80 columns, and somebody who types."""

from __future__ import annotations

from pathlib import Path

import pytest

from contrada import record
from tests.cli.running import ABSTRACT_PLAY, Command, Terminal, process

pty = pytest.importorskip("pty")


def kept(state_home: Path) -> list[str]:
    (found,) = record.read(state_home / "contrada" / "last-urbino.json")
    return found.position.moves()


def test_an_evening(tmp_path: Path, state_home: Path) -> None:
    """Help, moves, a refusal, a turn in two steps, undo, save, quit; then continue.

    Some words are completed by Tab.
    """
    saved = tmp_path / "game.json"
    with Terminal("play", "--against", "random", "--seed", "1") as terminal:
        first = terminal.see()
        assert first.startswith("Urbino. You play Black against Random.")
        assert first.endswith("Black, place an architect> ")
        helped = terminal.type("he\t\n")
        assert "the board with its districts" in helped
        assert "take back your last turn" in helped
        assert "a1 b1 c1" in terminal.line("moves")
        answer = terminal.line("e5")
        assert "White plays i2" in answer
        assert answer.endswith("Black, choose who builds first> ")
        assert "URBINO-LOT-3" in terminal.line("1e5")
        assert "Look at e5." in terminal.line("why 1e5")
        assert terminal.line("black").endswith("Black, build the first building> ")
        assert terminal.line("1i1").endswith("Black, reposition or build> ")
        assert "too many to list" in terminal.line("turns")
        assert terminal.line("stay").endswith("Black, build> ")
        assert "Standing alone: 2" in terminal.type("dist\t\n")
        assert terminal.line("undo").endswith("Black, reposition or build> ")
        assert "Saved to" in terminal.line(f"save {saved}")
        terminal.line("quit", until="Goodbye|--resume last")
        said, status = terminal.end()
        assert (said.strip(), status) == ("", 0)
        for colour in ("\x1b[1;31m(A)", "\x1b[1;32m+", "\x1b[1;38;5;230;48;5;94m[H]"):
            assert colour in terminal.raw
        assert "Traceback" not in terminal.raw
    assert kept(state_home) == ["e5", "i2", "1i1", "e5-h8,1h2"]
    assert next(record.read(saved)).position.moves() == kept(state_home)

    with Terminal("play", "--resume", "last") as terminal:
        assert terminal.see().endswith("Black, reposition or build> ")
        assert "White plays " in terminal.line("h8-a1,2i9")
        terminal.type("\x04", until="--resume last")  # Ctrl-D
        assert terminal.end()[1] == 0
    assert kept(state_home)[4] == "h8-a1,2i9"
    assert len(kept(state_home)) == 6


def test_ctrl_c_keeps_the_game(state_home: Path) -> None:
    with Terminal("play", "--against", "random", "--seed", "3", "--seat", "white") as terminal:
        assert "Black plays d4" in terminal.see()
        terminal.line("e5")
        terminal.type("half a line", until="half a line$")
        terminal.await_a_key()
        terminal.interrupt(until="--resume last")
        said, status = terminal.end()
        assert (said.strip(), status) == ("", 0)
        assert "Traceback" not in terminal.raw
    assert kept(state_home)[:2] == ["d4", "e5"]


def test_pictures_have_colours_at_a_terminal_only(contrada: Command) -> None:
    arguments = ("show", ABSTRACT_PLAY, "--from", "abstractplay")
    with Terminal(*arguments) as terminal:
        shown, status = terminal.end()
        assert status == 0
        assert "\x1b[1;31m(A)" in terminal.raw
    answer = contrada(*arguments)
    assert "\x1b" not in answer.out
    assert [line.rstrip() for line in shown.splitlines()] == [
        line.rstrip() for line in answer.out.splitlines()
    ]


def test_progress_goes_elsewhere_than_results(tmp_path: Path) -> None:
    """Even with a progress bar on the terminal, output goes where it was sent."""
    path = tmp_path / "out.txt"
    arguments = ("replay", ABSTRACT_PLAY, "--from", "abstractplay", "--check")
    with path.open("wb") as out, Terminal(*arguments, out=out.fileno()) as terminal:
        shown, status = terminal.end()
    assert status == 0
    assert path.read_text(encoding="utf-8").startswith("50 games, ")
    assert "Replaying" in shown
    assert "50 games" not in shown


def test_a_pipe_is_no_terminal(state_home: Path) -> None:
    answer = process("play", "--against", "random", "--seed", "1", typing="e5\n\udcff\nmoves\n")
    assert (answer.status, answer.err) == (0, "")
    assert "\x1b" not in answer.out
    assert "Black, choose who builds first> moves\nblack  white\n" in answer.out
    assert kept(state_home) == ["e5", "i2"]
