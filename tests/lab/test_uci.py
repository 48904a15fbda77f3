"""Engines as entrants: Urbino's moves as they write them, whole games, and what goes wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import contrada
from contrada.bots.entrants import entrant
from contrada.bots.player import Limits, play_out
from contrada.bots.random_player import RandomPlayer
from contrada.bots.uci import Engine, EngineError
from contrada.errors import NotationError, OptionError

FAKE = Path(__file__).with_name("fake_engine.py")
URBINO = contrada.game("urbino")
NAMING = URBINO.start().play("e5").play("d4")
BUILT = NAMING.play("2e4")

# position, move of an engine, our turn
MOVES = [
    pytest.param(URBINO.start(), "A@e5", "e5", id="an architect"),
    pytest.param(URBINO.start().play("e5"), "a@d4", "d4", id="the other"),
    pytest.param(NAMING, "a1a1pe4", "2e4", id="the first building"),
    pytest.param(NAMING, "e5e5", "pass", id="the first building is handed over"),
    pytest.param(NAMING.play("pass"), "a1a1hd5", "1d5", id="and built by the other"),
    pytest.param(BUILT, "a1a1hd5", "1d5", id="both stay"),
    pytest.param(BUILT, "d4f3hf4", "d4-f3,1f4", id="one is repositioned"),
    pytest.param(BUILT, "d4c4t", "d4-c4,3d4", id="building on the square just left"),
    pytest.param(BUILT, "d4c4td4", "d4-c4,3d4", id="the same, in full"),
]


@pytest.mark.parametrize(("position", "move", "turn"), MOVES)
def test_moves_are_read(position: contrada.Position, move: str, turn: str) -> None:
    notation = URBINO.definition.uci
    assert notation is not None
    decisions = notation.read_move(position.state, move)
    assert decisions == URBINO.definition.notation.read_turn(position.state, turn)


FENS = [
    pytest.param(
        URBINO.start(),
        f"9/9/9/9/9/9/9/9/9[Aa{'H' * 18}{'P' * 6}TTT{'h' * 18}{'p' * 6}ttt] w - - 0 1",
        id="start",
    ),
    pytest.param(
        URBINO.start().play("e5"),
        f"9/9/9/9/4A4/9/9/9/9[a{'H' * 18}{'P' * 6}TTT{'h' * 18}{'p' * 6}ttt] b - - 0 1",
        id="one architect",
    ),
    pytest.param(
        NAMING.play("pass"),
        f"9/9/9/9/4a4/3A5/9/9/9[{'H' * 18}{'P' * 6}TTT{'h' * 18}{'p' * 6}ttt] b - - 0 2",
        id="handed over",
    ),
    pytest.param(
        BUILT,
        f"9/9/9/9/4a4/3AP4/9/9/9[{'H' * 18}{'P' * 5}TTT{'h' * 18}{'p' * 6}ttt] b - - 0 3",
        id="a building of the seat that moves first is large",
    ),
]


@pytest.mark.parametrize(("position", "fen"), FENS)
def test_positions_are_written(position: contrada.Position, fen: str) -> None:
    notation = URBINO.definition.uci
    assert notation is not None
    assert notation.fen(position.state) == fen


@pytest.mark.parametrize("move", ["", "d4c4", "e5", "d4c4x", "d4c4te5e6", "j1j2h"])
def test_other_moves_are_refused(move: str) -> None:
    notation = URBINO.definition.uci
    assert notation is not None
    with pytest.raises(NotationError):
        notation.read_move(BUILT.state, move)


def engine(folder: Path, *arguments: str) -> str:
    """Write a program that starts the fake engine; return the text of the entrant."""
    program = folder / "fake"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{FAKE}' {' '.join(arguments)}\n")
    program.chmod(0o755)
    return f"uci:{program}"


@pytest.mark.parametrize("monuments", [False, True])
def test_an_engine_plays_a_game(tmp_path: Path, *, monuments: bool) -> None:
    found = entrant(engine(tmp_path))
    game = contrada.game("urbino", monuments=monuments)
    bot = found.make(game, 0)
    assert isinstance(bot, Engine)
    assert found.name == bot.name == "fake"
    over = play_out(game.start(), [bot, RandomPlayer(1)], 1, Limits(iterations=5))
    assert over.is_over
    bot.close()
    with pytest.raises(EngineError, match="ended"):
        bot.choose(game.start(), Limits(iterations=5))


@pytest.mark.parametrize(
    ("said", "problem"),
    [("A@e5", "answers 'A@e5', which is not legal"), ("(none)", "is not a move like A@e5")],
)
def test_a_wrong_answer_is_an_error(tmp_path: Path, said: str, problem: str) -> None:
    bot = entrant(engine(tmp_path, "--say", f"'{said}'")).make(URBINO, 0)
    with pytest.raises(EngineError, match=problem.replace("(", r"\(")):
        bot.choose(URBINO.start().play("e5"), Limits(seconds=0.01))


def test_an_engine_that_is_not_there() -> None:
    with pytest.raises(OptionError, match="there is no program 'nowhere'"):
        entrant("uci:nowhere")
    with pytest.raises(OptionError, match="no engine can be asked to play Urbe"):
        entrant(f"uci:{sys.executable}").make(contrada.game("urbe"), 0)
