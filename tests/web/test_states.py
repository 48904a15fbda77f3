"""Every page and state: axe finds nothing, nothing is left in English or wider than a phone."""

from __future__ import annotations

import pytest

from tests.web.checks import (
    axe_finds_nothing,
    fits_the_screen,
    nothing_is_left_in_english,
    words_of,
)
from tests.web.person import PHONE, Person
from tests.web.states import STATES, Tables


@pytest.mark.parametrize("name", STATES)
def test_state(name: str, readers: dict[str, Person], tables: Tables) -> None:
    """Each is reached once in each language, and looked at in every way."""
    state, said = STATES[name], {}
    for language, reader in readers.items():
        state.reach(reader, tables)
        said[language] = words_of(reader)
        if "phone" in state.sizes:
            reader.resizes_to(PHONE)
            fits_the_screen(reader)
    nothing_is_left_in_english(said)
    axe_finds_nothing(readers["en"], state.sizes)
    assert [reader.complaints for reader in readers.values()] == [[], [], []]
