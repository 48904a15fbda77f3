"""Balance reports: wins by seat, character and goal over many games, with confidence intervals."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import partial
from statistics import NormalDist
from typing import Any, NamedTuple

from contrada.bots.entrants import RANDOM, BotError, entrant
from contrada.bots.player import Limits, play_out
from contrada.errors import OptionError
from contrada.games import frames
from contrada.games.contract import Game, Position, ScoreLine
from contrada.lab.engines import Engine
from contrada.lab.processes import Processes, in_order

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
FEWEST = 2  # minimum sample size
SEAT = "seat"


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % confidence interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Trait:
    """How often players with some trait won: a seat, a guild, a character."""

    kind: str
    name: str
    seats: int  # number of seats that had it, over all games
    wins: Estimate  # share of wins; 1 / seats is fair
    score: Estimate


@dataclass(frozen=True)
class Goal:
    """How often a goal was fulfilled by those who had it, and its average points."""

    kind: str
    name: str
    seats: int
    met: Estimate
    earned: Estimate


@dataclass(frozen=True)
class Part:
    """The average points of a seat from one kind of score line."""

    kind: str
    points: Estimate


@dataclass(frozen=True)
class Balance:
    """The balance report of many games."""

    game: str
    title: str
    options: dict[str, bool | str]
    seats: int
    games: int
    player: str
    traits: list[Trait]
    goals: list[Goal]
    parts: list[Part]

    def data(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return asdict(self)

    def to_frame(self, of: str = "traits", library: str | None = None) -> Any:
        """Return a data frame of pandas or polars: of the `traits`, the `goals` or the `parts`."""
        parts = {name: _rows(getattr(self, name)) for name in ("traits", "goals", "parts")}
        return frames.frame_of(frames.part_of(parts, of), library)

    def _repr_html_(self) -> str:
        """Show chart and table; notebooks call this."""
        from contrada.lab import chart  # noqa: PLC0415 - it draws this class

        return chart.html(self)


def _rows(lines: Iterable[Trait | Goal | Part]) -> list[dict[str, Any]]:
    """Return lines of a report as rows, with three columns for each estimate."""
    rows = []
    for line in lines:
        row: dict[str, Any] = {}
        for name, value in vars(line).items():
            row |= frames.estimate(name, value) if isinstance(value, Estimate) else {name: value}
        rows.append(row)
    return rows


def from_data(data: Mapping[str, Any]) -> Balance:
    """Return a report from its JSON object, as `contrada lab balance --json` prints it.

    It may be about components that this process does not play with.
    """
    kinds_of_line = (("traits", Trait), ("goals", Goal), ("parts", Part))
    lines = {name: [_line(kind, each) for each in data[name]] for name, kind in kinds_of_line}
    return Balance(**{**data, **lines})


def _line(kind: Callable[..., Any], data: Mapping[str, Any]) -> Any:
    fields = {
        name: Estimate(**value) if isinstance(value, dict) else value
        for name, value in data.items()
    }
    return kind(**fields)


# --- Estimates -----------------------------------------------------------------------------------


def mean(values: Iterable[float]) -> Estimate:
    """Estimate the mean of a sample of two or more values, or of a counter of values.

    Sums are exact, so the order of the values makes no difference in any digit.
    """
    counts = values if isinstance(values, Counter) else Counter(values)
    size = counts.total()
    total = sum(Fraction(float(value)) * many for value, many in counts.items())
    squares = sum(Fraction(float(value)) ** 2 * many for value, many in counts.items())
    middle = float(total / size)
    margin = Z * math.sqrt((squares - total * total / size) / (size - 1) / size)
    return Estimate(middle, middle - margin, middle + margin)


def share(met: int, of: int) -> Estimate:
    """Estimate a probability from `met` successes in `of` trials (Wilson's interval)."""
    rate, square = met / of, Z * Z / of
    middle = (rate + square / 2) / (1 + square)
    margin = Z / (1 + square) * math.sqrt(rate * (1 - rate) / of + square / (4 * of))
    return Estimate(rate, max(0.0, middle - margin), min(1.0, middle + margin))


# --- Games ---------------------------------------------------------------------------------------


def at_random(game: Game, seats: int, seed: int) -> Position:
    """Play a game with random decisions in all seats."""
    seeds = random.Random(seed)  # one seed for the deal, another for the decisions
    return game.start_fast(seats, seeds.getrandbits(62)).play_to_the_end(seeds.getrandbits(62))


def by_bots(game: Game, seats: int, seed: int, player: str) -> Position:
    """Play a game with a bot of this kind in every seat."""
    seeds = random.Random(seed)
    start = game.start_fast(seats, seeds.getrandbits(62))
    bots = [entrant(player).make(game, seeds.getrandbits(62)) for _ in range(seats)]
    return play_out(start, bots, seeds.getrandbits(62), Limits())


class Finished(NamedTuple):
    """What a report needs from a finished game, by seat."""

    results: tuple[float, ...]
    scores: tuple[int, ...]
    traits: list[dict[str, str]]
    sheets: list[list[ScoreLine]]


def finished(end: Position) -> Finished:
    """Collect the figures of a finished game."""
    outcome, facts = end.outcome(), end.game.facts
    assert outcome is not None
    traits = [
        {SEAT: facts.seat_names[seat], **end.game.definition.traits(end.state, seat)}
        for seat in range(end.seats)
    ]
    return Finished(outcome.results, outcome.scores, traits, end.score_sheet())


Counts = defaultdict[tuple[str, str], Counter[float]]  # how often each value was seen


@dataclass
class _Tally:
    """Running totals, by kind and name; they take no more room for ten million games."""

    wins: Counts = field(default_factory=lambda: defaultdict(Counter))
    scores: Counts = field(default_factory=lambda: defaultdict(Counter))
    goals: Counts = field(default_factory=lambda: defaultdict(Counter))
    parts: dict[str, Counter[float]] = field(default_factory=lambda: defaultdict(Counter))
    seats: int = 0

    def add(self, game: Finished) -> None:
        """Count a finished game."""
        for seat, sheet in enumerate(game.sheets):
            for trait in game.traits[seat].items():
                self.wins[trait][game.results[seat]] += 1
                self.scores[trait][game.scores[seat]] += 1
            points: dict[str, float] = defaultdict(float)
            for line in sheet:
                points[line.what] += line.points
                if line.goal:
                    self.goals[line.what, line.name][line.points] += 1
            for kind, brought in points.items():
                self.parts[kind][brought] += 1
            self.seats += 1


@dataclass(frozen=True)
class Study:
    """A game to study, and how many games of it who plays; `player` is a bot of the arena."""

    game: Game
    seats: int
    games: int
    seed: int = 0
    player: str = RANDOM

    def __post_init__(self) -> None:
        """Check that there is something to study."""
        if self.games < FEWEST:
            raise OptionError(f"a balance report needs {FEWEST} games or more, not {self.games}")
        entrant(self.player)

    def tasks(self) -> list[int]:
        """Return the seeds of all games to play, in order."""
        seeds = random.Random(self.seed)
        return [seeds.getrandbits(62) for _ in range(self.games)]

    @property
    def play(self) -> Callable[[int], Finished]:
        """What plays a game from its seed, possibly in another process."""
        return partial(_play, self, entrant(self.player).mark)

    def report(self, ends: Iterable[Finished]) -> Balance:
        """Return the report of all games, in order: the sums depend on it in the last digit."""
        tally = _Tally()
        for end in ends:
            tally.add(end)
        return self._reported(tally)

    def _reported(self, tally: _Tally) -> Balance:
        return Balance(
            self.game.name,
            self.game.facts.title,
            dict(self.game.options),
            self.seats,
            self.games,
            self.player,
            _traits(tally),
            _goals(tally),
            [Part(kind, _spread(brought, tally.seats)) for kind, brought in tally.parts.items()],
        )

    def run(self, engine: Engine | None = None) -> Iterator[Balance | None]:
        """Play all games; yield None after each, and the report at the end."""
        tally = _Tally()
        for end in in_order((engine or Processes()).run(self.play, self.tasks())):
            tally.add(end)
            yield None
        yield self._reported(tally)


def _play(study: Study, mark: str, seed: int) -> Finished:
    if study.player == RANDOM:
        return finished(at_random(study.game, study.seats, seed))
    if entrant(study.player).mark != mark:
        raise BotError(f"bot {study.player!r} is another file where a worker runs")
    return finished(by_bots(study.game, study.seats, seed, study.player))


def study(
    game: Game,
    seats: int,
    games: int,
    seed: int = 0,
    player: str = RANDOM,
    workers: int = 1,
    engine: Engine | None = None,
) -> Iterator[Balance | None]:
    """Play many games; yield None after each, and the report at the end.

    `player` names a bot as in the arena; it plays all seats. The games are played by this number
    of processes, or where `engine` says.
    """
    yield from Study(game, seats, games, seed, player).run(engine or Processes(workers))


def _traits(tally: _Tally) -> list[Trait]:
    order = list(dict.fromkeys(kind for kind, _ in tally.wins))
    found = [
        Trait(kind, name, wins.total(), mean(wins), mean(tally.scores[kind, name]))
        for (kind, name), wins in tally.wins.items()
        if wins.total() >= FEWEST
    ]
    return sorted(found, key=lambda trait: (order.index(trait.kind), -trait.wins.mean))


def _goals(tally: _Tally) -> list[Goal]:
    found = [
        Goal(kind, name, earned.total(), share(_met(earned), earned.total()), mean(earned))
        for (kind, name), earned in tally.goals.items()
        if earned.total() >= FEWEST
    ]
    return sorted(found, key=lambda goal: (-goal.met.mean, goal.name))


def _met(earned: Counter[float]) -> int:
    return sum(many for points, many in earned.items() if points)


def _spread(brought: Counter[float], seats: int) -> Estimate:
    """Estimate the average points, counting 0 for seats without such a line."""
    return mean(brought + Counter({0.0: seats - brought.total()}))


def kinds(found: Iterable[Trait | Goal]) -> list[str]:
    """Return the kinds of traits or goals, in order of appearance."""
    return list(dict.fromkeys(each.kind for each in found))
