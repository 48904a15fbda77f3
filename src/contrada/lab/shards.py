"""Balance studies in pieces: each job of a batch system plays a shard, and a merge reads them all.

A part is a file with a JSON object a line: first the study and the shard, then a line for each
game. A merged report is the same as if all games had been played in one place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contrada import games as all_games
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import ScoreLine
from contrada.lab import balance, processes
from contrada.lab.balance import Balance, Finished, Study

FORMAT, VERSION = "contrada balance", 1


class ShardError(ContradaError):
    """A part cannot be read or written, or does not belong to the others."""


@dataclass(frozen=True)
class Shard:
    """One of several equal pieces of a study: its number from 1 on, and how many there are."""

    number: int
    of: int

    def of_games(self, games: int) -> range:
        """Return the numbers of the games in this shard."""
        return range(self.number - 1, games, self.of)


def read_shard(text: str) -> Shard:
    """Read a shard from text such as `3/40`."""
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
    shard = Shard(*map(int, found.groups())) if found else None
    if shard is None or not 1 <= shard.number <= shard.of:
        raise OptionError(f"a shard is written as NUMBER/ALL, for example 3/40, not {text!r}")
    return shard


def play(study: Study, shard: Shard, out: Path, workers: int = 1) -> Iterator[None]:
    """Play a shard, yielding after each game; the file is there once all games are."""
    unfinished = out.with_name(f"{out.name}.unfinished")
    tasks = study.tasks()
    numbers = shard.of_games(study.games)
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            file.write(_line(_header(study) | {"shard": shard.number, "shards": shard.of}))
            mine = [tasks[number] for number in numbers]
            for number, end in zip(
                numbers, processes.mapped(balance.play, mine, workers), strict=True
            ):
                file.write(_line(_stored(number, end)))
                yield None
        unfinished.replace(out)
    except OSError as wrong:
        raise ShardError(f"{out}: {wrong.strerror}") from None


def merge(parts: Sequence[Path]) -> Balance:
    """Return the report of a study from all of its parts, in any order."""
    study: Study | None = None
    done: dict[int, Finished] = {}
    shards: dict[int, Path] = {}
    for part in parts:
        header, found = _read(part)
        this, shard = _study(part, header), header["shard"]
        if study not in (None, this):
            raise ShardError(f"{part} belongs to another study than {parts[0]}")
        if shard in shards:
            raise ShardError(f"{part} and {shards[shard]} are both shard {shard}")
        study, shards[shard] = this, part
        done |= found
    if study is None:
        raise OptionError("a merge needs the parts of a study")
    missing = sorted(set(range(1, header["shards"] + 1)) - set(shards))
    if missing:
        raise ShardError(f"parts are missing: shard {', '.join(map(str, missing))}")
    if set(done) != set(range(study.games)):
        raise ShardError(f"the parts have {len(done)} of {study.games} games")
    return study.report(done[number] for number in range(study.games))


def _header(study: Study) -> dict[str, Any]:
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


def _read(part: Path) -> tuple[dict[str, Any], dict[int, Finished]]:
    try:
        header, *rows = map(json.loads, part.read_text(encoding="utf-8").splitlines())
        if (header["format"], header["version"]) != (FORMAT, VERSION):
            raise ShardError(f"{part} is not a part of a study of this version")
        return header, dict(map(_game, rows))
    except OSError as wrong:
        raise ShardError(f"{part}: {wrong.strerror}") from None
    except (ValueError, KeyError, TypeError) as wrong:
        if isinstance(wrong, ContradaError):
            raise
        raise ShardError(f"{part} is not a part of a study") from None


def _game(row: dict[str, Any]) -> tuple[int, Finished]:
    sheets = [
        [ScoreLine(what, name, points, goal=goal) for what, name, points, goal in sheet]
        for sheet in row["sheets"]
    ]
    return row["number"], Finished(
        tuple(row["results"]), tuple(row["scores"]), row["traits"], sheets
    )


def _study(part: Path, header: dict[str, Any]) -> Study:
    try:
        game = all_games.game(header["game"], **header["options"])
        rest = (header[name] for name in ("seats", "games", "seed", "player"))
        return Study(game, *rest)
    except (KeyError, TypeError):
        raise ShardError(f"{part} is not a part of a study") from None
