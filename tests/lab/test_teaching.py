"""Teaching: the network in compiled code, its gradients, and courses that go on where they were."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import contrada
import contrada.games as all_games
from contrada.bots import nets
from contrada.bots.nets import Taught
from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.bots.weights import fitted
from contrada.cli.main import run
from contrada.errors import ContradaError
from contrada.games import NAMES, contract, definition
from contrada.games.contract import Position
from contrada.kernel import jit, operations
from contrada.lab.processes import Doing
from contrada.lab.teaching import chart, course, games, training
from contrada.lab.teaching.course import Course, CourseError, Generation, Plan
from contrada.lab.teaching.games import Played
from contrada.lab.teaching.rows import Reader, Rows
from contrada.lab.teaching.training import Inputs, Parameters
from tests import guide
from tests.lab.learnable import learnable

TINY = Plan("urbino", seed=3, games=3, iterations=16, contest=2, thought=8, search={"cutoff": 2})


def scattered(name: str, seed: int = 1) -> tuple[Taught, Parameters]:
    """Return a network that says something at random, as a file has it."""
    found, chance = definition(name), np.random.default_rng(seed)
    shape, weights = nets.usual_shape(found), fitted(found).weights
    plain = training.fresh(found.facts, shape, seed)
    parameters = Parameters(
        *(each + chance.normal(0, 0.05, each.shape).astype(np.float32) for each in plain)
    )
    taught = Taught(shape, training.pack(parameters), weights.early, weights.late, 5.0)
    return taught, training.unpack(found.facts, taught)


def said(name: str, parameters: Parameters, taught: Taught, position: Position) -> list[float]:
    """Return the expected result of each seat, as the network in plain Python says it."""
    reader = Reader(name, fitted(definition(name)).weights)
    seats = position.seats
    nobody = np.zeros(seats)
    row = reader._gathered([reader._row(position, 0, nobody, None, None)])
    inputs = Inputs(definition(name).facts, taught.shape).of(row)
    shares = training.expected(row.base, training.say(parameters, inputs).scores)[0]
    assert position.to_move is not None
    return [float(shares[(seat - position.to_move) % seats]) for seat in range(seats)]


def open_positions(name: str, seats: int) -> Iterator[Position]:
    """Yield positions of random games in which nothing is hidden from the seat to move."""
    for seed in range(20):
        chance, position = random.Random(seed), contrada.game(name).start(seats, seed)
        while not position.is_over:
            legal = position.legal()
            if len(legal) > 1 and chance.random() < 0.2 and position.to_move is not None:
                seen = [position.reimagine(position.to_move, other) for other in range(8)]
                if all(each == seen[0] for each in seen) and not any(
                    position.play(each).is_over for each in legal
                ):
                    yield seen[0]
            position = position.play(chance.choice(legal))


@pytest.mark.parametrize(("name", "seats"), [("urbino", 2), ("urtown", 3)])
def test_compiled_code_says_what_plain_python_says(name: str, seats: int) -> None:
    taught, parameters = scattered(name)
    game = contrada.game(name)
    without = SearchPlayer(game, 1, pool=9000, net=False, cutoff=0)
    player = SearchPlayer(game, 1, pool=9000, net=taught, cutoff=0)
    compared = 0
    for position in open_positions(name, seats):
        found = player.consider(position, Limits(iterations=1))
        after = position.play(found.decision)
        assert found.values == pytest.approx(said(name, parameters, taught, after), abs=1e-5)
        compared += found.values != without.consider(position, Limits(iterations=1)).values
        if compared == 12:
            return
    raise AssertionError(f"only {compared} positions")


def few_rows(number: int = 12) -> Rows:
    """Return positions with random targets."""
    game, chance = contrada.game("urbino"), random.Random(4)
    position, played = game.start_fast(2, 4), Played(0, 4, 2, {})
    while not position.is_over:
        played.values.append((len(played.decisions), True, [0.3, 0.7]))
        played.decisions.append(chance.choice(position.legal()))
        position = position.play(played.decisions[-1])
    played.results, played.scores = [0.0, 1.0], list(position.scores())
    return Reader("urbino", fitted(definition("urbino")).weights).rows([played])[-number:]


def test_gradients_are_those_of_the_loss() -> None:
    rows, facts = few_rows(), definition("urbino").facts
    taught, parameters = scattered("urbino")
    inputs, points = Inputs(facts, taught.shape).of(rows).astype(np.float64), taught.points
    exact = Parameters(*(each.astype(np.float64) for each in parameters))

    def loss_of(changed: Parameters) -> float:
        found = training.say(changed, inputs)
        shares = training.expected(rows.base.astype(np.float64), found.scores)
        wrong = found.gains - rows.gains / points
        by_points = wrong**2 * np.exp(-2 * found.spreads) / 2 + found.spreads
        each = -(rows.results * np.log(shares)).sum(axis=1) + training.POINTS * by_points.sum(
            axis=1
        )
        return float(each.mean())

    slopes = training.gradients(exact, inputs, rows, points)
    chance = np.random.default_rng(5)
    for layer in range(len(exact)):
        way = chance.normal(size=exact[layer].shape)
        moved = [
            loss_of(exact._replace(**{Parameters._fields[layer]: exact[layer] + 1e-6 * by * way}))
            for by in (-1, 1)
        ]
        assert (moved[1] - moved[0]) / 2e-6 == pytest.approx((slopes[layer] * way).sum(), rel=1e-3)


def test_training_learns_what_it_is_shown() -> None:
    rows, facts = few_rows(), definition("urbino").facts
    shape = nets.usual_shape(definition("urbino"))
    parameters, inputs = training.fresh(facts, shape, 1), Inputs(facts, shape)
    before = training.loss(parameters, inputs, rows, 5.0)
    assert before.result == pytest.approx(before.result_by_features)
    list(training.train(parameters, inputs, rows, 5.0, steps=300, seed=1, symmetric=True))
    after = training.loss(parameters, inputs, rows, 5.0)
    assert after.result < before.result - 0.1
    assert after.points < before.points


def mirrored(position: Position) -> Position:
    """Return a position of Urbino as a mirror shows it."""
    rows, architects, *rest = position.text.split(" ")
    squares = [chr(ord("a") + ord("i") - ord(each[0])) + each[1] for each in architects.split(",")]
    # In a row, letters are buildings and digits empty squares, all of one character.
    turned = "/".join(row[::-1] for row in rows.split("/"))
    squares.sort(key=lambda square: (square[1], square[0]))
    return contrada.game("urbino").position(" ".join([turned, ",".join(squares), *rest]))


def test_a_turned_board_is_the_same_game() -> None:
    """The rules and the features find as much in it, and inputs show it turned."""
    position = found = contrada.game("urbino").start_fast(2, 4)
    chance = random.Random(4)
    reader = Reader("urbino", fitted(definition("urbino")).weights)
    inputs = Inputs(definition("urbino").facts, nets.usual_shape(definition("urbino")))
    nobody = np.zeros(2)
    for _ in range(30):
        position = position.play(chance.choice(position.legal()))
        found = position if position.turn_begins else found
    here, there = (
        reader._gathered([reader._row(each, 0, nobody, None, None)])
        for each in (found, mirrored(found))
    )
    assert len(found.legal()) == len(mirrored(found).legal())
    assert here.seen == pytest.approx(there.seen)
    turned = [inputs.turned(here, symmetry).tensors for symmetry in range(8)]
    assert (turned[0] == here.tensors).all()
    assert len({each.tobytes() for each in turned}) == 8
    assert sum((each == there.tensors).all() for each in turned) == 1


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    taught, _ = scattered("urbino")
    path = tmp_path / "net.npz"
    nets.write(replace(taught, search={"cutoff": 0}, made={"by": "hand"}), path)
    assert path.stat().st_size < 300_000
    found = nets.load(definition("urbino"), path)
    assert (found.numbers == taught.numbers).all()
    assert (found.search, found.made, found.shape) == ({"cutoff": 0}, {"by": "hand"}, taught.shape)
    player = SearchPlayer(contrada.game("urbino"), 1, pool=9000, net=str(path))
    assert player.settings.cutoff == 0
    with pytest.raises(ContradaError, match="for another evaluation"):
        nets.load(definition("urtown"), path)
    path.write_bytes(b"nothing")
    nets.read.cache_clear()
    with pytest.raises(ContradaError, match="is not a network"):
        nets.load(definition("urbino"), path)


@pytest.mark.parametrize("name", NAMES)
def test_networks_of_games_are_small_and_say_how_they_were_made(name: str) -> None:
    path = nets.shipped(definition(name))
    if path is not None:
        assert path.stat().st_size <= 300_000
        assert nets.load(definition(name), path).made["by"] == "contrada lab teach"


# --- Courses -------------------------------------------------------------------------------------


def taught_until(folder: Path, generations: int, stops: Iterator[int]) -> Course:
    """Teach until there are so many generations, stopping after these numbers of steps."""
    found = Course(contrada.game("urbino"), TINY, folder)
    while len(found.generations) < generations:
        left = next(stops, 10_000)
        for step in found.run(1.0):
            left -= 1
            if not left or len(found.generations) == generations:
                break
            assert isinstance(step, Doing | Generation)
        if not left:  # as if killed in the middle of a line
            for path in folder.glob("*/games.jsonl"):
                path.write_text(path.read_text(encoding="utf-8") + '{"num', encoding="utf-8")
            found = Course(contrada.game("urbino"), TINY, folder)
    return found


def test_a_course_that_is_stopped_ends_where_it_would_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "FEWEST_STEPS", 4)
    whole = taught_until(tmp_path / "whole", 2, iter([]))
    parts = taught_until(tmp_path / "parts", 2, iter([2, 3, 9, 21, 6]))
    for found, other in zip(whole.generations, parts.generations, strict=True):
        assert replace(found, hours=0) == replace(other, hours=0)
    numbers = [
        nets.read(tmp_path / each / "0002" / nets.FILE).numbers for each in ("whole", "parts")
    ]
    assert (numbers[0] == numbers[1]).all()
    assert nets.read(tmp_path / "parts" / "0002" / nets.FILE).search == {"cutoff": 2}
    again = [games.read(tmp_path / each / "0002" / "games.jsonl") for each in ("whole", "parts")]
    assert again[0] == again[1]
    drawn = chart.svg("Urbino", whole.generations)
    assert drawn.startswith("<svg")
    with pytest.raises(CourseError, match="another course: its seed is 3, not 4"):
        Course(contrada.game("urbino"), replace(TINY, seed=4), tmp_path / "whole")


def test_the_command_teaches_for_the_time_it_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("contrada.cli.lab.give_way", lambda: None)  # these tests go on
    sizes = ["--games", "2", "--iterations", "8", "--contest", "2", "--thought", "8"]
    command = ["lab", "teach", "urbino", *sizes, "--folder", str(tmp_path), "--hours", "0"]
    for setting, status in (("cutoff=2", 0), ("depth=2", 2), ("cutoff=two", 2)):
        with pytest.raises(SystemExit) as ended:
            run([*command, "--search", setting])
        assert ended.value.code == status, capsys.readouterr().err
    about = json.loads((tmp_path / "course.json").read_text(encoding="utf-8"))
    assert (about["game"], about["games"], about["search"]) == ("urbino", 2, {"cutoff": 2})
    assert len(games.read(tmp_path / "0001" / "games.jsonl")) == 1


# --- For hours -----------------------------------------------------------------------------------


@pytest.fixture
def sticks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game of the guide, with something to learn about it."""
    guide.write(tmp_path)
    monkeypatch.setattr(all_games, "__path__", guide.packages(tmp_path))
    monkeypatch.setattr(all_games, "NAMES", (*NAMES, guide.NAME))
    monkeypatch.setenv(jit.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(contract, "_loaded", dict(contract._loaded))
    monkeypatch.setattr(operations, "_rules_by_type", dict(operations._rules_by_type))
    module = import_module(f"contrada.games.{guide.NAME}")
    monkeypatch.setattr(module, "DEFINITION", learnable(module.DEFINITION, tmp_path))
    return guide.NAME


@pytest.mark.soak
def test_two_minutes_make_a_toy_game_stronger(sticks: str, tmp_path: Path) -> None:
    plan = Plan(sticks, seed=1, games=60, iterations=64, contest=40, thought=8)
    taught = Course(contrada.game(sticks), plan, tmp_path / "course")
    list(taught.run(2 / 60))
    strengths = [each.strength.mean for each in taught.generations if each.kept and each.strength]
    assert strengths[-1] > 0.65


@pytest.mark.soak
def test_a_course_that_is_killed_goes_on(tmp_path: Path) -> None:
    sizes = ["--games", "6", "--iterations", "32", "--contest", "2", "--thought", "8"]
    command = [sys.executable, "-m", "contrada", "lab", "teach", "urbino", *sizes]
    for number in range(1, 8):
        process = subprocess.Popen([*command, "--folder", str(tmp_path), "--hours", "1"])
        try:
            _until_there_is_more(tmp_path, process)
        finally:
            process.kill()
            process.wait()
        assert (tmp_path / "course.json").exists(), number
    plan = Plan("urbino", 0, 6, 32, 2, 8)
    parts = Course(contrada.game("urbino"), plan, tmp_path)
    for path in tmp_path.glob("*/games.jsonl"):
        assert [each.number for each in games.read(path)] == list(range(len(games.read(path))))
    next(parts.run(1.0))


def _until_there_is_more(folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until the course has written something new."""
    before = _written(folder)
    while _written(folder) == before:
        assert process.poll() is None
        time.sleep(0.01)


def _written(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*.jsonl"))
