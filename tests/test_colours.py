"""The page and Python's pictures have the same colours, light and dark."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import contrada
from contrada.games import components, drawing
from contrada.games.drawing import Theme

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src/contrada/games"
CSS = (ROOT / "web/src/styles/tokens.css").read_text(encoding="utf-8")
PIECES = sorted((ROOT / "web/src").rglob("pieces.svg"))
SYMBOLS = "".join(path.read_text(encoding="utf-8") for path in PIECES)
THEMES: tuple[Theme, ...] = ("light", "dark")

Colours = dict[str, str]

TYPES = ("factory", "bank", "hospital", "business", "school", "park", "residential")
GUILDS = ("crown", "boat", "wheel", "fox", "grey")

# What the page calls a token by another name. Pictures go by number where components have names.
CALLED: Mapping[str, Mapping[str, str]] = {
    "urbania": {
        "old": "ua-rundown",
        "old-ink": "ua-rundown-ink",
        **{f"type-{n}": f"ua-{name}" for n, name in enumerate(TYPES, 1)},
        **{f"type-{n}-ink": f"ua-{name}-ink" for n, name in enumerate(TYPES, 1)},
    },
    "urbe": {
        "stone": "fountain-stone",
        "water": "fountain-water",
        **{f"colour-{n}": f"ur-{name}" for n, name in enumerate(GUILDS, 1)},
        **{f"colour-{n}-ink": f"ur-{name}-ink" for n, name in enumerate(GUILDS, 1)},
        **{f"colour-{n}-deep": f"ur-{name}-deep" for n, name in enumerate(GUILDS, 1)},
    },
}
# What only pictures have: the page draws it in another way.
ONLY_IN_PICTURES = {
    "urtown": {"joint"},
    "urbania": {"shade", "card", "card-ink"},
    "urbe": {"disc", "disc-ink", "halo", "archbishop", "fountain-ink"},
}


WITH_PIECES = [name for name in contrada.NAMES if (GAMES / name / "pieces.svg").exists()]


def declared(css: str) -> Colours:
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", css))


def between(begin: str, end: str) -> str:
    return CSS.partition(begin)[2].partition(end)[0]


LIGHT = declared(between(":root {", "\n}"))
DARK = declared(between('[data-theme="dark"] {', "\n}"))
PAGE = {"light": LIGHT, "dark": {**LIGHT, **DARK}}
WITHOUT_TOKEN = dict(re.findall(r"var\(--([\w-]+),\s*(#\w+)\)", SYMBOLS))


def test_the_page_is_as_dark_by_choice_as_by_setting() -> None:
    assert len(DARK) > 50
    assert declared(between("@media (prefers-color-scheme: dark)", "} }")) == DARK


def test_cards_are_as_light_by_night_as_by_day() -> None:
    by_day = declared(between(".by-day {", "\n}"))
    assert by_day.keys() <= DARK.keys(), "what does not change at night needs no second value"
    assert by_day == {token: LIGHT[token] for token in by_day}


def test_symbols_of_the_page_leave_colours_to_its_tokens() -> None:
    assert not WITHOUT_TOKEN.keys() & LIGHT.keys()
    named = set(re.findall(r"var\(--([\w-]+)\)", SYMBOLS))
    assert named <= LIGHT.keys()


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_have_the_colours_of_the_page(theme: Theme) -> None:
    shared = declared(drawing.TOKENS[theme])
    if theme == "light":
        assert shared.pop("ground") == "none", "by day the ground is the paper"
    assert shared == {token: PAGE[theme][token] for token in shared}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", WITH_PIECES)
def test_pictures_of_a_game_have_the_colours_of_the_page(name: str, theme: Theme) -> None:
    pieces = (GAMES / name / "pieces.svg").read_text(encoding="utf-8")
    own = declared(pieces.partition(f".{name}-{theme} {{")[2].partition("}")[0])
    assert own
    assert not own.keys() & declared(drawing.TOKENS[theme]).keys(), "all games have these"
    page = {**WITHOUT_TOKEN, **PAGE[theme]}
    called = CALLED.get(name, {})
    compared = own.keys() - ONLY_IN_PICTURES.get(name, set())
    assert {token: own[token] for token in compared} == {
        token: page[called.get(token, token)] for token in compared
    }


def test_types_and_guilds_go_by_the_order_of_our_components() -> None:
    urbania, urbe = (contrada.game(name).start().view() for name in ("urbania", "urbe"))
    assert {urbania["options"]["components"], urbe["options"]["components"]} == {components.OURS}
    assert tuple(urbania["types"]) == TYPES
    assert (*urbe["guilds"], "grey") == GUILDS
