"""Every page and state: no axe violations, nothing left in English, nothing wider than a phone."""

from __future__ import annotations

import pytest

from tests.web.checks import (
    LANGUAGES,
    THEMES,
    axe_finds_nothing,
    axe_finds_nothing_in,
    fits_the_screen,
    nothing_is_left_in_english,
    words_of,
)
from tests.web.person import PHONE, Person
from tests.web.states import STATES, Tables


@pytest.mark.parametrize("name", STATES)
def test_state(name: str, reader: Person, tables: Tables) -> None:
    """Each is reached once and checked in every way; the page changes its language in place."""
    state, said = STATES[name], {}
    state.reach(reader, tables)
    for language in LANGUAGES:
        state.speaks(reader, language)
        said[language] = words_of(reader)
    nothing_is_left_in_english(said)
    if "phone" in state.sizes:
        reader.resizes_to(PHONE)
        for language in reversed(LANGUAGES):
            state.speaks(reader, language)
            fits_the_screen(reader)
    state.speaks(reader, "en")
    axe_finds_nothing(reader, state.sizes)
    assert reader.complaints == []


@pytest.mark.soak
@pytest.mark.parametrize("name", STATES)
def test_every_size_in_every_theme(name: str, reader: Person, tables: Tables) -> None:
    state = STATES[name]
    state.reach(reader, tables)
    axe_finds_nothing_in(reader, [(size, THEMES) for size in state.sizes])
