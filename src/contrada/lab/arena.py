"""The arena: bots play each other, every deal with every rotation of the seating.

Here are the contest, its games and its log; what they come to is in `ratings`.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import operator
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, NamedTuple

from contrada import games as all_games
from contrada.bots.entrants import BotError, Entrant, described, entrant
from contrada.bots.player import Limits
from contrada.errors import ContradaError, OptionError, quoted
from contrada.games.contract import Game, check_seed

FORMAT, VERSION = "contrada arena", 1
FEWEST = 2  # bots, and seats
AS_FIRST_ASKED = "games"  # the one setting that may change when a log goes on


class ArenaError(ContradaError):
    """A contest that cannot go on, or a log that is not its own; the text says why."""


class Fixture(NamedTuple):
    """A game to be played: the round says which deal, `seats` which bot sits where."""

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
    seats: tuple[int, ...]  # the bot in each
    deal: int  # the seed
    places: tuple[int, ...]
    results: tuple[float, ...]
    scores: tuple[int, ...]
    decisions: int
    seconds: tuple[float, ...]  # of thinking
    turns: tuple[int, ...]  # in which there was something to think about

    @property
    def fixture(self) -> Fixture:
        """The game that this has been."""
        return Fixture(self.round, self.combination, self.rotation, self.seats)


# --- The contest ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contest:
    """Who plays what, how often and by which limits; `contest` makes one and checks it."""

    game: Game
    bots: tuple[str, ...]
    seats: int
    games: int  # of each combination, whole rounds
    limits: Limits
    seed: int

    @cached_property
    def entrants(self) -> list[Entrant]:
        """The bots, by number."""
        return [entrant(text) for text in self.bots]

    @cached_property
    def names(self) -> list[str]:
        """A name of its own for each bot: the second of a kind gets a 2."""
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
        """How many deals are played."""
        return self.games // self.seats

    @cached_property
    def combinations(self) -> list[tuple[int, ...]]:
        """Who meets whom.

        Too many bots for a table: each choice of them. Too few: the seats are filled by going
        round, starting with each bot unless all get the same number of seats anyway.
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
        """How many games there are in all."""
        return self.games * len(self.combinations)

    def deal(self, number: int) -> int:
        """Return the seed of a round's deal, the same for all who play it."""
        return _seed(self.seed, "deal", number)

    def settings(self) -> dict[str, Any]:
        """Return all that makes a difference, as data for JSON."""
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
    """Settle a contest. `games`, of each combination, is rounded up to whole rounds."""
    if len(bots) < FEWEST:
        raise OptionError(f"a contest takes {FEWEST} bots or more, not {len(bots)}")
    if games < 1:
        raise OptionError(f"a contest takes 1 game or more, not {games}")
    table = game.check_seats(max(game.facts.seats[0], FEWEST) if seats is None else seats)
    if table < FEWEST:
        raise OptionError(f"a contest takes {FEWEST} seats or more, not {table}")
    rounded = -(-games // table) * table
    made = Contest(game, tuple(bots), table, rounded, limits or Limits(), check_seed(seed))
    for each in made.entrants:
        each.make(game, 0)  # whatever is wrong with it had better show now
    return made


def _seed(*parts: object) -> int:
    """Derive a seed; those of different parts have nothing to do with each other."""
    return random.Random("/".join(map(str, parts))).getrandbits(62)


# --- A game --------------------------------------------------------------------------------------


class _Table:
    """A game under way: who sits where, and what each has spent."""

    def __init__(self, contest: Contest, fixture: Fixture) -> None:
        self.contest = contest
        self.fixture = fixture
        self.position = contest.game.start(contest.seats, contest.deal(fixture.round))
        self.decisions = 0
        self.seconds = [0.0] * contest.seats
        self.turns = [0] * contest.seats
        self._turn = 0
        self._asked_in = [0] * contest.seats  # the latest turn in which a seat was asked
        own = (contest.seed, *fixture[:3])
        self._unseen = random.Random(_seed(*own, "unseen"))
        self._bots = [
            contest.entrants[bot].make(contest.game, _seed(*own, "bot", seat))
            for seat, bot in enumerate(fixture.seats)
        ]

    def play(self, seat: int) -> None:
        """Play one decision; a forced one is no question."""
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
                f"{self._where(seat)} it returned {quoted(repr(answer))}, which is no decision"
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
            f"bot {name!r} has failed as seat {seat} in round {self.fixture.round}, rotation "
            f"{self.fixture.rotation} (deal seed {deal}), at decision {self.decisions}:"
        )


def play_game(contest: Contest, fixture: Fixture) -> Played:
    """Play one game; `BotError` says what a bot did wrong."""
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
    contest: Contest, *, workers: int = 1, log: Path | None = None
) -> Generator[Played, None, None]:
    """Play all games, and yield each as soon as it is finished.

    With a log, the games that it has already come first and are not played again. What is played
    does not depend on the workers, only the order in which games are finished does.
    """
    if workers < 1:
        raise OptionError(f"a contest takes 1 worker or more, not {workers}")
    if log is None:
        yield from _games(contest, list(contest.fixtures()), workers)
        return
    with closing(_Log(contest, log)) as book:
        wanted = list(contest.fixtures())
        yield from (book.done[fixture] for fixture in wanted if fixture in book.done)
        left = [fixture for fixture in wanted if fixture not in book.done]
        for played in _games(contest, left, workers):
            book.append(asdict(played))
            yield played


def _games(contest: Contest, fixtures: list[Fixture], workers: int) -> Iterator[Played]:
    if workers == 1 or len(fixtures) <= 1:
        return (play_game(contest, fixture) for fixture in fixtures)
    return _by_workers(contest, fixtures, min(workers, len(fixtures)))


Channel = connection.Connection  # fixtures one way, games or what was wrong the other
Crew = dict["Channel[Any, Any]", SpawnProcess]


def _by_workers(contest: Contest, fixtures: list[Fixture], workers: int) -> Iterator[Played]:
    """Hand a game to whoever is idle; all workers end with the contest, or when it is given up."""
    waiting = iter(fixtures)
    crew = _hire(contest, workers)
    try:
        busy = set(crew)
        for channel, fixture in zip(crew, waiting, strict=False):
            channel.send(fixture)
        while busy:
            for channel in busy & set(connection.wait(list(busy))):
                played = _received(channel, crew[channel])
                following = next(waiting, None)
                if following:
                    channel.send(following)
                else:
                    busy.remove(channel)
                yield played
    finally:
        for channel, process in crew.items():
            channel.close()
            process.terminate()
            process.join()


def _hire(contest: Contest, workers: int) -> Crew:
    """Start processes that know the contest; each waits at its channel for games to play."""
    spawn = multiprocessing.get_context("spawn")
    game = (contest.game.name, dict(contest.game.options))
    rest = (contest.bots, contest.seats, contest.games, contest.limits, contest.seed)
    crew: Crew = {}
    with _keys_ignored():
        for _ in range(workers):
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=_work, args=(theirs, game, rest), daemon=True)
            process.start()
            theirs.close()
            crew[ours] = process
    return crew


@contextmanager
def _keys_ignored() -> Iterator[None]:
    """Let processes that are started now ignore Ctrl-C; whoever started them ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(
    channel: Channel[Any, Any], game: tuple[str, dict[str, bool | str]], rest: tuple[Any, ...]
) -> None:
    """Play the games that come through a channel, in a process of its own."""
    name, options = game
    known = Contest(all_games.game(name, **options), *rest)
    try:
        while True:
            fixture = channel.recv()
            try:
                channel.send(play_game(known, fixture))
            except ContradaError as wrong:
                channel.send(str(wrong))
    except (EOFError, OSError):  # nobody is there any more
        return


def _received(channel: Channel[Any, Any], process: SpawnProcess) -> Played:
    try:
        answer = channel.recv()
    except (EOFError, OSError):
        process.join()
        raise ArenaError(f"a worker has ended by itself, with status {process.exitcode}") from None
    if isinstance(answer, str):
        raise BotError(answer)
    assert isinstance(answer, Played)
    return answer


# --- The log -------------------------------------------------------------------------------------


class _Log:
    """A file that a contest is written to, game by game, and goes on from."""

    def __init__(self, contest: Contest, path: Path) -> None:
        """Read what is there; what a crash has torn off at the end is dropped."""
        self._path = path
        header = {"format": FORMAT, "version": VERSION, **contest.settings()}
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
        """Write a line so that it is there whatever happens next."""
        try:
            self._file.write(_line(row))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as wrong:
            raise ArenaError(f"{self._path}: {wrong.strerror}") from None

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _read(
        self, contest: Contest, header: Mapping[str, Any], lines: list[str]
    ) -> dict[Fixture, Played]:
        if not lines:
            return {}
        self._check(header, lines[0])
        seatings = {fixture[1:] for fixture in contest.fixtures() if fixture.round == 0}
        done: dict[Fixture, Played] = {}
        for number, line in enumerate(lines[1:], 2):
            played = _game_of(line)
            if (
                played is None
                or played.fixture[1:] not in seatings
                or played.deal != contest.deal(played.round)
            ):
                raise ArenaError(f"{self._path}, line {number}, is no game of this contest")
            done.setdefault(played.fixture, played)
        return done

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
        return ArenaError(f"{self._path} is no log of the arena")


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
