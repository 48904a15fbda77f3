"""Records: what is written can be read again, and damaged files give a clear error."""

from __future__ import annotations

import json
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import contrada
from contrada import record
from contrada.errors import RecordError
from contrada.games.contract import Position
from contrada.kernel.chance import MOST_SEED

ABSTRACT_PLAY = Path(__file__).parent / "games" / "urbino" / "abstractplay.jsonl"
OPENING = ["h1", "d8", "1d1", "h1-i7,1g5", "i7-a4,1d7"]
ANY_SCRIPT = ("Фёдор Ивáнович", "伊藤 👩‍💻 فاطمة")

Document = dict[str, Any]


def after(turns: list[str], start: Position | None = None) -> Position:
    position = start or contrada.game("urbino").start()
    for turn in turns:
        position = position.play(turn)
    return position


def opening() -> Document:
    """A game of five turns, as a document to damage."""
    return record.record_of(after(OPENING), ("Ada", "Bob")).document()


def finished() -> Document:
    return next(record.read(ABSTRACT_PLAY, "abstractplay")).document()


def saved(path: Path, *documents: Any) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in documents), encoding="utf-8")
    return path


def refusal(path: Path, form: str = record.OURS, *, recount: bool = False) -> str:
    """Read a bad file; return the error."""
    with pytest.raises(RecordError) as refused:
        list(record.read(path, form, recount=recount))
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert len(sentence) < len(str(path)) + record.LONGEST_SENTENCE + 50
    return sentence


@contextmanager
def as_nobody_special() -> Iterator[None]:
    """Drop root's rights, if root runs the tests."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


# --- There and back ------------------------------------------------------------------------------

MIDDLE = "9/9/9/9/9/9/9/9/3h5 i7,d8 w build 0 base"


def starting_from(text: str, turns: list[str]) -> Position:
    return after(turns, contrada.game("urbino").position(text))


def rich_start() -> Position:
    return contrada.game("urbino", monuments=True).start(seed=MOST_SEED)


GAMES: dict[str, Callable[[], record.Record]] = {
    "no turn yet": lambda: record.record_of(after([])),
    "unfinished": lambda: record.record_of(after(OPENING)),
    "option and largest seed": lambda: record.record_of(after(OPENING, rich_start())),
    "architect repositioned, building due": lambda: record.record_of(after([*OPENING, "a4-b4"])),
    "architects staying, building due": lambda: record.record_of(after([*OPENING, "stay"])),
    "Black named, building due": lambda: record.record_of(after(["h1", "d8", "black"])),
    "White named": lambda: record.record_of(after(["h1", "d8", "pass", "1d1"])),
    "from a position": lambda: record.record_of(starting_from(after(OPENING).text, ["d8-c2,1c4"])),
    "from the middle of a turn": lambda: record.record_of(starting_from(MIDDLE, [])),
    "from the middle of a turn and on": lambda: record.record_of(
        starting_from(MIDDLE, ["1g5", "i7-a4,1d7", "d8-c2,1c4"])
    ),
    "names in any script": lambda: record.record_of(after(OPENING), ANY_SCRIPT),
    "comments and title": lambda: record.Record(
        after(OPENING),
        ("Ada", "Bob"),
        {0: "before", 3: "two\nlines\tand “quotes”", 5: "last 🏛"},
        "Finale di Urbino – №1",
    ),
    "longest texts": lambda: record.Record(
        after(OPENING),
        ("é" * record.LONGEST_NAME, ""),
        {5: "x" * record.LONGEST_COMMENT},
        "t" * record.LONGEST_TITLE,
    ),
    "finished": lambda: next(record.read(ABSTRACT_PLAY, "abstractplay")),
}


@pytest.mark.parametrize("name", ["game.json", "game.jsonl", "game"])
@pytest.mark.parametrize("what", GAMES)
def test_what_is_written_is_read(tmp_path: Path, what: str, name: str) -> None:
    game = GAMES[what]()
    path = tmp_path / name
    assert record.write(path, [game]) == 1
    (found,) = record.read(path)
    assert found.document() == game.document()
    assert found.position == game.position
    assert found.position.moves() == game.position.moves()
    assert (found.names, found.title) == (game.names, game.title)
    assert dict(found.comments) == dict(game.comments)


def test_many_games_go_line_by_line(tmp_path: Path) -> None:
    games = [make() for make in GAMES.values()]
    path = tmp_path / "games.jsonl"
    assert record.write(path, iter(games)) == len(games)
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(games)
    assert [found.document() for found in record.read(path)] == [g.document() for g in games]


def test_one_game_is_laid_out_for_people(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record.write(path, [record.record_of(after(OPENING), ANY_SCRIPT)])
    text = path.read_text(encoding="utf-8")
    assert ANY_SCRIPT[1] in text
    assert len(text.splitlines()) > len(OPENING)


def test_reading_is_lazy(tmp_path: Path) -> None:
    """A damaged game does not hide the ones before it."""
    path = saved(tmp_path / "games.jsonl", opening(), {"contrada": 3})
    reader = record.read(path)
    assert next(reader).position == after(OPENING)
    with pytest.raises(RecordError, match=r"games\.jsonl, game 2: "):
        next(reader)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff{}\n",
        "\n\n{}\n",
        "{}",
        "{}\r\n",
        "  {}\n\n",
    ],
    ids=["byte order mark", "blank lines before", "no newline", "carriage return", "blank after"],
)
def test_layout_does_not_matter(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text.replace("{}", json.dumps(opening())), encoding="utf-8", newline="")
    (found,) = record.read(path)
    assert found.document() == opening()


def test_line_breaks_anywhere_between_values(tmp_path: Path) -> None:
    """Even after a brace, where a line looks complete."""
    path = tmp_path / "game.json"
    text = json.dumps(opening()).replace(", ", ",\n")
    path.write_text(text.replace('"seats"', '\n"seats"').replace("},\n", "}\n,"), encoding="utf-8")
    assert "}\n" in path.read_text(encoding="utf-8")
    (found,) = record.read(path)
    assert found.document() == opening()


# --- Abstract Play -------------------------------------------------------------------------------


def test_abstract_play_there_and_back(tmp_path: Path) -> None:
    lines = ABSTRACT_PLAY.read_text(encoding="utf-8").splitlines()
    given = [json.loads(line) for line in lines]
    imported = list(record.read(ABSTRACT_PLAY, "abstractplay", recount=True))
    assert [game.position.moves() for game in imported] == [game["moves"] for game in given]
    assert [list(game.position.scores()) for game in imported] == [g["scores"] for g in given]

    ours, theirs = tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl"
    assert record.write(ours, imported) == len(given)
    assert record.write(theirs, record.read(ours), "abstractplay") == len(given)
    again = list(record.read(theirs, "abstractplay"))
    assert [game.document() for game in again] == [game.document() for game in imported]


def abstract_play(**changes: Any) -> Document:
    return {"variant": "base", "moves": ["h1", "d8", "1d1"], **changes}


@pytest.mark.parametrize(
    ("changes", "fragments"),
    [
        ({"variant": "large"}, ["game 1: ", "'variant'", "base", "'large'"]),
        ({"variant": ["base"]}, ["'variant'"]),
        ({"moves": "h1"}, ["'moves'", "list of texts"]),
        ({"moves": [1]}, ["'moves'", "list of texts"]),
        ({"moves": ["h1", "h1"]}, ["game 1, ply 2: ", "URBINO-SETUP-3"]),
        ({"moves": ["h1", "d8", "\ud800"]}, ["game 1, ply 3: ", r"'\ud800'"]),
        ({"moves": ["h1", "d8", "black", "1d1"]}, ["game 1, ply 3: ", '"black"', "only part"]),
        ({"legal": [81, 80]}, ["2 counts", "3 plies"]),
        ({"legal": [81, 80, 17]}, ["game 1, ply 3: ", "17", "16"]),
        ({"legal": [81, 80, 16.0]}, ["'legal'", "whole numbers"]),
        ({"legal": 81}, ["'legal'", "whole numbers"]),
        ({"scores": [1, 0]}, ["'scores'", "[1, 0]", "[0, 0]"]),
        ({"scores": [True, False]}, ["'scores'", "whole numbers"]),
        ({"id": "\udc00"}, ["title", "one line of text"]),
        ({"id": "a\x1b[2Jb"}, ["title", "control characters"]),
        ({"id": "i" * 201}, ["title", "201", "200"]),
    ],
)
def test_abstract_play_refusals(tmp_path: Path, changes: Document, fragments: list[str]) -> None:
    path = saved(tmp_path / "theirs.jsonl", abstract_play(**changes))
    sentence = refusal(path, "abstractplay", recount=True)
    assert sentence.startswith(f"{path}, game 1")
    assert [part for part in fragments if part not in sentence] == [], sentence


def test_counts_matter_only_when_asked(tmp_path: Path) -> None:
    path = saved(tmp_path / "theirs.jsonl", abstract_play(legal=[1, 2, 3]))
    assert len(list(record.read(path, "abstractplay"))) == 1
    assert "ply 1: 1 legal turns given, 81 counted" in refusal(path, "abstractplay", recount=True)


def test_what_abstract_play_cannot_tell() -> None:
    elsewhere = record.record_of(starting_from(MIDDLE, []))
    with pytest.raises(RecordError, match="starts from a position"):
        record.dumps(elsewhere, "abstractplay")


@pytest.mark.parametrize("form", ["nonsense", ""])
def test_unknown_format(tmp_path: Path, form: str) -> None:
    path = saved(tmp_path / "games.jsonl", opening())
    known = "known: contrada, abstractplay"
    assert known in refusal(path, form)
    with pytest.raises(RecordError, match=known):
        record.dumps(record.record_of(after([])), form)
    with pytest.raises(RecordError, match=known):
        record.write(tmp_path / "out", record.read(path), form)
    assert not (tmp_path / "out").exists()


# --- Damaged documents ---------------------------------------------------------------------------


def without(*keys: str) -> Document:
    return {key: value for key, value in opening().items() if key not in keys}


def changed(**changes: Any) -> Document:
    return opening() | changes


def with_turn(ply: int, text: str) -> Document:
    turns = list(OPENING)
    turns[ply - 1] = text
    return changed(turns=turns)


def with_result(**changes: Any) -> Document:
    document = finished()
    return document | {"result": document["result"] | changes}


NESTED: Any = []
for _ in range(200):
    NESTED = [NESTED]

DAMAGED: dict[str, tuple[Any, list[str]]] = {
    # a version, the only one there is
    "newer version": (changed(contrada=3), ["'contrada'", "2", "not 3"]),
    "older version": (changed(contrada=1), ["older version of Contrada", "must be 2, not 1"]),
    "version true": (changed(contrada=True), ["'contrada'", "not true"]),
    "version 2.0": (changed(contrada=2.0), ["'contrada'", "not 2.0"]),
    "version as text": (changed(contrada="2"), ["'contrada'", 'not "2"']),
    "no version": (without("contrada"), ["'contrada'", "missing"]),
    # keys
    "unknown key": (changed(moves=[]), ['no key "moves"']),
    "unknown key in another script": (changed(ходы=[]), ['no key "ходы"']),
    "unknown key, half a character": (changed(**{"\ud800": 1}), [r'no key "\ud800"']),
    "endless key": (changed(**{"k" * 99999: 1}), ['no key "kkk', "…"]),
    # game and options
    "game missing": (without("game"), ["'game'", "text", "missing"]),
    "game null": (changed(game=None), ["'game'", "not null"]),
    "game number": (changed(game=7), ["'game'", "not 7"]),
    "game unknown": (changed(game="chess"), ["no game 'chess'", "urbino"]),
    "endless game": (changed(game="x" * 99999), ["no game 'xxx"]),
    "half a game": (changed(game="\udfff"), ["'game'", r"\udfff"]),
    "options list": (changed(options=[]), ["'options'", "object", "not []"]),
    "options null": (changed(options=None), ["'options'", "object"]),
    "option unknown": (changed(options={"towers": True}), ["no option 'towers'", "monuments"]),
    "option one": (changed(options={"monuments": 1}), ["'monuments'", "not 1"]),
    "option text": (changed(options={"monuments": "true"}), ["'monuments'", "not 'true'"]),
    "option list": (changed(options={"monuments": [True]}), ["'monuments'", "not [True]"]),
    # seats
    "seats missing": (without("seats"), ["'seats'", "missing"]),
    "seats text": (changed(seats="Ada"), ["'seats'", "list of texts"]),
    "seats numbers": (changed(seats=[1, 2]), ["'seats'", "list of texts"]),
    "no seats": (changed(seats=[]), ["2 seats", "not 0"]),
    "three seats": (changed(seats=["A", "B", "C"]), ["2 seats", "not 3"]),
    "long name": (changed(seats=["A" * 81, "B"]), ["name", "81", "80"]),
    "name of two lines": (changed(seats=["A\nB", "C"]), ["name", "one line"]),
    "name that clears": (changed(seats=["A\x1b[2J", "C"]), ["name", "control characters"]),
    "half a name": (changed(seats=["\ud800", "C"]), ["'seats'", "list of texts"]),
    # seed or position
    "neither": (without("seed"), ["either", "'seed'", "'position'"]),
    "both": (changed(position=after([]).text), ["either", "'seed'", "'position'"]),
    "seed true": (changed(seed=True), ["'seed'", "whole number", "not true"]),
    "seed number": (changed(seed=7), ["'seed'", "in quotes", "not 7"]),
    "seed with a zero": (changed(seed="07"), ["'seed'", 'not "07"']),
    "seed of other digits": (changed(seed="٧"), ["'seed'", 'not "٧"']),
    "seed fraction": (changed(seed=0.5), ["'seed'", "not 0.5"]),
    "seed null": (changed(seed=None), ["'seed'", "not null"]),
    "seed negative": (changed(seed="-1"), ["seed", "-1"]),
    "seed too large": (changed(seed=str(MOST_SEED + 1)), ["seed", str(MOST_SEED + 1)]),
    "endless seed": (changed(seed="9" * 4000), ["a seed has at most 39 digits"]),
    "position number": (without("seed") | {"position": 5}, ["'position'", "not 5"]),
    "position of parts": (without("seed") | {"position": "9/9"}, ["'9/9'"]),
    "position other variant": (
        without("seed") | {"position": after([], rich_start()).text},
        ["monuments", "base"],
    ),
    # turns
    "turns missing": (without("turns"), ["'turns'", "missing"]),
    "turns text": (changed(turns="h1 d8"), ["'turns'", "list of texts"]),
    "turns numbers": (changed(turns=[7]), ["'turns'", "list of texts"]),
    "turn unreadable": (with_turn(4, "xyzzy"), ["game 1, ply 4: ", "'xyzzy'"]),
    "turn empty": (with_turn(2, ""), ["game 1, ply 2: ", "''"]),
    "turn endless": (with_turn(2, "a1" * 50000), ["game 1, ply 2: ", "…"]),
    "turn with control": (with_turn(2, "\x9b2J"), ["game 1, ply 2: ", r"\x9b"]),
    "turn half a character": (with_turn(2, "\ud800"), ["'turns'", "list of texts"]),
    "illegal in the middle": (with_turn(4, "h1-i7,1d1"), ["game 1, ply 4: ", "URBINO-LOT-3"]),
    "illegal at once": (with_turn(1, "1d1"), ["game 1, ply 1: ", "URBINO-SETUP-2"]),
    "illegal at the end": (with_turn(5, "i7-d8,1d7"), ["game 1, ply 5: ", "URBINO-TURN-1"]),
    "architect elsewhere": (with_turn(4, "a1-i7,1g5"), ["game 1, ply 4: ", "a1-i7,1g5"]),
    "part of a turn": (with_turn(4, "h1-i7"), ["game 1, ply 4: ", '"h1-i7"', "part of a turn"]),
    "in other words": (
        changed(turns=["h1", "d8", "white", "1d1"]),
        ["game 1, ply 3: ", '"white" must be written "pass"'],
    ),
    "after the end": (
        finished() | {"turns": [*finished()["turns"], "pass"]},
        ["game 1, ply 40: ", "URBINO-TURN-7"],
    ),
    # results
    "early result": (changed(result={"places": [1, 2]}), ["'result'", "null"]),
    "result missing": (
        {key: value for key, value in finished().items() if key != "result"},
        ["'result' is null", '"scores": [11, 13]'],
    ),
    "other winner": (with_result(places=[1, 2]), ["'result'", '"places": [2, 1]']),
    "other scores": (with_result(scores=[11, 14]), ["[11, 14]", "[11, 13]"]),
    "scores as fractions": (with_result(scores=[11.0, 13.0]), ["[11.0, 13.0]", "[11, 13]"]),
    "place as truth": (with_result(places=[2, True]), ["[2, true]", "[2, 1]"]),
    "decided otherwise": (with_result(decided_by="towers"), ['"towers"', '"points"']),
    "result with more": (with_result(more=1), ["'result'", '"more"']),
    "endless result": (changed(result="r" * 99999), ["'result'", "…", "null"]),
    "nested result": (changed(result=NESTED), ["'result'", "[[["]),
    # title and comments
    "title null": (changed(title=None), ["title", "one line of text"]),
    "title number": (changed(title=3), ["title", "one line of text"]),
    "title of lines": (changed(title="a\nb"), ["title", "one line"]),
    "long title": (changed(title="t" * 201), ["title", "201", "200"]),
    "comments list": (changed(comments=["a"]), ["'comments'", "object"]),
    "comment too late": (changed(comments={"6": "a"}), ["'comments'", "0 to 5", "not 6"]),
    "comment too early": (changed(comments={"-1": "a"}), ["'comments'", "0 to 5", '"-1"']),
    "comment by word": (changed(comments={"one": "a"}), ["'comments'", '"one"']),
    "comment by 01": (changed(comments={"01": "a"}), ["'comments'", '"01"']),
    "comment by another digit": (changed(comments={"²": "a"}), ["'comments'", '"²"']),
    "comment by thousands": (changed(comments={"1" * 5000: "a"}), ["'comments'", "111…"]),
    "comment null": (changed(comments={"1": None}), ["comment on ply 1", "text"]),
    "comment half": (changed(comments={"1": "\ud800"}), ["comment on ply 1", "text"]),
    "long comment": (changed(comments={"1": "c" * 4001}), ["comment on ply 1", "4001", "4000"]),
    # no object at all
    "list": ([], ["JSON object", "not []"]),
    "null": (None, ["JSON object", "not null"]),
    "number": (7, ["JSON object", "not 7"]),
    "text": ("urbino", ["JSON object", '"urbino"']),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_damage_is_named(tmp_path: Path, what: str) -> None:
    document, fragments = DAMAGED[what]
    path = saved(tmp_path / "game.jsonl", document)
    sentence = refusal(path)
    assert sentence.startswith(f"{path}, game 1")
    assert [part for part in fragments if part not in sentence] == [], sentence


def test_damage_is_numbered(tmp_path: Path) -> None:
    path = saved(tmp_path / "games.jsonl", opening(), finished(), with_turn(4, "h1-i7,1d1"))
    assert refusal(path).startswith(f"{path}, game 3, ply 4: ")


# --- Damaged files -------------------------------------------------------------------------------

GOOD = json.dumps(opening())
TWICE = GOOD.replace('"game":', '"game": "urbino", "game":')
TWICE_INSIDE = GOOD.replace('"monuments":', '"monuments": true, "monuments":')
PAD = " " * record.LARGEST
FILES: dict[str, tuple[str | bytes, list[str]]] = {
    "empty": ("", [" is empty; expected one record"]),
    "only blank lines": ("\n \n\t\n", [" is empty; expected one record"]),
    "only a byte order mark": ("\ufeff", [" is empty; expected one record"]),
    "binary": (b"\x89PNG\r\n\x1a\n\0\xff", [" is not UTF-8 text"]),
    "binary after a good game": (GOOD.encode() + b"\n\xff\xfe\n", [" is not UTF-8 text"]),
    "UTF-16": (GOOD.encode("utf-16"), [" is not UTF-8 text"]),
    "zeros": (b"\0" * 5000, [", game 1: line 1, column 1 is not valid JSON"]),
    "prose": ("Dear reader,\n", [", game 1: line 1, column 1 is not valid JSON"]),
    "truncated": (GOOD[:-20], [", game 1: line 1, column ", "not valid JSON"]),
    "truncated later": (f"{GOOD}\n\n{GOOD[:-20]}", [", game 2: line 3, column ", "not valid JSON"]),
    "truncated layout": (
        json.dumps(opening(), indent=2)[:-40],
        [", game 1: line 1", "is not valid JSON"],
    ),
    "damaged layout": (
        json.dumps(opening(), indent=2).replace("[", "(", 1),
        [", game 1: line 7, column 12 is not valid JSON"],
    ),
    "damaged before many more": (
        GOOD.replace('"seats"', "seats") + f"\n{GOOD}" * (record.LARGEST // len(GOOD)),
        [", game 1: line 1, column ", "not valid JSON"],
    ),
    "two on a line": (GOOD + GOOD, [", game 1: line 1, column ", "Extra data"]),
    "doubled key": (TWICE, [', game 1: the key "game" is given twice']),
    "doubled key inside": (TWICE_INSIDE, [', game 1: the key "monuments" is given twice']),
    "not a number": (GOOD.replace('"seed": "0"', '"seed": NaN'), ["NaN is not a number"]),
    "infinity": (GOOD.replace('"seed": "0"', '"seed": -Infinity'), ["-Infinity is not a number"]),
    "beyond fractions": (GOOD.replace('"seed": "0"', '"seed": 1e999'), ["'seed'", "whole number"]),
    "huge number": (
        GOOD.replace('"seed": "0"', f'"seed": {"9" * 5000}'),
        ["number in it is too long"],
    ),
    "oversized line": (
        GOOD + PAD,
        [", game 1: the record is too long; the limit is 1,048,576 characters"],
    ),
    "oversized line later": (
        f"{GOOD}\n{GOOD[:-1]}{PAD}}}\n{GOOD}",
        [", game 2: the record is too long; the limit is 1,048,576 characters"],
    ),
    "oversized document": (
        "{" + "\n" * record.LARGEST + GOOD[1:],
        [", game 1: the record is too long; the limit is 1,048,576 characters"],
    ),
    "oversized by letters that count once": (
        "{" + "é" * record.LARGEST,
        [", game 1: the record is too long; the limit is 1,048,576 characters"],
    ),
    "nested lists": ("[" * 100_000, [", game 1: the brackets are nested too deeply"]),
    "nested objects": ('{"a":' * 100_000, [", game 1: the brackets are nested too deeply"]),
    "nested and closed": (
        GOOD.replace("null", "[" * 100_000 + "]" * 100_000),
        [", game 1: the brackets are nested too deeply"],
    ),
    "nested over lines": ("[\n" * 100_000, [", game 1: the brackets are nested too deeply"]),
}


@pytest.mark.parametrize("what", FILES)
def test_damaged_files(tmp_path: Path, what: str) -> None:
    content, fragments = FILES[what]
    path = tmp_path / "file.jsonl"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    sentence = refusal(path)
    assert sentence.startswith(str(path))
    assert [part for part in fragments if part not in sentence] == [], sentence


@pytest.mark.parametrize("depth", range(850, 1000, 10))
def test_nesting_near_the_limit(tmp_path: Path, depth: int) -> None:
    """What the JSON reader just manages must not break the code that quotes it."""
    path = tmp_path / "file.jsonl"
    nested = "[" * depth + "]" * depth
    path.write_text(GOOD.replace('"result": null', f'"result": {nested}'), encoding="utf-8")
    sentence = refusal(path)
    assert "'result'" in sentence or "nested too deeply" in sentence


@pytest.mark.parametrize(
    ("name", "fragment"),
    [
        ("missing.jsonl", "cannot be read: No such file or directory"),
        (".", "cannot be read: Is a directory"),
        ("good.jsonl/inside", "cannot be read: Not a directory"),
        ("x" * 300, "cannot be read: File name too long"),
        ("nul\0.jsonl", "is not a valid file name"),
        ("half\ud800.jsonl", "is not a valid file name"),
    ],
)
def test_what_is_no_file(tmp_path: Path, name: str, fragment: str) -> None:
    saved(tmp_path / "good.jsonl", opening())
    assert fragment in refusal(tmp_path / name)


def test_what_may_not_be_read(tmp_path: Path) -> None:
    path = saved(tmp_path / "games.jsonl", opening())
    path.chmod(0)
    with as_nobody_special():
        assert refusal(path) == f"{path} cannot be read: Permission denied"


# --- Records made by programs --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "fragments"),
    [
        ({"names": ("Ada",)}, ["1 names", "2 seats"]),
        ({"names": ("Ada", "B" * 81)}, ["name", "81", "80"]),
        ({"names": ("Ada", 7)}, ["name", "text"]),
        ({"names": ("Ada", "\udc00")}, ["name", "text"]),
        ({"title": "a\x07"}, ["title", "control characters"]),
        ({"title": "a\u2028b"}, ["title", "one line"]),
        ({"comments": {6: "late"}}, ["0 to 5", "6"]),
        ({"comments": {True: "one"}}, ["0 to 5", "true"]),
        ({"comments": {"1": "text"}}, ["0 to 5", '"1"']),
        ({"comments": {1: "c" * 4001}}, ["ply 1", "4001"]),
    ],
)
def test_what_could_not_be_read_again_is_refused(
    arguments: dict[str, Any], fragments: list[str]
) -> None:
    given: dict[str, Any] = {"names": ("Ada", "Bob"), **arguments}
    with pytest.raises(RecordError) as refused:
        record.Record(after(OPENING), **given)
    assert [part for part in fragments if part not in str(refused.value)] == []


# --- All or nothing ------------------------------------------------------------------------------


def half_way(error: BaseException) -> Iterator[record.Record]:
    yield record.record_of(after(OPENING))
    raise error


@pytest.mark.parametrize("name", ["games.jsonl", "game.json"])
@pytest.mark.parametrize(
    "error", [RecordError("game 2 is damaged"), RuntimeError("bug"), KeyboardInterrupt()]
)
@pytest.mark.parametrize("before", [None, "what was there\n"])
def test_nothing_is_written_by_halves(
    tmp_path: Path, name: str, error: BaseException, before: str | None
) -> None:
    path = tmp_path / name
    if before is not None:
        path.write_text(before, encoding="utf-8")
    with pytest.raises(type(error)):
        record.write(path, half_way(error))
    assert {p.name: p.read_text(encoding="utf-8") for p in tmp_path.iterdir()} == (
        {} if before is None else {name: before}
    )


@pytest.mark.parametrize(
    ("games", "sentence"), [(0, "there is no game to write"), (2, "one game only; use .jsonl")]
)
def test_a_json_file_holds_one_game(tmp_path: Path, games: int, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        record.write(tmp_path / "game.json", [record.record_of(after(OPENING))] * games)
    assert list(tmp_path.iterdir()) == []


def test_half_a_character_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="half a character"):
        record.write_text(tmp_path / "text", "good\ud800")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "fragment"),
    [
        ("nowhere/game.json", "No such file or directory"),
        ("file/game.json", "Not a directory"),
        ("folder", "Is a directory"),
        ("x" * 300, "File name too long"),
        ("nul\0", "is not a valid file name"),
        ("half\ud800", "is not a valid file name"),
    ],
)
def test_where_nothing_can_be_written(tmp_path: Path, name: str, fragment: str) -> None:
    (tmp_path / "file").write_text("here", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    with pytest.raises(RecordError) as refused:
        record.write(tmp_path / name, [record.record_of(after(OPENING))])
    assert fragment in str(refused.value)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "here"


def test_a_directory_that_takes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    target = folder / "game.json"
    folder.chmod(0o555)
    games = [record.record_of(after(OPENING))]
    with as_nobody_special(), pytest.raises(RecordError, match="Permission denied"):
        record.write(target, games)
    assert list(folder.iterdir()) == []


def test_a_disk_that_runs_full(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("what was there", encoding="utf-8")
    games = list(record.read(ABSTRACT_PLAY, "abstractplay"))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
    try:
        with pytest.raises(RecordError, match=r"games\.jsonl cannot be written: File too large"):
            record.write(path, games)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [found.name for found in tmp_path.iterdir()] == [path.name]
    assert path.read_text(encoding="utf-8") == "what was there"


def test_a_name_as_long_as_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250 + ".json")
    assert record.write(path, [record.record_of(after(OPENING))]) == 1
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "link.json", tmp_path / "target.json"
    link.symlink_to(target)
    record.write(link, [record.record_of(after(OPENING))])
    assert link.is_symlink()
    assert [found.document() for found in record.read(target)] == [
        record.record_of(after(OPENING)).document()
    ]


def test_rights_stay_as_they_were(tmp_path: Path) -> None:
    private, fresh, plain = tmp_path / "private", tmp_path / "fresh", tmp_path / "plain"
    private.touch(0o600)
    plain.touch()
    for path in (private, fresh):
        record.write_text(path, "x")
    assert private.stat().st_mode & 0o777 == 0o600
    assert fresh.stat().st_mode == plain.stat().st_mode


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        record.write(pipe, [record.record_of(after(OPENING))])
        received = os.read(reader, 1 << 16)
    finally:
        os.close(reader)
    assert json.loads(received)["turns"] == OPENING
    assert pipe.is_fifo()


def test_a_file_can_be_converted_into_itself(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(ABSTRACT_PLAY.read_bytes())
    assert record.write(path, record.read(path, "abstractplay")) == 50
    assert len(list(record.read(path))) == 50
