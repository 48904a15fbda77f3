"""Search 0.1 never changes: the same code, the same weights, features and choices."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import contrada
from contrada import games
from contrada.bots import frozen
from contrada.bots.entrants import entrant
from contrada.bots.player import Limits

FOLDER = Path(frozen.__file__).parent

# What stood in the files when they were frozen.
MARKS = {
    "search.py": "f739941544f3",
    "player.py": "120de2c4e7e4",
    "weights/urbania.json": "97623dcadded",
    "weights/urbe.json": "7b253c8fd92e",
    "weights/urbino.json": "c5deb1506fb7",
    "weights/urtown.json": "83b6487eb114",
}
# Features whose meaning the frozen weights rely on.
FEATURES = {
    "urbania": "36ea1ab418f7",
    "urbe": "878f154bb644",
    "urbino": "14f048e20365",
    "urtown": "1b6a07138982",
}


def mark(paths: list[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]


@pytest.mark.parametrize("name", MARKS)
def test_frozen_files_are_untouched(name: str) -> None:
    assert mark([FOLDER / name]) == MARKS[name]


@pytest.mark.parametrize("name", FEATURES)
def test_features_mean_what_they_meant(name: str) -> None:
    """After a change that keeps every value, such as a comment, write the new mark down here."""
    evaluation = games.definition(name).evaluation
    assert evaluation is not None
    assert mark(sorted(evaluation.sources)) == FEATURES[name]


def test_it_plays_as_it_did() -> None:
    game = contrada.game("urbino")
    entrant("search").make(game, 1)  # both can be compiled in one process
    bot = entrant("search-0.1").make(game, 1)
    assert bot.name == "search-0.1"
    position = game.start().play("e5").play("d4").play("2e4")
    turns = []
    for _ in range(3):
        chosen: list[int] = []
        while not chosen or not position.turn_begins:
            chosen.append(bot.choose(position, Limits(iterations=300)))
            position = position.play(chosen[-1])
        turns.append(position.moves()[-1])
    assert turns == TURNS


TURNS = ["e5-f2,3f6", "f2-d5,3e5", "d5-h8,2d8"]
