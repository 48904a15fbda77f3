"""Records: a game written down, read back and replayed; docs/records.md describes the format.

Options, seed and turns rebuild every position, so reading a record means playing it: each
decision and the result are checked by the rules.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from contrada import games
from contrada.errors import ContradaError, RecordError
from contrada.games.contract import ForeignFormat, Game, Outcome, Position

VERSION = 1
OURS = "contrada"
LARGEST = 1 << 20  # bytes of one record; the longest game with comments is far below
LONGEST_NAME = 80
LONGEST_COMMENT = 4000

_KEYS = {
    OURS,
    "game",
    "options",
    "seats",
    "seed",
    "position",
    "turns",
    "result",
    "title",
    "comments",
}


@dataclass(frozen=True)
class Record:
    """A game played or being played, with who sat where and what was said about it."""

    position: Position  # where it has come to; it remembers how
    names: tuple[str, ...]
    comments: Mapping[int, str] = field(default_factory=dict)  # by ply, 0 is before the first
    title: str = ""

    @property
    def game(self) -> Game:
        """The game and its options."""
        return self.position.game

    def document(self) -> dict[str, Any]:
        """Return the record as data for JSON."""
        start = self.position.history()[0]
        document: dict[str, Any] = {
            OURS: VERSION,
            "game": self.game.name,
            "options": dict(self.game.options),
            "seats": list(self.names),
        }
        if start.seed is None:
            document["position"] = start.text
        else:
            document["seed"] = start.seed
        document["turns"] = self.position.moves()
        outcome = self.position.outcome()
        document["result"] = _result(outcome) if outcome else None
        if self.title:
            document["title"] = self.title
        if self.comments:
            document["comments"] = {str(ply): text for ply, text in sorted(self.comments.items())}
        return document


def record_of(position: Position, names: Iterable[str] | None = None) -> Record:
    """Write down the game that led to a position."""
    return Record(position, tuple(names or position.game.facts.seat_names[: position.seats]))


def _result(outcome: Outcome) -> dict[str, Any]:
    return {
        "places": list(outcome.places),
        "scores": list(outcome.scores),
        "decided_by": outcome.decided_by,
    }


# --- Reading -------------------------------------------------------------------------------------


def read(path: Path, form: str = OURS, *, recount: bool = False) -> Iterator[Record]:
    """Read and replay the games of a file, one after the other.

    `recount` also counts the legal turns before every ply where a foreign file gives their number.
    """
    number = 0
    try:
        with path.open(encoding="utf-8") as file:
            for text in _documents(file):
                number += 1
                yield _replay(_parse(text), form, recount=recount)
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not text in UTF-8, so it holds no record") from None
    except OSError as wrong:
        raise RecordError(f"{path} cannot be read: {wrong.strerror}") from None
    except ContradaError as wrong:
        raise RecordError(f"{path}, game {number}{wrong}") from None
    if number == 0:
        raise RecordError(f"{path} is empty; expected a record, or one on each line")


def _documents(file: TextIO) -> Iterator[str]:
    """Yield the text of each record: the lines of a file, or all of it if it is a single one."""
    first = file.readline(LARGEST + 1)
    if first and not first.rstrip().endswith("}"):
        yield first + file.read(LARGEST + 1)
        return
    line = first
    while line:
        if line.strip():
            yield line
        line = file.readline(LARGEST + 1)


def _parse(text: str) -> Mapping[str, Any]:
    if len(text) > LARGEST:
        raise RecordError(f": a record has at most {LARGEST:,} characters")
    try:
        document = json.loads(text, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as wrong:
        raise RecordError(f": no JSON at line {wrong.lineno}, column {wrong.colno}") from None
    except RecursionError:
        raise RecordError(": brackets are nested too deeply for a record") from None
    except RecordError:
        raise
    except ValueError:  # a number with thousands of digits
        raise RecordError(": a number is too long for a record") from None
    if not isinstance(document, dict):
        raise RecordError(": a record is a JSON object in braces")
    return document


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) != len(pairs):
        raise RecordError(": a key stands twice in one object")
    return document


def _replay(document: Mapping[str, Any], form: str, *, recount: bool) -> Record:
    """Play a document by the rules; an error begins with where it is within the game."""
    try:
        if form != OURS:
            return _replay_foreign(document, form, recount=recount)
        return _replay_ours(document)
    except RecordError:
        raise
    except ContradaError as wrong:
        raise RecordError(f": {wrong}") from None


def _replay_ours(document: Mapping[str, Any]) -> Record:
    version = document.get(OURS)
    if version != VERSION or isinstance(version, bool):
        raise RecordError(f": not a record of version {VERSION}: {OURS!r} is {version!r}")
    unknown = sorted(set(document) - _KEYS)
    if unknown:
        raise RecordError(f": there is no key {unknown[0]!r} in a record")
    game = games.game(_text(document, "game"), **_options(document))
    names = _texts(document, "seats", LONGEST_NAME)
    position = _play_all(_start(game, document, len(names)), _texts(document, "turns"))
    _check_result(position, document.get("result"))
    title = _text(document, "title") if "title" in document else ""
    return Record(position, tuple(names), _comments(document, len(position.moves())), title)


def _start(game: Game, document: Mapping[str, Any], seats: int) -> Position:
    if ("seed" in document) == ("position" in document):
        raise RecordError(": a record has either a seed or a position to start from")
    if "position" in document:
        return game.position(_text(document, "position"), seats)
    seed = document["seed"]
    if type(seed) is not int:
        raise RecordError(f": 'seed' must be a whole number, not {seed!r}")
    return game.start(seats, seed)


def _play_all(position: Position, turns: list[str]) -> Position:
    for ply, turn in enumerate(turns, 1):
        try:
            after = position.play(turn)
        except ContradaError as wrong:
            raise RecordError(f", ply {ply}: {wrong}") from None
        whole = after.turn_begins and position.turn_begins
        if not whole and ply < len(turns):
            raise RecordError(f", ply {ply}: {turn!r} is only a part of a turn")
        position = after
    if position.moves() != turns:
        pairs = enumerate(zip(turns, position.moves(), strict=True), 1)
        ply, (given, ours) = next((ply, pair) for ply, pair in pairs if pair[0] != pair[1])
        raise RecordError(f", ply {ply}: {given!r} is to be written {ours!r}")
    return position


def _check_result(position: Position, result: Any) -> None:
    outcome = position.outcome()
    expected = _result(outcome) if outcome else None
    if result != expected:
        raise RecordError(f": 'result' is {result!r}, but the rules say {expected!r}")


def _is_text(value: Any) -> bool:
    """Whether it is a text that a file can hold: JSON lets half a character through."""
    return isinstance(value, str) and not any("\ud800" <= mark <= "\udfff" for mark in value)


def _text(document: Mapping[str, Any], key: str) -> str:
    text = document.get(key)
    if not _is_text(text):
        raise RecordError(f": {key!r} must be a text")
    return str(text)


def _texts(document: Mapping[str, Any], key: str, longest: int = LARGEST) -> list[str]:
    texts = document.get(key)
    if not isinstance(texts, list) or not all(map(_is_text, texts)):
        raise RecordError(f": {key!r} must be a list of texts")
    if any(len(text) > longest for text in texts):
        raise RecordError(f": a text in {key!r} is longer than {longest} characters")
    return texts


def _options(document: Mapping[str, Any]) -> dict[str, bool | str]:
    options = document.get("options", {})
    if not isinstance(options, dict):
        raise RecordError(": 'options' must be an object")
    return options


def _comments(document: Mapping[str, Any], plies: int) -> dict[int, str]:
    comments = document.get("comments", {})
    if not isinstance(comments, dict):
        raise RecordError(": 'comments' must be an object")
    known = {str(ply): ply for ply in range(plies + 1)}
    for ply, text in comments.items():
        if ply not in known or not _is_text(text) or len(text) > LONGEST_COMMENT:
            raise RecordError(
                f": 'comments' holds texts of at most {LONGEST_COMMENT} characters by ply, 0 to "
                f"{plies}"
            )
    return {known[ply]: text for ply, text in comments.items()}


# --- Other people's formats ----------------------------------------------------------------------


def formats() -> dict[str, tuple[str, ForeignFormat]]:
    """Return the foreign formats there are, each with the game it is for."""
    return {
        form: (name, reader)
        for name in games.NAMES
        for form, reader in games.definition(name).foreign_formats.items()
    }


def foreign_format(form: str) -> tuple[str, ForeignFormat]:
    """Return the game and the reader and writer of a foreign format."""
    known = formats()
    if form not in known:
        raise RecordError(f"there is no format {form!r}; there is: {', '.join([OURS, *known])}")
    return known[form]


def _replay_foreign(document: Mapping[str, Any], form: str, *, recount: bool) -> Record:
    name, reader = foreign_format(form)
    foreign = reader.read(document)
    start = games.game(name, **foreign.options).start()
    position = _play_all(start, foreign.turns)
    if foreign.scores is not None and foreign.scores != list(position.scores()):
        raise RecordError(f": scores are {foreign.scores}, but the rules say {position.scores()}")
    if recount and foreign.turn_counts is not None:
        _check_counts(position, foreign.turn_counts)
    names = position.game.facts.seat_names[: position.seats]
    return Record(position, names, title=foreign.title)


def _check_counts(position: Position, counts: list[int]) -> None:
    starts = [before for before, _ in position.turns_played()]
    if len(counts) != len(starts):
        raise RecordError(f": {len(counts)} counts of legal turns for {len(starts)} plies")
    for ply, (before, given) in enumerate(zip(starts, counts, strict=True), 1):
        counted = before.count_turns()
        if counted != given:
            raise RecordError(f", ply {ply}: {given} legal turns given, {counted} counted")


# --- Writing -------------------------------------------------------------------------------------


def dumps(record: Record, form: str = OURS) -> str:
    """Write a record on one line."""
    if form == OURS:
        return json.dumps(record.document(), ensure_ascii=False)
    name, writer = foreign_format(form)
    if record.game.name != name:
        raise RecordError(f"the format {form!r} is for {name} only, not for {record.game.name}")
    if record.position.history()[0].seed is None:
        raise RecordError(f"the format {form!r} cannot tell of a game that began elsewhere")
    return json.dumps(writer.write(record.position, record.title), ensure_ascii=False)


def write(path: Path, records: Iterable[Record], form: str = OURS) -> int:
    """Write records to a file, all or nothing; return how many.

    A name ending in `.json` takes one record, laid out for reading; others take one per line.
    """
    texts = [dumps(record, form) for record in records]
    if path.suffix == ".json":
        if len(texts) != 1:
            raise RecordError(f"{path} would hold {len(texts)} games; name it .jsonl, one per line")
        texts = [json.dumps(json.loads(texts[0]), ensure_ascii=False, indent=2)]
    write_text(path, "".join(text + "\n" for text in texts))
    return len(texts)


def write_text(path: Path, text: str) -> None:
    """Put a text in a file so that nobody ever finds half of it."""
    try:
        handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as wrong:
        raise RecordError(f"{path} cannot be written: {wrong.strerror}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        # A temporary file is private; the finished one gets the rights of any new file.
        mask = os.umask(0)
        os.umask(mask)
        Path(unfinished).chmod(0o666 & ~mask)
        Path(unfinished).replace(path)
    except OSError as wrong:
        Path(unfinished).unlink(missing_ok=True)
        raise RecordError(f"{path} cannot be written: {wrong.strerror}") from None
