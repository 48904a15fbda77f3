"""The rules in the page: every rule once in every language, with up-to-date pictures."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from contrada import games
from docs import figures

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "it", "ru")
RULE = re.compile(r"^- ([A-Z]+-[A-Z]+-(?:\d+|[A-Z]+))(\*?) ", re.MULTILINE)

every_game = pytest.mark.parametrize("game", games.NAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def text_of(game: str, language: str) -> str:
    return (figures.folder(game) / f"{language}.md").read_text(encoding="utf-8")


@cache
def engineers_page(game: str) -> str:
    return (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")


def sections(text: str) -> list[str]:
    return re.findall(r"^## .+ \{#([a-z-]+)\}$", text, re.MULTILINE)


def skeleton(text: str) -> list[str]:
    """The sections, rules and figures of a page, in order."""
    found = re.findall(
        r"^## .+ (\{#[a-z-]+\})$"
        r"|^- ([A-Z]+-[A-Z]+-(?:\d+|[A-Z]+)\*?) "
        r"|^!\[.+\]\((figure:[\w-]+)\)$",
        text,
        re.MULTILINE,
    )
    return ["".join(each) for each in found]


@every_language
@every_game
def test_every_rule_stands_once(game: str, language: str) -> None:
    """It also has the same star as in docs/rules, which marks a ruling."""
    wanted = RULE.findall(engineers_page(game))
    found = RULE.findall(text_of(game, language))
    assert len(wanted) > 15
    assert sorted(found) == sorted(wanted)


@every_game
def test_languages_have_the_same_structure(game: str) -> None:
    english, *others = [skeleton(text_of(game, language)) for language in LANGUAGES]
    assert {"{#short}", "{#turn}", "{#scoring}"} <= set(english)
    for other in others:
        assert other == english


@every_language
@every_game
def test_every_heading_has_an_anchor(game: str, language: str) -> None:
    text = text_of(game, language)
    headings = re.findall(r"^## ", text, re.MULTILINE)
    assert len(headings) == len(sections(text)) == len(set(sections(text)))


@every_language
@every_game
def test_links_within_a_page_lead_somewhere(game: str, language: str) -> None:
    text = text_of(game, language)
    places = {*sections(text), *(name for name, _ in RULE.findall(text))}
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= places


@pytest.mark.parametrize("game", ["urbania", "urbe"])  # a reconstruction
@every_language
def test_components_of_ours_are_named_as_such(game: str, language: str) -> None:
    """They come first, with the file to edit."""
    text = text_of(game, language)
    file = f"src/contrada/games/{game}/components.toml"
    assert sections(text)[0] == "ours"
    ours = text.split("{#ours}")[1].split("\n## ")[0]
    assert f"`{file}`" in ours
    assert (ROOT / file).is_file()
    assert f"contrada play {game} --components" in ours
    assert "CONTRADA_COMPONENTS" in ours


@every_game
def test_the_pictures_are_those_of_the_text(game: str) -> None:
    names = re.findall(r"\(figure:([\w-]+)\)", text_of(game, "en"))
    assert len(names) >= 4
    assert sorted(names) == sorted(figures.FIGURES[game])


@every_game
def test_the_pictures_are_current(game: str) -> None:
    """If this fails, run `python -m docs.figures`."""
    written = (figures.folder(game) / "figures.json").read_text(encoding="utf-8")
    assert written == figures.text_of(game)
    assert set(json.loads(written)) == set(figures.FIGURES[game])
