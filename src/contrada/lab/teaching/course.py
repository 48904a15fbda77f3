"""A course of teaching in its folder: games, training, contest, generation after generation.

A generation plays games with the best network so far, trains a new one on the latest games, and
lets the two play. Everything is written down as it happens and follows from the seed, so a course
that was stopped at any moment goes on where it was, and ends where it would have ended.

    course.json          what is taught, and how
    log.jsonl            a line for each generation that is complete
    0001/games.jsonl     the games of a generation, a line each
    0001/net.npz         the network trained on them
    0001/contest.jsonl   its contest against the best one so far, a log of the arena
    0001/beginning.jsonl its contest against the search without a network, if it won
    strength.svg         a chart of all generations
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from contrada.bots import nets
from contrada.bots.nets import Shape, Taught
from contrada.bots.player import Limits
from contrada.bots.search_player import settled
from contrada.bots.weights import fitted
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import Game
from contrada.lab import arena, processes, ratings
from contrada.lab.balance import Estimate
from contrada.lab.processes import Doing
from contrada.lab.teaching import games as playing
from contrada.lab.teaching import training
from contrada.lab.teaching.games import Played
from contrada.lab.teaching.rows import Reader, Rows, together

FORMAT, VERSION = "contrada teaching", 1
HELD_BACK = 16  # one game in this many is not learnt from
EPOCHS = 5  # how often each row is looked at
FEWEST_STEPS = 50
GIVES_WAY = 10  # how nice a course is to other work
SECONDS_OF_AN_HOUR = 3600


class CourseError(ContradaError):
    """A folder has another course, or none."""


@dataclass(frozen=True)
class Plan:
    """What is taught, and how; the same for all generations."""

    game: str
    seed: int = 0
    games: int = 200  # for each generation
    iterations: int = 600  # of a full search in these games
    contest: int = 80  # games of a contest
    thought: int = 400  # iterations for a turn of a contest
    window: int = 400_000  # positions to learn from: the latest
    search: dict[str, float] = field(default_factory=dict)  # settings that go with the network


@dataclass(frozen=True)
class Generation:
    """What a generation has come to."""

    number: int
    games: int  # played for it
    positions: int  # learnt from
    loss: float  # of the expected results, on games that were held back
    loss_by_features: float  # likewise, without a network
    points: float  # mean error of the expected points, on the same games
    share: Estimate  # of the points against the best network before it
    kept: bool  # whether it is the best one now
    strength: Estimate | None  # share of the points against the search without a network
    hours: float  # of teaching since the beginning

    @staticmethod
    def read(line: str) -> Generation:
        """Read a line of the log."""
        row = json.loads(line)
        for name in ("share", "strength"):
            row[name] = Estimate(**row[name]) if row[name] else None
        return Generation(**row)


Step = Doing | Generation


def give_way() -> None:
    """Let other work on the machine go first."""
    if hasattr(os, "nice"):
        os.nice(max(0, GIVES_WAY - os.nice(0)))


class Course:
    """A course in its folder, new or begun before."""

    def __init__(self, game: Game, plan: Plan, folder: Path, workers: int = 1) -> None:
        """Open a folder; raise `CourseError` if another course is in it."""
        if game.definition.evaluation is None or game.definition.observation is None:
            raise OptionError(f"{game.facts.title} has no features or no observation to learn from")
        self.game, self.plan, self.folder, self.workers = game, plan, folder, workers
        self._weights = fitted(game.definition).weights
        settled(game, self._weights, plan.search)  # fail now rather than after the first games
        self._reader = Reader(game.name, self._weights)
        self._rows: dict[int, tuple[Rows, Rows]] = {}  # of each generation: learnt, held back
        self._begun = time.monotonic()
        self._open()
        self.generations = self._read_log()
        self._hours = self.generations[-1].hours if self.generations else 0.0

    @property
    def best(self) -> Path | None:
        """The best network so far, if any was kept."""
        kept = [each.number for each in self.generations if each.kept]
        return self._of(kept[-1]) / nets.FILE if kept else None

    def run(self, hours: float) -> Iterator[Step]:
        """Teach for this long; a generation that is not complete then goes on the next time."""
        self._begun = time.monotonic()
        until = self._begun + hours * SECONDS_OF_AN_HOUR
        while True:
            for step in self._next():
                yield step
                if time.monotonic() >= until:
                    return

    # --- The folder ---

    def _open(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        about = {"format": FORMAT, "version": VERSION, **asdict(self.plan)}
        path = self.folder / "course.json"
        if not path.exists():
            _write(path, json.dumps(about, indent=1) + "\n")
            return
        found = json.loads(path.read_text(encoding="utf-8"))
        for name, value in about.items():
            if found.get(name) != value:
                raise CourseError(
                    f"{self.folder} has another course: its {name} is {found.get(name)!r}, not "
                    f"{value!r}"
                )

    def _read_log(self) -> list[Generation]:
        path = self.folder / "log.jsonl"
        if not path.exists():
            return []
        text = path.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            _write(path, whole)
        return [Generation.read(line) for line in whole.splitlines()]

    def _of(self, number: int) -> Path:
        """Return the folder of a generation."""
        return self.folder / f"{number:04}"

    def _seed(self, number: int, what: str) -> str:
        return f"{self.plan.seed}/{number}/{what}"

    # --- A generation ---

    def _next(self) -> Iterator[Step]:
        number = len(self.generations) + 1
        self._of(number).mkdir(exist_ok=True)
        yield from self._play(number)
        yield from self._train(number)
        yield from self._judge(number)

    def _play(self, number: int) -> Iterator[Doing]:
        """Play the games of a generation that are not there yet."""
        path, best = self._of(number) / "games.jsonl", self.best
        done = playing.read(path)
        if path.exists():
            _write(path, "".join(each.line() for each in done))  # without a line half written
        planned = playing.tasks(
            self.game,
            self.plan.games,
            self._seed(number, "games"),
            self.plan.iterations,
            str(best) if best else None,
        )[len(done) :]
        with path.open("a", encoding="utf-8", newline="\n") as book:
            for index, played in enumerate(
                processes.mapped(playing.play, planned, self.workers), len(done) + 1
            ):
                book.write(played.line())
                book.flush()
                yield Doing(f"generation {number}: playing", index, self.plan.games)

    def _train(self, number: int) -> Iterator[Doing]:
        """Train a network on the latest games, unless that was done."""
        path = self._of(number) / nets.FILE
        if path.exists():
            return
        yield Doing(f"generation {number}: reading games", 0, 1)
        learnt, held_back = self._latest(number)
        shape, facts = nets.usual_shape(self.game.definition), self.game.facts
        points = self._points(number, learnt)
        inputs = training.Inputs(facts, shape)
        # From nothing each time: a network that goes on would learn old games by heart.
        seed = _number(self._seed(number, "training"))
        parameters = training.fresh(facts, shape, seed)
        steps = max(FEWEST_STEPS, EPOCHS * len(learnt) // training.BATCH)
        observation = self.game.definition.observation
        assert observation is not None
        for step in training.train(
            parameters,
            inputs,
            learnt,
            points,
            steps=steps,
            seed=seed,
            symmetric=observation.symmetric,
        ):
            if step % 10 == 0:
                yield Doing(f"generation {number}: training", step, steps)
        found = training.loss(parameters, inputs, held_back, points)
        made = {
            "by": "contrada lab teach",
            **asdict(self.plan),
            "generation": number,
            "positions": len(learnt),
            **asdict(found),
        }
        self._write_net(path, shape, parameters, points, made)

    def _write_net(
        self,
        path: Path,
        shape: Shape,
        parameters: training.Parameters,
        points: float,
        made: dict[str, Any],
    ) -> None:
        early, late = self._weights.early, self._weights.late
        numbers = training.pack(parameters)
        search = dict(self.plan.search)
        nets.write(Taught(shape, numbers, early, late, points, search, made), path)

    def _points(self, number: int, rows: Rows) -> float:
        """Return the unit of the heads for points: what is usual in the first generation."""
        if number > 1:
            return nets.read(self._of(1) / nets.FILE).points
        gains = rows.gains[~np.isnan(rows.gains)]
        return max(round(float(gains.std()), 2), 1.0) if len(gains) else 1.0

    def _latest(self, number: int) -> tuple[Rows, Rows]:
        """Return what to learn from, and what is held back, of the latest generations."""
        learnt: list[Rows] = []
        held_back: list[Rows] = []
        for each in range(number, 0, -1):
            if each not in self._rows:
                self._rows[each] = self._divided(playing.read(self._of(each) / "games.jsonl"))
            learnt.insert(0, self._rows[each][0])
            held_back.insert(0, self._rows[each][1])
            if sum(map(len, learnt)) >= self.plan.window:
                for old in [known for known in self._rows if known < each]:
                    del self._rows[old]
                break
        return together(learnt), together(held_back)

    def _divided(self, played: list[Played]) -> tuple[Rows, Rows]:
        held_back = [each for each in played if each.number % HELD_BACK == 0]
        learnt = [each for each in played if each.number % HELD_BACK]
        return self._reader.rows(learnt), self._reader.rows(held_back)

    # --- Contests ---

    def _judge(self, number: int) -> Iterator[Step]:
        """Let the new network play, and write down what has come of it."""
        best = self.best
        share = yield from self._contest(number, "contest", best)
        kept = share.mean > 1 / 2
        strength = share if best is None else None
        if kept and best is not None:
            strength = yield from self._contest(number, "beginning", None)
        made = nets.read(self._of(number) / nets.FILE).made
        found = Generation(
            number,
            self.plan.games,
            made["positions"],
            round(made["result"], 4),
            round(made["result_by_features"], 4),
            round(made["points"], 3),
            share,
            kept,
            strength,
            round(self._hours + (time.monotonic() - self._begun) / SECONDS_OF_AN_HOUR, 4),
        )
        with (self.folder / "log.jsonl").open("a", encoding="utf-8", newline="\n") as book:
            book.write(json.dumps(asdict(found)) + "\n")
        self.generations.append(found)
        yield found

    def _contest(
        self, number: int, name: str, rival: Path | None
    ) -> Generator[Doing, None, Estimate]:
        """Play a contest of the new network; return its share of the points."""
        folder = self._of(number)
        made = arena.contest(
            self.game,
            [f"search:net={folder / nets.FILE}", f"search:net={rival or 'no'}"],
            games=self.plan.contest,
            limits=Limits(iterations=self.plan.thought),
            seed=_number(self._seed(number, name)),
        )
        games = []
        for played in arena.play(made, workers=self.workers, log=folder / f"{name}.jsonl"):
            games.append(played)
            yield Doing(f"generation {number}: {name}", len(games), len(made))
        found = ratings.report(made, games)
        return next(each.share for each in found.standings if each.bot == made.bots[0])


def _number(seed: str) -> int:
    """Return a seed as a number."""
    return arena.seed_of("teaching", seed) % 2**32


def _write(path: Path, text: str) -> None:
    """Write a file; it is there whole or not at all."""
    half = path.with_name(path.name + ".half")
    half.write_text(text, encoding="utf-8", newline="\n")
    half.replace(path)
