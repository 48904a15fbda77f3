"""Records: games written to files and read back; docs/records.md describes the format.

A record holds options, seed and turns, from which every position is rebuilt. Reading a record
replays it, so the rules check each decision and the result.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, TextIO

from contrada import games
from contrada.errors import ContradaError, RecordError
from contrada.games.contract import ForeignFormat, Game, Outcome, Position, read_seed

VERSION = 2
BEFORE = 1  # a seed dealt something else then
OURS = "contrada"
LARGEST = 1 << 20  # characters in one record, far more than the longest game with comments
LONGEST_NAME = 80
LONGEST_TITLE = 200
LONGEST_COMMENT = 4000
LONGEST_SENTENCE = 400  # of an error, which may quote the file

_CONTROLS = ("Cc", "Zl", "Zp")
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
    """A finished or unfinished game, with the players' names and comments."""

    position: Position  # the latest one; it knows its history
    names: tuple[str, ...]
    comments: Mapping[int, str] = field(default_factory=dict)  # by ply; 0 is the start
    title: str = ""

    def __post_init__(self) -> None:
        """Check that what is written can be read again."""
        if len(self.names) != self.position.seats:
            raise RecordError(f"{len(self.names)} names for {self.position.seats} seats")
        for name in self.names:
            _check_line(name, "the name of a seat", LONGEST_NAME)
        _check_line(self.title, "the title", LONGEST_TITLE)
        _check_comments(self.comments, len(self.position.turns_played()))

    @property
    def game(self) -> Game:
        """The game, with its options."""
        return self.position.game

    def document(self) -> dict[str, Any]:
        """Return the record as a JSON object."""
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
            document["seed"] = str(start.seed)  # most programs would round a number of this size
        document["turns"] = self.position.moves()
        outcome = self.position.outcome()
        document["result"] = _result(outcome) if outcome else None
        if self.title:
            document["title"] = self.title
        if self.comments:
            document["comments"] = {str(ply): text for ply, text in sorted(self.comments.items())}
        return document


def record_of(position: Position, names: Iterable[str] | None = None) -> Record:
    """Return the record of the game that led to a position."""
    return Record(position, tuple(names or position.game.facts.seat_names[: position.seats]))


def _result(outcome: Outcome) -> dict[str, Any]:
    return {
        "places": list(outcome.places),
        "scores": list(outcome.scores),
        "decided_by": outcome.decided_by,
    }


# --- Checking texts ------------------------------------------------------------------------------


def _is_text(value: Any) -> bool:
    """Whether a value is text that a file can hold; JSON allows lone surrogates, files do not."""
    return isinstance(value, str) and not any("\ud800" <= mark <= "\udfff" for mark in value)


def _check_line(text: Any, what: str, longest: int) -> None:
    """Check that a text fits on one line and holds no control characters."""
    if not _is_text(text) or any(unicodedata.category(mark) in _CONTROLS for mark in text):
        raise RecordError(f"{what} must be one line of text without control characters")
    if len(text) > longest:
        raise RecordError(f"{what} has {len(text)} characters; the limit is {longest}")


def _check_comments(comments: Mapping[Any, Any], plies: int) -> None:
    for ply, text in comments.items():
        if type(ply) is not int or not 0 <= ply <= plies:
            raise RecordError(
                f"the keys of 'comments' must be plies, 0 to {plies}, not {_shown(ply)}"
            )
        if not _is_text(text):
            raise RecordError(f"the comment on ply {ply} must be text")
        if len(text) > LONGEST_COMMENT:
            raise RecordError(
                f"the comment on ply {ply} has {len(text)} characters; "
                f"the limit is {LONGEST_COMMENT}"
            )


def _shown(value: Any, longest: int = 60) -> str:
    """Quote a value as JSON, shortened to fit a sentence."""
    text = json.dumps(value, ensure_ascii=False)
    return _cut(text if text.isprintable() else json.dumps(value), longest)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


# --- Reading -------------------------------------------------------------------------------------


class _PlyError(RecordError):
    """A turn of a record is wrong."""

    def __init__(self, ply: int, sentence: str) -> None:
        super().__init__(sentence)
        self.ply = ply


def read(path: Path, form: str = OURS, *, recount: bool = False) -> Iterator[Record]:
    """Read and replay the games of a file, one by one.

    With `recount`, also compare the number of legal turns at every ply, if the file gives it.
    """
    if form != OURS:
        foreign_format(form)
    number = 0
    with _opened(path) as file:
        for number, (line, text) in enumerate(_documents(file), 1):
            try:
                found = _replay(_parse(text, line), form, recount=recount)
            except ContradaError as wrong:
                raise RecordError(f"{path}, {_where(number, wrong)}") from None
            except RecursionError:
                raise RecordError(
                    f"{path}, game {number}: the brackets are nested too deeply"
                ) from None
            yield found
    if number == 0:
        raise RecordError(f"{path} is empty; expected one record, or one per line")


def loads(text: str, form: str = OURS) -> Record:
    """Read and replay one game from a text."""
    if not text.strip():
        raise RecordError("it is empty; expected a record")
    try:
        return _replay(_parse(text, 1), form, recount=False)
    except RecursionError:
        raise RecordError("the brackets are nested too deeply") from None
    except _PlyError as wrong:
        raise RecordError(f"ply {wrong.ply}: {_cut(str(wrong), LONGEST_SENTENCE)}") from None


def _where(number: int, wrong: ContradaError) -> str:
    ply = f", ply {wrong.ply}" if isinstance(wrong, _PlyError) else ""
    return f"game {number}{ply}: {_cut(str(wrong), LONGEST_SENTENCE)}"


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    """Open a file, skipping the byte order mark that some editors write."""
    _check_file_name(path)
    try:
        with path.open(encoding="utf-8-sig") as file:
            yield file
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not UTF-8 text, so it holds no record") from None
    except OSError as wrong:
        raise RecordError(f"{path} cannot be read: {wrong.strerror}") from None


def _check_file_name(path: Path) -> None:
    try:
        usable = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        usable = False
    if not usable:
        raise RecordError(f"{str(path)!a} is not a valid file name")


def _documents(file: TextIO) -> Iterator[tuple[int, str]]:
    """Yield each record and its first line number: one per line, or one for the whole file."""
    number, line = _next_line(file, 0)
    if line and not _is_whole(line):
        yield number, line + file.read(LARGEST + 1)
        return
    while line:
        yield number, line
        number, line = _next_line(file, number)


def _next_line(file: TextIO, number: int) -> tuple[int, str]:
    """Return the number and text of the next line that is not blank; the text is empty at EOF."""
    while line := file.readline(LARGEST + 1):
        number += 1
        if line.strip():
            break
    return number, line


def _is_whole(line: str) -> bool:
    """Whether a line is complete JSON, or so broken that the next lines cannot complete it."""
    try:
        json.loads(line)
    except json.JSONDecodeError as wrong:
        return wrong.pos < len(line.rstrip())
    except (ValueError, RecursionError):
        return True
    return True


def _parse(text: str, line: int) -> Mapping[str, Any]:
    if len(text) > LARGEST:
        raise RecordError(f"the record is too long; the limit is {LARGEST:,} characters")
    try:
        document = json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_no_number)
    except json.JSONDecodeError as wrong:
        place = f"line {line + wrong.lineno - 1}, column {wrong.colno}"
        raise RecordError(f"{place} is not valid JSON: {wrong.msg}") from None
    except RecordError:
        raise
    except ValueError:  # a number with thousands of digits
        raise RecordError("a number in it is too long") from None
    if not isinstance(document, dict):
        raise RecordError(f"a record must be a JSON object, not {_shown(document)}")
    return document


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for key, value in pairs:
        if key in document:
            raise RecordError(f"the key {_shown(key)} is given twice")
        document[key] = value
    return document


def _no_number(word: str) -> NoReturn:
    raise RecordError(f"{word} is not a number in JSON")


def _replay(document: Mapping[str, Any], form: str, *, recount: bool) -> Record:
    """Play the turns of a document."""
    if form != OURS:
        return _replay_foreign(document, form, recount=recount)
    version = document.get(OURS)
    if type(version) is int and version == BEFORE:
        raise RecordError(
            f"it was written by an older version of Contrada: '{OURS}' must be {VERSION}, not "
            f"{BEFORE}, because the same seed deals other tiles and cards now"
        )
    if type(version) is not int or version != VERSION:
        known = f"'{OURS}' must be {VERSION}"
        found = f", not {_shown(version)}" if OURS in document else " and is missing"
        raise RecordError(f"not a record of this version: {known}{found}")
    unknown = sorted(set(document) - _KEYS)
    if unknown:
        raise RecordError(f"a record has no key {_shown(unknown[0])}")
    game = games.game(_text(document, "game"), **_object(document, "options"))
    names = _texts(document, "seats")
    position = _play_all(_start(game, document, len(names)), _texts(document, "turns"))
    _check_result(position, document.get("result"))
    comments = _comments(_object(document, "comments"))
    return Record(position, tuple(names), comments, document.get("title", ""))


def _start(game: Game, document: Mapping[str, Any], seats: int) -> Position:
    if ("seed" in document) == ("position" in document):
        raise RecordError("a record must have either a 'seed' or a 'position' to start from")
    if "position" in document:
        return game.position(_text(document, "position"), seats)
    seed = document["seed"]
    if not isinstance(seed, str) or not re.fullmatch("0|[1-9][0-9]*", seed, re.ASCII):
        raise RecordError(f"'seed' must be a whole number in quotes, not {_shown(seed)}")
    return game.start(seats, read_seed(seed))


def _play_all(position: Position, turns: list[str]) -> Position:
    for ply, turn in enumerate(turns, 1):
        try:
            position = position.play(turn)
        except ContradaError as wrong:
            raise _PlyError(ply, str(wrong)) from None
        if not position.turn_begins and not position.is_over and ply < len(turns):
            raise _PlyError(ply, f"{_shown(turn)} is only part of a turn")
    for ply, (given, ours) in enumerate(zip(turns, position.moves(), strict=False), 1):
        if given != ours:
            raise _PlyError(ply, f"{_shown(given)} must be written {_shown(ours)}")
    return position


def _check_result(position: Position, result: Any) -> None:
    outcome = position.outcome()
    expected = _result(outcome) if outcome else None
    # Compare as text, because 1 == 1.0 == True in Python.
    if json.dumps(result, sort_keys=True) != json.dumps(expected, sort_keys=True):
        raise RecordError(
            f"'result' is {_shown(result, 120)}, but the rules say {_shown(expected, 120)}"
        )


def _text(document: Mapping[str, Any], key: str) -> str:
    text = document.get(key)
    if not _is_text(text):
        raise RecordError(f"'{key}' must be text, {_instead(document, key)}")
    return str(text)


def _texts(document: Mapping[str, Any], key: str) -> list[str]:
    texts = document.get(key)
    if not isinstance(texts, list) or not all(map(_is_text, texts)):
        raise RecordError(f"'{key}' must be a list of texts, {_instead(document, key)}")
    return texts


def _object(document: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = document.get(key, {})
    if not isinstance(found, dict):
        raise RecordError(f"'{key}' must be a JSON object, {_instead(document, key)}")
    return found


def _instead(document: Mapping[str, Any], key: str) -> str:
    return f"not {_shown(document[key])}" if key in document else "and is missing"


def _comments(comments: Mapping[str, Any]) -> dict[Any, str]:
    """Turn the keys into numbers; the checks refuse those that are not."""
    return {int(ply) if _is_number(ply) else ply: text for ply, text in comments.items()}


def _is_number(ply: str) -> bool:
    return ply.isascii() and ply.isdigit() and len(ply) < 10 and str(int(ply)) == ply


# --- Foreign formats -----------------------------------------------------------------------------


def formats() -> dict[str, tuple[str, ForeignFormat]]:
    """Return all foreign formats, each with its game."""
    return {
        form: (name, reader)
        for name in games.NAMES
        for form, reader in games.definition(name).foreign_formats.items()
    }


def foreign_format(form: str) -> tuple[str, ForeignFormat]:
    """Look up a foreign format and its game."""
    known = formats()
    if form not in known:
        raise RecordError(f"there is no format {form!r}; known: {', '.join([OURS, *known])}")
    return known[form]


def _replay_foreign(document: Mapping[str, Any], form: str, *, recount: bool) -> Record:
    name, reader = foreign_format(form)
    foreign = reader.read(document)
    start = games.game(name, **foreign.options).start()
    position = _play_all(start, foreign.turns)
    scores = list(position.scores())
    if foreign.scores is not None and foreign.scores != scores:
        raise RecordError(f"'scores' are {_shown(foreign.scores)}, but the rules say {scores}")
    if recount and foreign.turn_counts is not None:
        _check_counts(position, foreign.turn_counts)
    names = position.game.facts.seat_names[: position.seats]
    return Record(position, names, title=foreign.title)


def _check_counts(position: Position, counts: list[int]) -> None:
    starts = [before for before, _ in position.turns_played()]
    if len(counts) != len(starts):
        raise RecordError(f"{len(counts)} counts of legal turns for {len(starts)} plies")
    for ply, (before, given) in enumerate(zip(starts, counts, strict=True), 1):
        counted = before.count_turns()
        if counted != given:
            raise _PlyError(ply, f"{given} legal turns given, {counted} counted")


# --- Writing -------------------------------------------------------------------------------------


def dumps(record: Record, form: str = OURS) -> str:
    """Return a record as one line of text."""
    if form == OURS:
        return json.dumps(record.document(), ensure_ascii=False)
    name, writer = foreign_format(form)
    if record.game.name != name:
        raise RecordError(f"the format {form!r} is for {name} only, not for {record.game.name}")
    if record.position.history()[0].seed is None:
        raise RecordError(f"the format {form!r} cannot hold a game that starts from a position")
    return json.dumps(writer.write(record.position, record.title), ensure_ascii=False)


def write(path: Path, records: Iterable[Record], form: str = OURS) -> int:
    """Write all records to a file, or none if one fails; return how many.

    A `.json` file takes one record, indented; any other file takes one record per line.
    """
    count = 0
    with _replacing(path) as file:
        for count, record in enumerate(records, 1):
            text = dumps(record, form)
            if path.suffix == ".json":
                if count > 1:
                    raise RecordError(f"{path} can hold one game only; use .jsonl for several")
                text = json.dumps(json.loads(text), ensure_ascii=False, indent=2)
            file.write(text + "\n")
        if count == 0:
            raise RecordError(f"there is no game to write to {path}")
    return count


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically."""
    with _replacing(path) as file:
        file.write(text)


@contextmanager
def _replacing(path: Path) -> Iterator[TextIO]:
    """Open a temporary file that replaces `path` once everything is written."""
    _check_file_name(path)
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            with path.open("w", encoding="utf-8") as device:  # /dev/stdout, a pipe
                yield device
            return
        target = Path(os.path.realpath(path))  # replace what a link points to, not the link
        unfinished = target.with_name(f".contrada-{secrets.token_hex(8)}")
        try:
            with unfinished.open("x", encoding="utf-8") as file:
                yield file
            if target.is_file():
                unfinished.chmod(stat.S_IMODE(target.stat().st_mode))
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as wrong:
        raise RecordError(f"{path} cannot be written: {wrong.strerror}") from None
    except UnicodeEncodeError:
        raise RecordError(f"{path} cannot be written: the text holds half a character") from None
