"""The wire: messages that are read or refused; docs and types that agree with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contrada.games import preview
from contrada.server.http import websocket
from contrada.server.settings import Limits
from contrada.server.tables.views import LATEST_CHAT
from contrada.server.wire import (
    encoding,
    messages,
    openapi,
    refusals,
    requests,
    study,
    typescript,
    values,
)
from contrada.server.wire.messages import read_message
from contrada.server.wire.refusals import Refused
from tests.server.knowledge import wired

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"

EVERY_MESSAGE: list[tuple[dict[str, Any], messages.Anything]] = [
    ({"type": "ping"}, messages.Ping()),
    ({"type": "ping", "id": 2**53}, messages.Ping(id=2**53)),
    ({"type": "home"}, messages.Home()),
    ({"type": "running"}, messages.Running()),
    ({"type": "leave_home"}, messages.LeaveHome()),
    ({"type": "visible", "visible": False}, messages.Visible(visible=False)),
    ({"type": "watch", "table": "t"}, messages.Watch(table="t")),
    ({"type": "leave", "table": "t"}, messages.Leave(table="t")),
    (
        {"type": "play", "table": "t", "ply": 0, "decisions": [0, 1]},
        messages.Play(table="t", ply=0, decisions=[0, 1]),
    ),
    (
        {"type": "preview", "table": "t", "ply": 7, "decisions": [5]},
        messages.Preview(table="t", ply=7, decisions=[5]),
    ),
    ({"type": "hint", "table": "t", "ply": 1}, messages.Hint(table="t", ply=1)),
    ({"type": "undo", "table": "t", "ply": 1}, messages.Undo(table="t", ply=1)),
    (
        {"type": "ask", "table": "t", "ply": 1, "what": "draw"},
        messages.Ask(table="t", ply=1, what="draw"),
    ),
    (
        {"type": "answer", "table": "t", "ply": 1, "what": "takeback", "yes": False},
        messages.Answer(table="t", ply=1, what="takeback", yes=False),
    ),
    (
        {"type": "withdraw", "table": "t", "ply": 1, "what": "rematch"},
        messages.Withdraw(table="t", ply=1, what="rematch"),
    ),
    ({"type": "resign", "table": "t", "ply": 1}, messages.Resign(table="t", ply=1)),
    ({"type": "claim", "table": "t", "ply": 1}, messages.Claim(table="t", ply=1)),
    ({"type": "resume", "table": "t", "ply": 1}, messages.Resume(table="t", ply=1)),
    ({"type": "sit", "table": "t", "seat": 9}, messages.Sit(table="t", seat=9)),
    ({"type": "keep", "table": "t", "seat": 9}, messages.Keep(table="t", seat=9)),
    ({"type": "stand", "table": "t"}, messages.Stand(table="t")),
    (
        {"type": "give", "table": "t", "seat": 0, "level": 8},
        messages.Give(table="t", seat=0, level=8),
    ),
    ({"type": "close", "table": "t"}, messages.Close(table="t")),
    ({"type": "rematch", "table": "t"}, messages.Rematch(table="t")),
    (
        {"type": "name", "table": "t", "seat": 1, "name": "Bruno"},
        messages.NameSeat(table="t", seat=1, name="Bruno"),
    ),
    ({"type": "chat", "table": "t", "text": "Ciao"}, messages.Chat(table="t", text="Ciao")),
    (
        {"type": "mute", "table": "t", "guest": "g", "muted": True},
        messages.Mute(table="t", guest="g", muted=True),
    ),
]


@pytest.mark.parametrize(("document", "expected"), EVERY_MESSAGE, ids=lambda each: str(each)[:40])
def test_every_message(document: dict[str, Any], expected: messages.Anything) -> None:
    assert read_message(json.dumps(document)) == expected
    assert read_message(json.dumps(document).encode()) == expected


def test_no_message_is_left_out_here_or_in_the_docs() -> None:
    kinds = {type(message) for _, message in EVERY_MESSAGE}
    assert kinds == set(get_args(messages.Anything))
    page = DOCS.read_text(encoding="utf-8")
    for kind in kinds:
        config = kind.__struct_config__
        fields = [name for name in kind.__struct_fields__ if name != "id"]
        row = " ".join(
            [f"`{config.tag}`", f"`{' '.join(fields)}`"] if fields else [f"`{config.tag}`"]
        )
        assert f"| {row} |" in page, f"{row} is not in docs/protocol.md"


def test_every_reason_is_in_the_docs_with_its_status() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert set(get_args(refusals.Reason)) == set(refusals.STATUS)
    listed = re.findall(r"^\| `(\w+)` \| (\d{3}) \|", page, re.MULTILINE)
    assert listed == [(reason, str(status)) for reason, status in refusals.STATUS.items()]


# The numbers of the docs, in the sentences that tell them.
IN_WORDS = {6: "six", 8: "eight"}
LIMITS = Limits()
NUMBERS = [
    f"texts of at most {LIMITS.message_size // 1024} KiB",
    f"A guest can send {LIMITS.messages[0]:g} messages a second",
    f"after a burst of {LIMITS.messages[1]},",
    f"and {LIMITS.previews[0]:g} previews a second",
    f"one address can send {LIMITS.crowds[0]:g} messages a second",
    f"say something, {values.LONGEST_CHAT} characters at most",
    f"the latest {LATEST_CHAT} lines",
    f"a search of {requests.SHORTEST_SEARCH:g} to {requests.LONGEST_SEARCH:g} seconds",
    f"the best first and at most {IN_WORDS[study.MOST_CHOICES]}.",
    f"comes out the same in {IN_WORDS[preview.DEALS]} deals",
    f"| {websocket.NOT_ALLOWED} | the page is from another site, or a guest has too many sockets |",
    f"| {websocket.RESTARTING} | the server is stopping;",
    f"| {websocket.COME_BACK} | you are not keeping up with what is sent, or you ask too often;",
]


@pytest.mark.parametrize("sentence", NUMBERS)
def test_the_docs_tell_the_numbers_that_hold(sentence: str) -> None:
    page = " ".join(DOCS.read_text(encoding="utf-8").split())
    assert sentence in page


# --- The page and TypeScript ---------------------------------------------------------------------

# Further keys of examples: options, parts and views are the games' own.
OF_GAMES = {"monuments", "324", "buildings", "square", "tile", "colour", "vp", "power", "urbino"}
OF_GAMES |= {"architects"}
FURTHER_PAGES = {"contrada.server.wire.lessons": "lessons.md", "GameRecord": "records.md"}


def sections(page: str) -> list[str]:
    """Return a page of the docs in parts, each with its heading."""
    text = DOCS.with_name(page).read_text(encoding="utf-8")
    return re.split(r"^(?=##+ )", text, flags=re.MULTILINE)


def words_in_code(text: str) -> set[str]:
    code = re.findall(r"```.*?```|`[^`]+`", text, re.DOTALL)
    return set(re.findall(r"\w+", " ".join(code)))


@pytest.mark.parametrize("kind", typescript.described(), ids=lambda kind: kind.__name__)
def test_a_section_of_the_docs_has_every_field_and_every_choice(kind: type) -> None:
    choices = [word for hint in get_type_hints(kind).values() for word in texts_of(hint)]
    words = {*json_keys(kind), *choices}
    further = {FURTHER_PAGES.get(name) for name in (kind.__module__, kind.__name__)}
    pages = ["protocol.md", *filter(None, further)]
    missing = [words - words_in_code(part) for page in pages for part in sections(page)]
    assert min(missing, key=len) == set()


def json_keys(kind: type) -> list[str]:
    if issubclass(kind, msgspec.Struct):
        return [each.encode_name for each in msgspec.structs.fields(kind)]
    return list(get_type_hints(kind))


def texts_of(hint: Any) -> Iterator[str]:
    """Yield the allowed texts of a field, if it is a choice."""
    if get_origin(hint) is Literal and hint != values.GameName:
        yield from get_args(hint)
    elif get_origin(hint) is not dict:
        for inner in get_args(hint):
            yield from texts_of(inner)


def test_the_docs_name_no_field_that_there_is_not() -> None:
    page = DOCS.read_text(encoding="utf-8")
    told = {
        key for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL) for key in keys(block)
    }
    inline = re.findall(r"`({[^`]+)`", re.sub(r"```.*?```", "", page, flags=re.DOTALL))
    told |= {key for span in inline for key in re.findall(r'[{,]\s*"(\w+)"', span)}
    known = {key for kind in typescript.described() for key in json_keys(kind)}
    assert told - known - OF_GAMES == {"type"}  # which says what something is


def keys(block: str) -> set[str]:
    found: set[str] = set()

    def note(pairs: list[tuple[str, Any]]) -> None:
        found.update(key for key, _ in pairs)

    json.loads(block, object_pairs_hook=note)
    return found


@pytest.mark.parametrize("path", typescript.files(), ids=lambda path: f"{path.parent.name}")
def test_the_types_of_the_page_are_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == typescript.files()[path], "run `make wire`"


# --- Reading -------------------------------------------------------------------------------------

UNREADABLE = [
    "",
    " ",
    "null",
    "[]",
    "7",
    '"ping"',
    "{}",
    "{",
    '{"type": "ping"} {"type": "ping"}',
    '{"type": "dance"}',
    '{"type": 1}',
    '{"type": "ping", "id": "1"}',
    '{"type": "ping", "id": -1}',
    '{"type": "ping", "id": 1.5}',
    '{"type": "ping", "id": true}',
    '{"type": "ping", "id": 9007199254740993}',
    '{"type": "ping", "id": 1' + "0" * 400 + "}",
    '{"type": "ping", "id": NaN}',
    '{"type": "ping", "more": 1}',
    '{"type": "watch"}',
    '{"type": "watch", "table": ""}',
    '{"type": "watch", "table": null}',
    '{"type": "watch", "table": "' + "x" * 41 + '"}',
    '{"type": "watch", "table": "a\\u0000b"}',
    '{"type": "watch", "table": "../x"}',
    '{"type": "watch", "table": "\\ud800"}',
    '{"type": "play", "table": "t", "ply": 0, "decisions": []}',
    '{"type": "play", "table": "t", "ply": 0, "decisions": [true]}',
    '{"type": "play", "table": "t", "ply": 0, "decisions": [-1]}',
    '{"type": "play", "table": "t", "ply": 0, "decisions": [1.0]}',
    '{"type": "play", "table": "t", "ply": 0, "decisions": ["1"]}',
    '{"type": "play", "table": "t", "ply": 0, "decisions": [1048577]}',
    '{"type": "play", "table": "t", "ply": 0, "decisions": ' + str([0] * 65) + "}",
    '{"type": "play", "table": "t", "ply": -1, "decisions": [0]}',
    '{"type": "play", "table": "t", "decisions": [0]}',
    '{"type": "sit", "table": "t", "seat": 10}',
    '{"type": "give", "table": "t", "seat": 0, "level": 0}',
    '{"type": "give", "table": "t", "seat": 0, "level": 9}',
    '{"type": "ask", "table": "t", "ply": 0, "what": "money"}',
    '{"type": "answer", "table": "t", "ply": 0, "what": "draw", "yes": 1}',
    '{"type": "chat", "table": "t", "text": ""}',
    '{"type": "chat", "table": "t", "text": "' + "x" * 301 + '"}',
    '{"type": "chat", "table": "t", "text": "\\ud83d"}',
    "[" * 100_000,
    '{"type":' * 1000,
    '{"type": "ping", "id": ' + "[" * 2000 + "]" * 2000 + "}",
]


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: text[:50].replace("/", "_"))
def test_what_is_no_message(text: str) -> None:
    with pytest.raises(Refused) as wrong:
        read_message(text)
    assert wrong.value.reason == "message"
    assert wrong.value.sentence.startswith("That is no message of the protocol: ")
    assert len(wrong.value.sentence) < 300


@pytest.mark.parametrize(
    "text", [b"\xff", b'{"type": "chat", "table": "t", "text": "\xff"}', b"\x00"]
)
def test_what_is_no_text(text: bytes) -> None:
    with pytest.raises(Refused) as wrong:
        read_message(text)
    assert wrong.value.reason == "message"


@given(st.text() | st.binary())
def test_whatever_comes_there_is_an_answer(text: str | bytes) -> None:
    assert reason_of(text) in (None, "message")


def reason_of(text: str | bytes) -> str | None:
    """Return why a text is not a message, if it is not; no other error is allowed."""
    try:
        read_message(text)
    except Refused as wrong:
        return wrong.reason
    return None


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(st.sampled_from(EVERY_MESSAGE), st.data())
def test_a_message_with_one_field_changed(
    example: tuple[dict[str, Any], messages.Anything], data: st.DataObject
) -> None:
    document = {**example[0]}
    document[data.draw(st.sampled_from([*document, "id", "seat"]))] = data.draw(anything)
    text = json.dumps(document)
    assert reason_of(text) in (None, "message")
    if reason_of(text) is None:
        assert encoding.encode(read_message(text))  # it can be written again


def test_a_refusal_as_it_goes_over_the_wire() -> None:
    values: refusals.TextValues = {"square": "d2", "architects": ["a1"]}
    rule, case = "URBINO-LOT-3", "unseen"
    wrong = Refused("rule", "No", rule=rule, case=case, values=values, squares=["a1"], decision=3)
    assert wired(wrong.answer(7, "t")) == {
        "type": "refused",
        "id": 7,
        "table": "t",
        "reason": "rule",
        "sentence": "No",
        "rule": "URBINO-LOT-3",
        "case": "unseen",
        "values": {"square": "d2", "architects": ["a1"]},
        "squares": ["a1"],
        "decision": 3,
    }


def test_messages_are_described_for_the_api() -> None:
    parts = openapi.components()
    for name in re.findall(r"#/components/schemas/(\w+)", json.dumps(parts)):
        assert name in parts
    described = {each["$ref"].rpartition("/")[2] for each in parts["Message"]["anyOf"]}
    kinds = {*get_args(messages.TableCommand), messages.Preview, messages.Hint, messages.Watch}
    assert {parts[name]["properties"]["type"]["enum"][0] for name in described} == {
        kind.__struct_config__.tag for kind in kinds
    }
