"""Parts of studies and contests: each job of a batch system plays a shard, a merge reads them all.

A part is a file with a JSON object a line: first the settings and the shard, then a line for each
game. A merged report is the same as if all games had been played in one place.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from contrada import games as all_games
from contrada.bots.player import Limits
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import ScoreLine
from contrada.lab import arena, processes, ratings
from contrada.lab.arena import Contest, Fixture, Played
from contrada.lab.balance import Balance, Finished, Study
from contrada.lab.engines import Engine
from contrada.lab.processes import Processes
from contrada.lab.ratings import Report
from contrada.lab.shards import Shard

FORMAT, VERSION = "contrada balance", 1
HERE = Processes()


class ShardError(ContradaError):
    """A part cannot be read or written, or does not belong to the others."""


# --- Playing one ---------------------------------------------------------------------------------


def play_study(study: Study, shard: Shard, out: Path, engine: Engine = HERE) -> Iterator[None]:
    """Play a shard, yielding after each game; the file is there once all games are."""
    unfinished = _unfinished(out)
    numbers, tasks = shard.of_games(study.games), study.tasks()
    mine = [tasks[number] for number in numbers]
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            file.write(_line(_heading(study) | shard.heading()))
            ends = processes.in_order(engine.run(study.play, mine))
            for number, end in zip(numbers, ends, strict=True):
                file.write(_line(_stored(number, end)))
                yield None
        unfinished.replace(out)
    except OSError as wrong:
        raise ShardError(f"{out}: {wrong.strerror}") from None


def play_contest(
    contest: Contest, shard: Shard, out: Path, engine: Engine = HERE
) -> Generator[Played, None, None]:
    """Play a shard, yielding each game; the file is there once all games are.

    If a job before was stopped, its games are not played again.
    """
    unfinished = _unfinished(out)
    yield from arena.play(contest, log=unfinished, engine=engine, shard=shard)
    try:
        unfinished.replace(out)
    except OSError as wrong:
        raise ShardError(f"{out}: {wrong.strerror}") from None


def _unfinished(out: Path) -> Path:
    return out.with_name(f"{out.name}.unfinished")


# --- Merging all ---------------------------------------------------------------------------------


class _Part(NamedTuple):
    """A part as it was written: what it is of, without its shard, and the lines of its file."""

    path: Path
    heading: dict[str, Any]
    shard: int
    lines: list[str]


def merge(paths: Sequence[Path]) -> Balance | Report:
    """Return the report of a study or a contest from all of its parts, in any order."""
    if not paths:
        raise OptionError("a merge needs the parts of a study or a contest")
    parts = _checked([_read(path) for path in paths])
    if parts[0].heading["format"] == arena.FORMAT:
        return _merged_contest(parts)
    return _merged_study(parts)


def _read(path: Path) -> _Part:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        heading = json.loads(lines[0])
        known = {FORMAT: VERSION, arena.FORMAT: arena.VERSION}
        if known.get(heading["format"]) != heading["version"]:
            raise ShardError(f"{path} is not a part of a study of this version")
        shard, shards = heading.pop("shard"), heading["shards"]
        if not (type(shard) is int and type(shards) is int and 1 <= shard <= shards):
            raise ShardError(f"{path} is not a part of a study")
        return _Part(path, heading, shard, lines)
    except OSError as wrong:
        raise ShardError(f"{path}: {wrong.strerror}") from None
    except (ValueError, LookupError, TypeError) as wrong:
        if isinstance(wrong, ContradaError):
            raise
        raise ShardError(f"{path} is not a part of a study") from None


def _checked(parts: list[_Part]) -> list[_Part]:
    """Check that these are all the parts of one study."""
    first, shards = parts[0], dict[int, Path]()
    for part in parts:
        if part.heading != first.heading:
            raise ShardError(f"{part.path} belongs to another study than {first.path}")
        if part.shard in shards:
            raise ShardError(f"{part.path} and {shards[part.shard]} are both shard {part.shard}")
        shards[part.shard] = part.path
    missing = sorted(set(range(1, first.heading["shards"] + 1)) - set(shards))
    if missing:
        raise ShardError(f"parts are missing: shard {', '.join(map(str, missing))}")
    return parts


def _check_games(done: Mapping[Any, object], wanted: int) -> None:
    if len(done) != wanted:
        raise ShardError(f"the parts have {len(done)} of {wanted} games")


# --- Contests ------------------------------------------------------------------------------------


def _merged_contest(parts: list[_Part]) -> Report:
    contest = _contest(parts[0])
    done: dict[Fixture, Played] = {}
    for part in parts:
        done |= arena.read_games(contest, part.path, part.lines)
    _check_games(done, len(contest))
    return ratings.report(contest, done.values())


def _contest(part: _Part) -> Contest:
    said = part.heading
    try:
        game = all_games.game(said["game"], **said["options"])
        limits = Limits(**said["limits"])
        bots = tuple(said["bots"])
        contest = Contest(game, bots, said["seats"], said["games"], limits, said["seed"])
    except (KeyError, TypeError):
        raise ShardError(f"{part.path} is not a part of a contest") from None
    for name, value in json.loads(json.dumps(arena.heading(contest))).items():
        if said.get(name) != value:
            raise ShardError(
                f"{part.path} is of other bots: its {name} is {json.dumps(said.get(name))}, but "
                f"here it is {json.dumps(value)}"
            )
    return contest


# --- Studies -------------------------------------------------------------------------------------


def _merged_study(parts: list[_Part]) -> Balance:
    study = _study(parts[0])
    done: dict[int, Finished] = {}
    for part in parts:
        try:
            done |= dict(map(_game, map(json.loads, part.lines[1:])))
        except (ValueError, KeyError, TypeError):
            raise ShardError(f"{part.path} is not a part of a study") from None
    _check_games(done, study.games)
    return study.report(done[number] for number in range(study.games))


def _heading(study: Study) -> dict[str, Any]:
    settings = {
        "game": study.game.name,
        "options": dict(study.game.options),
        "seats": study.seats,
        "games": study.games,
        "seed": study.seed,
        "player": study.player,
    }
    return {"format": FORMAT, "version": VERSION, **settings}


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def _stored(number: int, end: Finished) -> dict[str, Any]:
    sheets = [
        [[line.what, line.name, int(line.points), line.goal] for line in sheet]
        for sheet in end.sheets
    ]
    return {"number": number, **end._asdict(), "sheets": sheets}


def _game(row: dict[str, Any]) -> tuple[int, Finished]:
    sheets = [
        [ScoreLine(what, name, points, goal=goal) for what, name, points, goal in sheet]
        for sheet in row["sheets"]
    ]
    return row["number"], Finished(
        tuple(row["results"]), tuple(row["scores"]), row["traits"], sheets
    )


def _study(part: _Part) -> Study:
    said = part.heading
    try:
        game = all_games.game(said["game"], **said["options"])
        return Study(game, *(said[name] for name in ("seats", "games", "seed", "player")))
    except (KeyError, TypeError):
        raise ShardError(f"{part.path} is not a part of a study") from None
