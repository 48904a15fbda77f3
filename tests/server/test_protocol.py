"""Reading messages: what is one, what is not, and a sentence for each that is not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contrada.server.wire import protocol
from contrada.server.wire.protocol import Refused, read_message

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"

EVERY_MESSAGE: list[tuple[dict[str, Any], protocol.Anything]] = [
    ({"type": "ping"}, protocol.Ping()),
    ({"type": "ping", "id": 2**53}, protocol.Ping(id=2**53)),
    ({"type": "home"}, protocol.Home()),
    ({"type": "leave_home"}, protocol.LeaveHome()),
    ({"type": "watch", "table": "t"}, protocol.Watch(table="t")),
    ({"type": "leave", "table": "t"}, protocol.Leave(table="t")),
    (
        {"type": "play", "table": "t", "ply": 0, "decisions": [0, 1]},
        protocol.Play(table="t", ply=0, decisions=[0, 1]),
    ),
    (
        {"type": "preview", "table": "t", "ply": 7, "decisions": [5]},
        protocol.Preview(table="t", ply=7, decisions=[5]),
    ),
    ({"type": "hint", "table": "t", "ply": 1}, protocol.Hint(table="t", ply=1)),
    ({"type": "undo", "table": "t", "ply": 1}, protocol.Undo(table="t", ply=1)),
    (
        {"type": "ask", "table": "t", "ply": 1, "what": "draw"},
        protocol.Ask(table="t", ply=1, what="draw"),
    ),
    (
        {"type": "answer", "table": "t", "ply": 1, "what": "takeback", "yes": False},
        protocol.Answer(table="t", ply=1, what="takeback", yes=False),
    ),
    ({"type": "resign", "table": "t", "ply": 1}, protocol.Resign(table="t", ply=1)),
    ({"type": "claim", "table": "t", "ply": 1}, protocol.Claim(table="t", ply=1)),
    ({"type": "sit", "table": "t", "seat": 9}, protocol.Sit(table="t", seat=9)),
    ({"type": "stand", "table": "t"}, protocol.Stand(table="t")),
    (
        {"type": "give", "table": "t", "seat": 0, "level": 8},
        protocol.Give(table="t", seat=0, level=8),
    ),
    ({"type": "rematch", "table": "t"}, protocol.Rematch(table="t")),
    ({"type": "chat", "table": "t", "text": "Ciao"}, protocol.Chat(table="t", text="Ciao")),
    (
        {"type": "mute", "table": "t", "guest": "g", "muted": True},
        protocol.Mute(table="t", guest="g", muted=True),
    ),
]


@pytest.mark.parametrize(("document", "expected"), EVERY_MESSAGE, ids=lambda each: str(each)[:40])
def test_every_message(document: dict[str, Any], expected: protocol.Anything) -> None:
    assert read_message(json.dumps(document)) == expected
    assert read_message(json.dumps(document).encode()) == expected


def test_no_message_is_left_out_here_or_in_the_docs() -> None:
    kinds = {type(message) for _, message in EVERY_MESSAGE}
    assert kinds == set(get_args(protocol.Anything))
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
    assert set(get_args(protocol.Reason)) == set(protocol.STATUS)
    listed = re.search(r"`reason` is one of (.*?)Over HTTP these are ([\d, and]+)", page, re.DOTALL)
    assert listed
    words = [word for word in re.findall(r"`(\w+)`", listed[1]) if word in protocol.STATUS]
    assert words == list(protocol.STATUS)
    assert [int(n) for n in re.findall(r"\d+", listed[2])] == list(protocol.STATUS.values())


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
    """Return why a text is no message, if it is none; no other error may come out."""
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
    example: tuple[dict[str, Any], protocol.Anything], data: st.DataObject
) -> None:
    document = {**example[0]}
    document[data.draw(st.sampled_from([*document, "id", "seat"]))] = data.draw(anything)
    text = json.dumps(document)
    assert reason_of(text) in (None, "message")
    if reason_of(text) is None:
        assert protocol.encode(read_message(text))  # it can be written again


def test_a_refusal_as_it_goes_over_the_wire() -> None:
    wrong = Refused("rule", "No", rule="URBINO-TWIN-2", squares=["d2"], decision=3)
    assert wrong.answer(7, "t") == {
        "type": "refused",
        "id": 7,
        "table": "t",
        "reason": "rule",
        "sentence": "No",
        "rule": "URBINO-TWIN-2",
        "squares": ["d2"],
        "decision": 3,
    }


def test_messages_are_described_for_the_api() -> None:
    schema, parts = protocol.message_schema()
    text = json.dumps([schema, parts])
    for name in re.findall(r"#/components/schemas/(\w+)", text):
        assert name in parts
    kinds = {*get_args(protocol.AtTable), protocol.Preview, protocol.Hint, protocol.Watch}
    assert {part["properties"]["type"]["enum"][0] for part in parts.values()} == {
        kind.__struct_config__.tag for kind in kinds
    }
