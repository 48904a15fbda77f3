"""A folder in which puzzles are looked for, game after game.

The games follow from the seed. Each is written down as soon as it has been gone through, so a
search that was stopped at any moment goes on where it was.

    quarry.json    the game, and how the search looks for puzzles
    games.jsonl    a line for each game that was gone through, with its puzzles
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from contrada.errors import ContradaError
from contrada.games.contract import Game, Position
from contrada.lab import processes
from contrada.lab.processes import Doing
from contrada.lab.puzzles import finding, grading
from contrada.lab.puzzles.finding import Found, Line, Seen
from contrada.lab.puzzles.themes import themes

FORMAT, VERSION = "contrada puzzles", 1
SEEDS = 2**20
OF_A_GAME = 3  # puzzles to take from one game, those that stand out most


class QuarryError(ContradaError):
    """A folder or a file has other puzzles, or none."""


@dataclass(frozen=True)
class Plan:
    """Where and how puzzles are looked for."""

    game: str
    seats: int
    seed: int = 0
    iterations: int = finding.GLANCE  # for each decision of the games


@dataclass(frozen=True)
class Entry:
    """A puzzle as it is written down, with texts that the game reads back."""

    id: str  # seats, number of the game, decisions before it
    level: int  # the lowest that finds it
    seat: int
    best: list[str]
    value: float
    rival: str
    rival_value: float
    themes: list[str]
    turn: int
    position: str

    def line(self) -> str:
        """Return the entry as a line of a file."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class Task:
    """A game to play and go through."""

    game: Game
    plan: Plan
    number: int


class Quarry:
    """A folder with the games that were gone through, new or begun before."""

    def __init__(self, game: Game, plan: Plan, folder: Path) -> None:
        """Open a folder; raise `QuarryError` if it is for something else."""
        self.game, self.plan, self.folder = game, plan, folder
        self._open()
        self.games: dict[int, list[Entry]] = self._read()

    @property
    def entries(self) -> list[Entry]:
        """All puzzles so far, the easiest first."""
        found = [each for number in sorted(self.games) for each in self.games[number]]
        return sorted(found, key=lambda each: each.level)

    def run(self, games: int, workers: int = 1) -> Iterator[Doing | list[Entry]]:
        """Go through the games that are left of this many; yield what each of them had."""
        left = [number for number in range(1, games + 1) if number not in self.games]
        tasks = [Task(self.game, self.plan, number) for number in left]
        with (self.folder / "games.jsonl").open("a", encoding="utf-8", newline="\n") as book:
            for index, found in processes.Processes(workers).run(gone_through, tasks):
                number = left[index]
                self.games[number] = found
                row = {"game": number, "puzzles": [asdict(each) for each in found]}
                book.write(json.dumps(row, ensure_ascii=False) + "\n")
                book.flush()
                yield found
                yield Doing("games", len(self.games), games)

    def _open(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        about = {"format": FORMAT, "version": VERSION, **asdict(self.plan)}
        about["options"] = dict(self.game.options)
        path = self.folder / "quarry.json"
        if not path.exists():
            path.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
            return
        found = json.loads(path.read_text(encoding="utf-8"))
        for name, value in about.items():
            if found.get(name) != value:
                raise QuarryError(
                    f"{self.folder} is for other puzzles: its {name} is {found.get(name)!r}, not "
                    f"{value!r}"
                )

    def _read(self) -> dict[int, list[Entry]]:
        path = self.folder / "games.jsonl"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        if whole != text:  # stopped while it wrote a line
            path.write_text(whole, encoding="utf-8", newline="\n")
        rows = [json.loads(line) for line in whole.splitlines()]
        return {row["game"]: [Entry(**each) for each in row["puzzles"]] for row in rows}


def gone_through(task: Task) -> list[Entry]:
    """Play a game and return its puzzles."""
    plan = task.plan
    seed = (plan.seed << 32) + task.number
    positions = list(finding.played(task.game, plan.seats, seed, plan.iterations))
    turns = _turn(positions[-1].position)
    found: dict[int, Found] = {}  # by turn: what comes later in a turn is about the same
    for seen in positions:
        each = _found(seen, plan.iterations, seed)
        if each:
            found.setdefault(_turn(seen.position), each)
    best = sorted(found.items(), key=lambda item: -item[1].margin)[:OF_A_GAME]
    return [_entry(each, turn, turns, f"{plan.seats}-{task.number}") for turn, each in best]


def _turn(position: Position) -> int:
    return len(position.turns_played()) + 1


def _found(seen: Seen, iterations: int, seed: int) -> Found | None:
    """Return what is clearly best in a position, as its text sets it up again."""
    text = seen.position.text
    again = seen.position.game.position(text)
    if again.text != text or again.to_move != seen.position.to_move:
        return None
    found = finding.clearly_best(again, seen.alternatives, iterations, seed % SEEDS)
    if found is None or not _can_be_written(found):
        return None
    other = finding.margin_again(again, found.best, found.rival, SEEDS + seed % SEEDS, iterations)
    return found if other >= finding.MARGIN / 2 else None


def _can_be_written(found: Found) -> bool:
    position = found.position
    return all(
        tuple(position.read(_text(position, line))) == line for line in (found.best, found.rival)
    )


def _entry(found: Found, turn: int, turns: int, source: str) -> Entry:
    position, best = found.position, found.best
    assert position.to_move is not None
    return Entry(
        f"{source}-{turn}",
        grading.grade(position, best),
        position.to_move,
        [_text(position, best)],
        round(found.value, 2),
        _text(position, found.rival),
        round(found.rival_value, 2),
        list(themes(found, turn / turns)),
        turn,
        position.text,
    )


def _text(position: Position, line: Line) -> str:
    *before, last = line
    for decision in before:
        position = position.play(decision)
    return position.decision_text(last)


# --- The file that becomes part of a game --------------------------------------------------------


def added(path: Path, entries: Iterable[Entry], most: int) -> int:
    """Add puzzles to a file that are not in it, until it has this many; return how many were added.

    Those that are in it keep their places, because their numbers are known to people.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    known = [json.loads(line) for line in text.splitlines()]
    keys = {key for each in known for key in (each["id"], each["position"])}
    new: list[Entry] = []
    for each in entries:
        if each.id not in keys and each.position not in keys:
            new.append(each)
            keys |= {each.id, each.position}
    new = _spread(new, max(0, most - len(known)))
    path.write_text(text + "".join(each.line() for each in new), encoding="utf-8", newline="\n")
    return len(new)


def _spread(entries: list[Entry], most: int) -> list[Entry]:
    """Choose this many, as evenly over the levels as there are any, the easiest first."""
    by_level: dict[int, list[Entry]] = {}
    for each in entries:
        by_level.setdefault(each.level, []).append(each)
    chosen: list[Entry] = []
    while len(chosen) < most and by_level:
        for level in sorted(by_level):
            if len(chosen) < most:
                chosen.append(by_level[level].pop(0))
            if not by_level[level]:
                del by_level[level]
    return sorted(chosen, key=lambda each: each.level)


def document(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Return puzzles as JSON objects."""
    return [asdict(each) for each in entries]
