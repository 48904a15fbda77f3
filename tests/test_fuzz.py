"""Whatever comes from outside: a documented error, or something valid.

`tests/contract/test_fuzz.py` has texts and numbers that are given to a game.
"""

from __future__ import annotations

import copy
import io
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from rich.console import Console

import contrada
from contrada import record
from contrada.bots.random_player import RandomPlayer
from contrada.cli import table
from contrada.cli.main import run
from contrada.errors import OptionError, RecordError
from tests.contract import checks
from tests.contract.fuzz import AMOUNTS, ANY_TEXT, hold, mutated

ABSTRACT_PLAY = Path(__file__).parent / "games" / "urbino" / "abstractplay.jsonl"


# --- What to try ---------------------------------------------------------------------------------

NOTATION_TEXT = st.text("abcdefghi123456789-,/ hptHPTbwpastykle0ABCDEFGHI$xrgv", max_size=60)


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, 3)
    | st.floats()
    | ANY_TEXT
    | st.sampled_from(["h1", "1d1", "h1-i7,1g5", "pass", "base", "urbino", "points"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=5,
)


def places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in a document with each of its keys."""
    keys = document if isinstance(document, dict) else range(len(document))
    for key in list(keys):
        yield document, key
        if isinstance(document[key], dict | list):
            yield from places(document[key])


@st.composite
def damaged(draw: st.DrawFn, document: dict[str, Any]) -> str:
    """Delete, insert, replace or swap a few values of a document, then perhaps some characters."""
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(0, 2))):
        found = list(places(document))
        if not found:
            break
        container, key = draw(st.sampled_from(found))
        change = draw(st.sampled_from(["delete", "insert", "replace", "swap"]))
        if change == "delete":
            del container[key]
        elif change == "replace":
            container[key] = draw(JSON_VALUES)
        elif change == "insert" and isinstance(container, dict):
            container[draw(ANY_TEXT)] = draw(JSON_VALUES)
        elif change == "insert":
            container.insert(key, draw(JSON_VALUES))
        else:
            other = draw(
                st.sampled_from(
                    list(container) if isinstance(container, dict) else range(len(container))
                )
            )
            container[key], container[other] = container[other], container[key]
    text = json.dumps(document, ensure_ascii=draw(st.booleans()))
    return draw(mutated(text)) if draw(st.booleans()) else text


# --- Positions -----------------------------------------------------------------------------------


# --- The command line ----------------------------------------------------------------------------

ARGUMENT = ANY_TEXT.filter(lambda text: "\0" not in text)  # no argument can hold that


def check_arguments(arguments: list[str]) -> None:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        run(arguments)
    if ended.value.code == 0:
        assert err.getvalue() == ""
    else:
        assert ended.value.code == 2
        assert out.getvalue() == ""
        assert err.getvalue().startswith("contrada: ")
        assert err.getvalue().count("\n") == 1


@pytest.mark.parametrize("scale", AMOUNTS)
def test_any_arguments(scale: int) -> None:
    words = st.sampled_from(
        ["legal", "show", "replay", "urbino", "--json", "--after", "--ply", "1"]
    )
    anything = st.lists(words | ARGUMENT, min_size=1, max_size=5)
    options = st.sampled_from(["--after", "--position", "--seats", "--option", "--from", "-o"])
    legal = st.lists(st.tuples(options, ARGUMENT | NOTATION_TEXT), max_size=2).map(
        lambda pairs: ["legal", "urbino", *(f"{name}={text}" for name, text in pairs)]
    )
    hold(check_arguments, 100 * scale, anything | legal)


def check_table(lines: list[str]) -> None:
    """Whatever is typed, the table answers and asks again, and the game is saved."""
    shown = io.StringIO()
    here = table.Table(
        contrada.game("urbino").start(), frozenset({0}), {1: RandomPlayer(1)}, Console(file=shown)
    )
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(shown):
        patch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
        table.sit_down(here)
    last_words = ("Goodbye.", "--resume last")
    assert here.position.is_over or shown.getvalue().rstrip().endswith(last_words)


@pytest.mark.parametrize("scale", AMOUNTS)
def test_any_lines_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scale: int
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    words = ["moves", "turns", "why", "board", "districts", "undo", "save", "resume", "help"]
    texts = st.sampled_from(["e5", "1e6", "black", "white", "stay", "last", "game.json", ""])
    names = ANY_TEXT.filter(lambda text: "/" not in text and "~" not in text)
    commands = st.tuples(st.sampled_from(words), names | texts).map(" ".join)
    hold(check_table, 60 * scale, st.lists(texts | commands | names, max_size=8))


# --- Games and options ---------------------------------------------------------------------------


def check_game(name: str, options: dict[str, Any], seats: int, seed: int) -> None:
    try:
        position = contrada.game(name, **options).start(seats, seed)
    except OptionError:
        return
    assert (name, seats, position.seats) == ("urbino", 2, 2)
    assert position.seed == seed
    assert list(position.game.options) == ["monuments"]


@pytest.mark.parametrize("scale", AMOUNTS)
def test_any_game(scale: int) -> None:
    names = st.just("urbino") | st.sampled_from(["Urbino", "chess", "../urbino"]) | ANY_TEXT
    options = st.dictionaries(st.just("monuments") | ANY_TEXT, JSON_VALUES, max_size=2)
    seeds = st.integers(0, 9) | st.integers()
    hold(check_game, 300 * scale, names, options, st.integers(1, 3), seeds)


# --- Files ---------------------------------------------------------------------------------------


def check_file(path: Path, content: bytes, form: str) -> None:
    """A file that can be read can be written and read again, in all possible formats."""
    path.write_bytes(content)
    try:
        games = list(record.read(path, form, recount=True))
    except RecordError as wrong:
        sentence = str(wrong)
        assert sentence.startswith(str(path))
        assert "\n" not in sentence
        assert len(sentence) < len(str(path)) + record.LONGEST_SENTENCE + 50
        assert sentence.encode()  # half a character could not be printed
        return
    again = path.with_name("again.jsonl")
    assert record.write(again, games) == len(games)
    documents = [game.document() for game in games]
    assert [game.document() for game in record.read(again)] == documents
    if form != record.OURS:
        assert record.write(again, games, form) == len(games)
        assert [game.document() for game in record.read(again, form)] == documents


@cache
def ours() -> list[dict[str, Any]]:
    """Records of all kinds: finished, mid-turn, from a position, with comments."""
    *_, end = line = checks.random_game(contrada.game("urbino"), seats=2, seed=2)
    middle = next(position for position in line[20:] if not position.turn_begins)
    later = end.game.position(line[30].text)
    later = later.play(later.legal()[0])
    made = [
        record.record_of(end),
        record.record_of(middle, ("Ада", "伊藤")),
        record.Record(later, ("A", "B"), {0: "ecco", 1: "qui"}, "da qui"),
        record.record_of(line[3]),
    ]
    return [each.document() for each in made]


@cache
def theirs() -> list[dict[str, Any]]:
    lines = ABSTRACT_PLAY.read_text(encoding="utf-8").splitlines()
    whole: list[dict[str, Any]] = [json.loads(line) for line in lines[:2]]
    moves = whole[0]["moves"]
    short = [{"variant": "monuments", "moves": moves[:size]} for size in (0, 3, 5)]
    return [*whole, *short, {"moves": moves[:4], "legal": whole[0]["legal"][:4], "scores": [0, 0]}]


def damaged_one_of(documents: list[dict[str, Any]]) -> st.SearchStrategy[bytes]:
    return st.sampled_from(documents).flatmap(damaged).map(_encoded)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


ANY_CONTENT = (
    st.binary(max_size=80)
    | ANY_TEXT.map(_encoded)
    | JSON_VALUES.map(lambda value: json.dumps(value).encode())
)


@pytest.mark.parametrize("scale", AMOUNTS)
@pytest.mark.parametrize("form", [record.OURS, "abstractplay"])
def test_any_content_as_a_file(tmp_path: Path, form: str, scale: int) -> None:
    path = tmp_path / "file.jsonl"
    hold(lambda content: check_file(path, content, form), 150 * scale, ANY_CONTENT)


@pytest.mark.parametrize("scale", AMOUNTS)
def test_damaged_records(tmp_path: Path, scale: int) -> None:
    path = tmp_path / "file.jsonl"
    contents = damaged_one_of(ours())
    hold(lambda content: check_file(path, content, record.OURS), 250 * scale, contents)


@pytest.mark.parametrize("scale", AMOUNTS)
def test_damaged_abstract_play(tmp_path: Path, scale: int) -> None:
    path = tmp_path / "file.jsonl"
    contents = damaged_one_of(theirs())
    hold(lambda content: check_file(path, content, "abstractplay"), 200 * scale, contents)


@pytest.mark.parametrize("scale", AMOUNTS)
def test_several_damaged_records(tmp_path: Path, scale: int) -> None:
    path = tmp_path / "file.jsonl"
    good = json.dumps(ours()[3]).encode()
    contents = st.lists(st.just(good) | damaged_one_of(ours()), max_size=3).map(b"\n".join)
    hold(lambda content: check_file(path, content, record.OURS), 100 * scale, contents)
