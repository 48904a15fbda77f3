"""Every page and state: no axe violations, nothing left in English, nothing wider than a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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
from tests.web.states import PAGES, STATES, State, Tables


@pytest.mark.parametrize("names", PAGES.values(), ids=", ".join)
def test_states_of_a_page(names: list[str], reader: Person, tables: Tables) -> None:
    """Each is reached once and checked in every way; the page changes its language in place."""
    for name in names:
        with noting(name):
            STATES[name].reach(reader, tables)
            is_checked_in_every_way(STATES[name], reader)
            STATES[name].undo(reader)


@contextmanager
def noting(name: str) -> Iterator[None]:
    """Let a failure say in which state it is."""
    try:
        yield
    except AssertionError as wrong:
        wrong.add_note(f"in the state {name!r}")
        raise


def is_checked_in_every_way(state: State, reader: Person) -> None:
    said = {}
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
    axe_finds_nothing(reader, reversed(state.sizes))
    assert reader.complaints == []


@pytest.mark.soak
@pytest.mark.parametrize("name", STATES)
def test_every_size_in_every_theme(name: str, reader: Person, tables: Tables) -> None:
    state = STATES[name]
    state.reach(reader, tables)
    axe_finds_nothing_in(reader, [(size, THEMES) for size in state.sizes])
