"""The components file is checked entry by entry, and errors name the entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from contrada.games.components import ComponentsError
from contrada.games.urbania import components

OURS = components.OURS.read_text(encoding="utf-8")


def test_ours() -> None:
    found = components.read(components.OURS)
    assert len(found.tiles) == 49
    assert sum(card.count for card in found.cards) == 60
    assert len(found.projects) == 31
    assert found.card_icons == (4, 6, 8)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("workers = 2, points = 2, count = 3", "workers = 2, points = 2", "11 residential tiles"),
        (
            "{ workers = 2, points = 3 }",
            "{ workers = 0, points = 3 }",
            "entry 1, face 2: 'workers'",
        ),
        ("rainbow_workers = 1\ncoins = 1", "", "cards entry 5: a card shows workers or coins"),
        ("coins = 3\ncount = 2", "coins = 3\ncount = 1", "a suit has 9 cards, not 10"),
        ("coins = 3\n", "coin = 3\n", "cards entry 4: unknown key 'coin'"),
        (
            "workers = 2\ncoins = 1",
            "workers = 2\nrainbow_workers = 1",
            "cards entry 2: workers are of the suit's colour or rainbow, not both",
        ),
        (
            "rainbow_workers = 1\ncoins = 1",
            "workers = 3",
            "cards entry 5 shows the same as entry 1; give that a count",
        ),
        ('types = ["residential"]', "types = 5", "tiles entry 2: 'types' must list types"),
        ('"CEO"', '"NW"', "'NW' is the name of two things"),
        ('"brown"', '"dark brown"', "'dark brown' must be one word"),
        ("pair = 3", "", "projects: 'pair' must be a number"),
        ("card_icons = [4, 6, 8]", "card_icons = [4, 12]", "track: 'card_icons'"),
        ('"residential"]\ncolours', '"residential", "x"]\ncolours', "'types' must list 7"),
        ("[[tiles]]", "[[tiles]", "is not valid TOML"),
    ],
)
def test_a_wrong_entry_is_named(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert old in OURS
    path = tmp_path / "mine.toml"
    path.write_text(OURS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ComponentsError) as wrong:
        components.read(path)
    assert str(wrong.value).startswith(str(path))
    assert sentence in str(wrong.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ComponentsError, match="cannot be read: No such file"):
        components.read(tmp_path / "none.toml")
