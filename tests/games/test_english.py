"""Sentences from `english.toml`; the page's tests use the same examples."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import contrada
from contrada.errors import IllegalDecision, Value
from contrada.games.english import English, listed

EXAMPLES = json.loads(Path(__file__).with_name("english.json").read_text(encoding="utf-8"))
FILE = """
[refusals]
"TOY-LOT-1" = "There is no room on {square}."
"TOY-LOT-1.many" = { one = "A {kind.one} is there.", other = "There are {n} {kind.many}." }

[nouns.kind]
house = { one = "house", many = "houses", The = "The house" }
tower = { one = "tower", many = "towers", The = "The tower" }
"""


@pytest.fixture
def english(tmp_path: Path) -> English:
    path = tmp_path / "english.toml"
    path.write_text(FILE, encoding="utf-8")
    return English(path)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["about"])
def test_sentences(english: English, example: dict[str, Any]) -> None:
    assert english.say(example["message"], example["values"]) == example["said"]


def test_a_refusal_has_its_sentence_and_what_others_need_to_say_it(english: English) -> None:
    values: dict[str, Value] = {"kind": "tower", "n": 2}
    refused = english.refusal("TOY-LOT-1", "many", values, ["a1", "b2"])
    assert refused.sentence == "There are 2 towers."
    assert str(refused) == "There are 2 towers (TOY-LOT-1)"
    assert (refused.rule, refused.case, refused.key) == ("TOY-LOT-1", "many", "TOY-LOT-1.many")
    assert (refused.values, refused.squares) == (values, ("a1", "b2"))
    assert english.refusal("TOY-LOT-1", "", {"square": "c3"}).key == "TOY-LOT-1"


def test_a_sentence_alone_makes_no_refusal() -> None:
    """Without case and values, no other language could say it."""
    with pytest.raises(TypeError, match="case"):
        IllegalDecision("TOY-LOT-1", sentence="There is no room.")  # type: ignore[call-arg]


def test_only_texts_from_english_toml_refuse() -> None:
    made = re.compile(r"(?<!class )IllegalDecision\(")
    sources = Path(contrada.__file__).parent.rglob("*.py")
    makers = [path.name for path in sources if made.search(path.read_text(encoding="utf-8"))]
    assert makers == ["english.py"]


@pytest.mark.parametrize(
    ("case", "values"),
    [
        ("few", {}),  # no such text
        ("", {}),  # no square
        ("many", {"kind": "tower"}),  # no number
        ("many", {"kind": "bridge", "n": 1}),  # no such noun
    ],
)
def test_what_cannot_be_said_is_an_error(
    english: English, case: str, values: dict[str, Any]
) -> None:
    with pytest.raises(KeyError):
        english.refusal("TOY-LOT-1", case, values)


def test_some_ids_stand_for_themselves(tmp_path: Path) -> None:
    path = tmp_path / "english.toml"
    path.write_text(FILE, encoding="utf-8")
    english = English(path, {"kind": ("tower", "kiosk")})
    assert english.say("{kind.many}", {"kind": ["tower", "kiosk"]}) == "towers and kiosk"


def test_a_list_of_nothing_cannot_be_said() -> None:
    with pytest.raises(ValueError, match="unpack"):
        listed([])
