"""The arena: bots play each other, every deal in every rotation of the seats.

This module has the contest, its games and its log; `ratings` evaluates them.
"""

from __future__ import annotations

import itertools
import json
import operator
import os
import random
import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from contrada.bots.entrants import BotError, Entrant, described, entrant
from contrada.bots.player import Limits
from contrada.errors import ContradaError, OptionError, quoted
from contrada.games.contract import Game, check_seed
from contrada.lab.engines import Engine
from contrada.lab.processes import Processes
from contrada.lab.shards import Shard

FORMAT, VERSION = "contrada arena", 1
FEWEST = 2  # minimum number of bots, and of seats
AS_FIRST_ASKED = "games"  # the only setting that may differ when a log is continued


class ArenaError(ContradaError):
    """A contest cannot continue, or its log belongs to another one."""


class Fixture(NamedTuple):
    """A game to play: the round determines the deal, `seats` says which bot sits where."""

    round: int
    combination: int
    rotation: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Played:
    """A finished game, as in the log; lists are by seat."""

    round: int
    combination: int
    rotation: int
    seats: tuple[int, ...]  # the bot in each seat
    deal: int  # the seed of the deal
    places: tuple[int, ...]
    results: tuple[float, ...]
    scores: tuple[int, ...]
    decisions: int
    seconds: tuple[float, ...]  # spent thinking
    turns: tuple[int, ...]  # number of turns with a choice

    @property
    def fixture(self) -> Fixture:
        """The fixture that was played."""
        return Fixture(self.round, self.combination, self.rotation, self.seats)


# --- The contest ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contest:
    """The game, bots, limits and number of games; create one with `contest`, which checks it."""

    game: Game
    bots: tuple[str, ...]
    seats: int
    games: int  # of each combination, in whole rounds
    limits: Limits
    seed: int

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is worked out from the rest: bots cannot be sent to other processes."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def entrants(self) -> list[Entrant]:
        """The bots, by number."""
        return [entrant(text) for text in self.bots]

    @cached_property
    def names(self) -> list[str]:
        """A unique name for each bot; the second of a kind gets a 2."""
        taken = Counter(each.name for each in self.entrants)
        seen: Counter[str] = Counter()
        names = []
        for each in self.entrants:
            seen[each.name] += 1
            name, number = each.name, seen[each.name]
            while number > 1 and (name in names or name == each.name or taken[name]):
                name, number = f"{each.name} {number}", number + 1
            names.append(name)
        return names

    @property
    def rounds(self) -> int:
        """The number of deals."""
        return self.games // self.seats

    @cached_property
    def combinations(self) -> list[tuple[int, ...]]:
        """Which bots play at a table together.

        If there are more bots than seats: every choice of them. If there are fewer: the bots take
        seats in turn, starting with each bot unless all get the same number of seats anyway.
        """
        bots = range(len(self.bots))
        if len(bots) >= self.seats:
            return list(itertools.combinations(bots, self.seats))
        starts = bots if self.seats % len(bots) else bots[:1]
        return [tuple((start + seat) % len(bots) for seat in range(self.seats)) for start in starts]

    def fixtures(self) -> Iterator[Fixture]:
        """Yield every game, deal by deal."""
        for number in range(self.rounds):
            for combination, bots in enumerate(self.combinations):
                for rotation in range(self.seats):
                    seats = bots[rotation:] + bots[:rotation]
                    yield Fixture(number, combination, rotation, seats)

    def __len__(self) -> int:
        """Return the total number of games."""
        return self.games * len(self.combinations)

    def deal(self, number: int) -> int:
        """Return the seed of a round's deal, which is the same in all its games."""
        return seed_of(self.seed, "deal", number)

    def settings(self) -> dict[str, Any]:
        """Return all settings that matter, as a JSON object."""
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "bots": list(self.bots),
            "names": self.names,
            "marks": [each.mark for each in self.entrants],
            "seats": self.seats,
            AS_FIRST_ASKED: self.games,
            "limits": asdict(self.limits),
            "seed": self.seed,
        }


def contest(
    game: Game,
    bots: Sequence[str],
    *,
    games: int = 100,
    seats: int | None = None,
    limits: Limits | None = None,
    seed: int = 0,
) -> Contest:
    """Create a contest. `games`, for each combination, is rounded up to whole rounds."""
    if len(bots) < FEWEST:
        raise OptionError(f"a contest needs {FEWEST} bots or more, not {len(bots)}")
    if games < 1:
        raise OptionError(f"a contest needs 1 game or more, not {games}")
    table = game.check_seats(max(game.facts.seats[0], FEWEST) if seats is None else seats)
    if table < FEWEST:
        raise OptionError(f"a contest needs {FEWEST} seats or more, not {table}")
    rounded = -(-games // table) * table
    made = Contest(game, tuple(bots), table, rounded, limits or Limits(), check_seed(seed))
    for each in made.entrants:
        each.make(game, 0)  # fail now rather than in the middle of the contest
    return made


def seed_of(*parts: object) -> int:
    """Derive an independent seed from these parts."""
    return random.Random("/".join(map(str, parts))).getrandbits(62)


# --- A game --------------------------------------------------------------------------------------


class _Table:
    """A game in progress: the bots, and the time each has spent."""

    def __init__(self, contest: Contest, fixture: Fixture) -> None:
        self.contest = contest
        self.fixture = fixture
        self.position = contest.game.start(contest.seats, contest.deal(fixture.round))
        self.decisions = 0
        self.seconds = [0.0] * contest.seats
        self.turns = [0] * contest.seats
        self._turn = 0
        self._asked_in = [0] * contest.seats  # the latest turn in which each seat had a choice
        own = (contest.seed, *fixture[:3])
        self._unseen = random.Random(seed_of(*own, "unseen"))
        self._bots = [
            contest.entrants[bot].make(contest.game, seed_of(*own, "bot", seat))
            for seat, bot in enumerate(fixture.seats)
        ]

    def play(self, seat: int) -> None:
        """Play one decision; the bot is not asked if it is forced."""
        self._turn += self.position.turn_begins
        decision, *others = legal = self.position.legal()
        if others:
            decision = self._ask(seat, legal)
        self.position = self.position.play(decision)
        self.decisions += 1

    def _ask(self, seat: int, legal: list[int]) -> int:
        if self._asked_in[seat] != self._turn:
            self._asked_in[seat] = self._turn
            self.turns[seat] += 1
        seen = self.position.reimagine(seat, self._unseen.getrandbits(62))
        begun = time.perf_counter()
        try:
            answer = self._bots[seat].choose(seen, self.contest.limits)
        except (Exception, SystemExit) as wrong:
            raise BotError(f"{self._where(seat)} it raised {described(wrong)}") from wrong
        self.seconds[seat] += time.perf_counter() - begun
        return self._checked(seat, answer, legal)

    def _checked(self, seat: int, answer: object, legal: list[int]) -> int:
        try:
            decision = operator.index(answer)  # type: ignore[arg-type]
        except TypeError:
            raise BotError(
                f"{self._where(seat)} it returned {quoted(repr(answer))}, which is not a decision"
            ) from None
        if decision not in legal or isinstance(answer, bool):
            raise BotError(f"{self._where(seat)} it returned {self._refused(decision)}")
        return decision

    def _refused(self, decision: int) -> str:
        try:
            return f"{decision}, which is not legal: {self.position.why_not(decision)}"
        except ContradaError as wrong:
            return f"{decision}, which is not legal: {wrong}"

    def _where(self, seat: int) -> str:
        name = self.contest.names[self.fixture.seats[seat]]
        deal = self.contest.deal(self.fixture.round)
        return (
            f"bot {name!r} failed in seat {seat} in round {self.fixture.round}, rotation "
            f"{self.fixture.rotation} (deal seed {deal}), at decision {self.decisions}:"
        )


def play_game(contest: Contest, fixture: Fixture) -> Played:
    """Play one game; raise `BotError` if a bot fails."""
    table = _Table(contest, fixture)
    while (seat := table.position.to_move) is not None:
        table.play(seat)
    outcome = table.position.outcome()
    assert outcome is not None
    return Played(
        *fixture,
        deal=contest.deal(fixture.round),
        places=outcome.places,
        results=outcome.results,
        scores=outcome.scores,
        decisions=table.decisions,
        seconds=tuple(round(spent, 6) for spent in table.seconds),
        turns=tuple(table.turns),
    )


# --- Many games ----------------------------------------------------------------------------------


def play(
    contest: Contest,
    *,
    workers: int = 1,
    log: Path | None = None,
    engine: Engine | None = None,
    shard: Shard | None = None,
) -> Generator[Played, None, None]:
    """Play all games, or those of a shard, and yield each as soon as it is finished.

    With a log, the games it already has come first and are not played again. They are played by
    this number of processes, or where `engine` says; that changes the order in which they finish,
    and nothing else.
    """
    place = engine or Processes(workers)
    wanted = list(contest.fixtures())
    if shard:
        wanted = [wanted[number] for number in shard.of_games(len(wanted))]
    if log is None:
        yield from _games(contest, wanted, place)
        return
    with closing(_Log(contest, log, shard)) as book:
        yield from (book.done[fixture] for fixture in wanted if fixture in book.done)
        left = [fixture for fixture in wanted if fixture not in book.done]
        with closing(_games(contest, left, place)) as games:
            for played in games:
                book.append(asdict(played))
                yield played


def _games(
    contest: Contest, fixtures: list[Fixture], engine: Engine
) -> Generator[Played, None, None]:
    marks = [each.mark for each in contest.entrants]
    with closing(engine.run(partial(_play, contest, marks), fixtures)) as results:
        for _, played in results:
            yield played


def _play(contest: Contest, marks: list[str], fixture: Fixture) -> Played:
    """Play a game, perhaps on another machine; its bots must be the same there."""
    for mark, each in zip(marks, contest.entrants, strict=True):
        if each.mark != mark:
            raise BotError(f"bot {each.text!r} is another file where a worker runs")
    return play_game(contest, fixture)


# --- The log -------------------------------------------------------------------------------------


class _Log:
    """The log of a contest, written game by game; a contest can be continued from it."""

    def __init__(self, contest: Contest, path: Path, shard: Shard | None = None) -> None:
        """Open a log and read its games; a half-written last line is dropped."""
        self._path = path
        header = heading(contest) | (shard.heading() if shard else {})
        try:
            text = path.read_bytes().decode("utf-8", "replace") if path.exists() else ""
            whole = text[: text.rfind("\n") + 1]
            if not whole and not _line(header).startswith(text):
                raise self._not_ours()
            self.done = self._read(contest, header, whole.splitlines())
            self._file = path.open("r+" if path.exists() else "x", encoding="utf-8", newline="\n")
            self._file.truncate(len(whole.encode()))
            self._file.seek(0, os.SEEK_END)
        except OSError as wrong:
            raise ArenaError(f"{path}: {wrong.strerror}") from None
        if not whole:
            self.append(header)

    def append(self, row: Mapping[str, Any]) -> None:
        """Write a line and flush it to disk."""
        try:
            self._file.write(_line(row))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as wrong:
            raise ArenaError(f"{self._path}: {wrong.strerror}") from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _read(
        self, contest: Contest, header: Mapping[str, Any], lines: list[str]
    ) -> dict[Fixture, Played]:
        if not lines:
            return {}
        self._check(header, lines[0])
        return read_games(contest, self._path, lines)

    def _check(self, header: Mapping[str, Any], line: str) -> None:
        found = _parsed(line)
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise self._not_ours()
        for name, value in header.items():
            if name != AS_FIRST_ASKED and found.get(name) != value:
                raise ArenaError(
                    f"{self._path} is the log of another contest: its {name} is "
                    f"{json.dumps(found.get(name))}, not {json.dumps(value)}"
                )

    def _not_ours(self) -> ArenaError:
        return ArenaError(f"{self._path} is not a log of the arena")


def heading(contest: Contest) -> dict[str, Any]:
    """Return the first line of a log."""
    return {"format": FORMAT, "version": VERSION, **contest.settings()}


def read_games(contest: Contest, path: Path, lines: Sequence[str]) -> dict[Fixture, Played]:
    """Read all lines of a log but the first, which has the settings."""
    seatings = {fixture[1:] for fixture in contest.fixtures() if fixture.round == 0}
    done: dict[Fixture, Played] = {}
    for number, line in enumerate(lines[1:], 2):
        played = _game_of(line)
        if (
            played is None
            or played.fixture[1:] not in seatings
            or played.deal != contest.deal(played.round)
        ):
            raise ArenaError(f"{path}, line {number}, is not a game of this contest")
        done.setdefault(played.fixture, played)
    return done


def _line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _game_of(line: str) -> Played | None:
    row = _parsed(line)
    if not isinstance(row, dict) or set(row) != {each.name for each in fields(Played)}:
        return None
    lists = {name: tuple(value) for name, value in row.items() if isinstance(value, list)}
    return Played(**(row | lists))
