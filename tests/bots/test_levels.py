"""Levels: the same eight in every game, each with a strength from the game's data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import contrada as library
from contrada.bots import levels
from contrada.bots.levels import BEST, LEVELS
from contrada.bots.player import Bot, Limits, play_out
from contrada.bots.random_player import RandomPlayer
from contrada.bots.weights import fitted
from contrada.errors import OptionError
from contrada.games import NAMES, definition

ROOT = Path(__file__).parents[2]
WEAKEST = 1


def test_there_are_eight_with_names_and_a_sentence_each() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9))
    assert len({level.name for level in LEVELS}) == 8
    assert all(level.about.endswith(".") for level in LEVELS)


@pytest.mark.parametrize("language", ["en", "it", "ru"])
def test_the_page_has_words_for_each_level(language: str) -> None:
    """The English must be the same, because the page shows its own texts and not the server's."""
    files = (ROOT / "web/src").rglob(f"words.{language}.ts")
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    words = dict(re.findall(r'"level\.([\d.a-z]+)": "(.*)",', text))
    ours = {str(level.number): level.name for level in LEVELS}
    ours |= {f"{level.number}.about": level.about for level in LEVELS}
    assert words.keys() == ours.keys()
    assert language != "en" or words == ours


@pytest.mark.parametrize("number", [0, 9, -1])
def test_other_levels_are_refused(number: int) -> None:
    with pytest.raises(OptionError, match="levels are 1 to 8"):
        levels.level(number)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_says_how_strong_each_level_is(name: str) -> None:
    strengths = fitted(definition(name)).levels
    assert len(strengths) == len(LEVELS)
    assert strengths[-1] == {"seconds": BEST}
    slips = [strength.get("slip", 0.0) for strength in strengths]
    assert slips == sorted(slips, reverse=True)
    iterations = [strength["iterations"] for strength in strengths[:-1]]
    assert iterations == sorted(iterations)


@pytest.mark.parametrize("name", NAMES)
def test_the_weakest_level_still_beats_chance(name: str) -> None:
    """A random player would win 26 of 40 only once in 25 times."""
    game = library.game(name)
    won = 0.0
    for seed in range(40):
        ours = levels.player(WEAKEST, game, seed, pool=50_000)
        seats: list[Bot] = [ours, RandomPlayer(seed)] if seed % 2 else [RandomPlayer(seed), ours]
        outcome = play_out(game.start(2, seed), seats, seed, Limits()).outcome()
        assert outcome is not None
        won += outcome.results[0 if seed % 2 else 1]
    assert won >= 26


def test_a_level_goes_by_its_name() -> None:
    player = levels.player(5, library.game("urtown"), 1)
    assert player.name == "Mason (level 5)"
