"""What games and bots are called in the languages of the page, for links and notices."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from contrada import games


@cache
def _titles() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return tomllib.loads((Path(__file__).parent / "titles.toml").read_text(encoding="utf-8"))


def title_in(language: str, game: str) -> str:
    """Return what the page calls a game in a language."""
    return _titles()["games"].get(language, {}).get(game, games.definition(game).facts.title)


def bot_in(language: str, name: str) -> str:
    """Return what the page calls a bot in a language."""
    return _titles()["bots"].get(language, {}).get(name, name)
