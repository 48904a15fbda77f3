"""Games of the search against itself, to learn from.

A few decisions get a full search and the others a brief one. Now and then a decision is drawn by
visits instead of the best one, so that games differ. What a search estimates are mostly positions
that nobody would play to, so those count as lessons, too: positions that a few random decisions
lead to get a search of their own, and of a full search, all that it visited often is written down.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NamedTuple

import contrada.games as all_games
from contrada.bots.player import Limits
from contrada.bots.search_player import Report, SearchPlayer
from contrada.games.contract import Game, Position, every_choice

THOROUGH = 0.3  # share of decisions with a full search
BRIEF = 8  # how many times shorter the other searches are
CURIOUS = 0.2  # share of decisions drawn at random by visits
ASTRAY = 0.4  # share of positions from which random decisions lead astray
LONGEST_STRAY = 6  # random decisions
SHORT_STRAY = 2  # how many times shorter than a full search the search there is
POOL = 50_000  # nodes
EXPLORED = 8  # visits after which what a full search says of a position off the game is learnt
TWO = 2  # seats; then one seat's gain is the other's loss
OFTEN = 3  # visits after which a decision is written down


class Task(NamedTuple):
    """A game to play."""

    game: str
    options: dict[str, bool | str]
    seats: int
    number: int
    seed: int
    iterations: int  # of a full search
    net: str | None  # a file; without one, only the features are known


@dataclass
class Played:
    """A game that was played, with what the search said about it."""

    number: int
    seed: int  # of the deal
    seats: int
    options: dict[str, bool | str]
    decisions: list[int] = field(default_factory=list)
    results: list[float] = field(default_factory=list)  # [seat]
    scores: list[int] = field(default_factory=list)  # [seat]
    # [ply, whether the search was a full one, the result that it expects for each seat]
    values: list[tuple[int, bool, list[float]]] = field(default_factory=list)
    # [ply, decisions from there that were not played, the result expected for each seat]
    strays: list[tuple[int, list[int], list[float]]] = field(default_factory=list)
    # [ply, decisions, visits] of full searches
    visits: list[tuple[int, list[int], list[int]]] = field(default_factory=list)

    def line(self) -> str:
        """Return the game as a line of text."""
        return json.dumps(asdict(self), separators=(",", ":")) + "\n"


def read(path: Path) -> list[Played]:
    """Read the games of a file; a half-written last line is left out."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    return [Played(**json.loads(line)) for line in text[: text.rfind("\n") + 1].splitlines()]


def tasks(game: Game, number: int, seed: str, iterations: int, net: str | None) -> list[Task]:
    """Plan games: half of them with the fewest seats, and a third with options."""
    chance = random.Random(seed)
    fewest, most = game.facts.seats
    choices = every_choice(game.facts)
    planned = []
    for index in range(number):
        seats = fewest if index % 2 else chance.randint(fewest, most)
        options = choices[0] if index % 3 else chance.choice(choices)
        one = chance.getrandbits(62)
        planned.append(Task(game.name, options, seats, index, one, iterations, net))
    return planned


def play(task: Task) -> Played:
    """Play a game."""
    return _Self(task).play()


class _Self:
    """A game of the search against itself."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.game = all_games.game(task.game, **task.options)
        self.chance = random.Random(task.seed)
        deal, seed = self.chance.getrandbits(62), self.chance.getrandbits(62)
        self.played = Played(task.number, deal, task.seats, task.options)
        pool = max(POOL, self.game.facts.decisions + 1)
        net = task.net or False
        self.player = SearchPlayer(self.game, seed, pool=pool, net=net)

    def play(self) -> Played:
        """Play to the end."""
        played = self.played
        position = self.game.start_fast(played.seats, played.seed)
        while not position.is_over:
            legal = position.legal()
            decision = legal[0] if len(legal) == 1 else self._decide(position)
            played.decisions.append(decision)
            position = position.play(decision)
        outcome = position.outcome()
        assert outcome is not None
        played.results, played.scores = list(outcome.results), list(outcome.scores)
        return played

    def _decide(self, position: Position) -> int:
        ply, thorough = len(self.played.decisions), self.chance.random() < THOROUGH
        report = self._search(position, self.task.iterations // (1 if thorough else BRIEF))
        self.played.values.append((ply, thorough, _expected(report)))
        if thorough:
            tried = [each for each in report.alternatives if each.visits >= OFTEN]
            names, visits = [each.decision for each in tried], [each.visits for each in tried]
            self.played.visits.append((ply, names, visits))
            self._explore(ply, position)
        if self.chance.random() < ASTRAY:
            self._stray(ply, position)
        if self.chance.random() < CURIOUS:
            weights = [each.visits + 1e-9 for each in report.alternatives]
            return self.chance.choices([a.decision for a in report.alternatives], weights)[0]
        return report.decision

    def _explore(self, ply: int, position: Position) -> None:
        """Write down what the latest search found, if it was of this position and nothing else."""
        if position.seats != TWO or self.game.facts.uncertain:
            return
        for line, seat, value in self.player.explored(EXPLORED):
            there = position
            for decision in line:
                there = there.play(decision)
            if not there.is_over:
                own, other = round(value, 4), round(1 - value, 4)
                values = [own, other] if seat == 0 else [other, own]
                self.played.strays.append((ply, list(line), values))

    def _stray(self, ply: int, position: Position) -> None:
        """Search a position that random decisions lead to."""
        taken = []
        for _ in range(self.chance.randint(1, LONGEST_STRAY)):
            if position.is_over:
                return
            taken.append(self.chance.choice(position.legal()))
            position = position.play(taken[-1])
        if not position.is_over:
            report = self._search(position, self.task.iterations // SHORT_STRAY)
            self.played.strays.append((ply, taken, _expected(report)))

    def _search(self, position: Position, iterations: int) -> Report:
        assert position.to_move is not None
        known = position.reimagine(position.to_move, self.chance.getrandbits(62))
        return self.player.consider(known, Limits(iterations=max(iterations, 1)))


def _expected(report: Report) -> list[float]:
    """Return the expected result of each seat.

    The mean over a search holds bad decisions against the seat to move, and the value of the best
    decision flatters it, so with two seats it is halfway between them.
    """
    values, best = list(report.values), report.alternatives[0]
    if len(values) == TWO:
        own = best.value if best.proof is not None else (values[report.seat] + best.value) / 2
        values[report.seat], values[1 - report.seat] = own, 1 - own
    return [round(value, 4) for value in values]
