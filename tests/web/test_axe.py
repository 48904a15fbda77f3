"""axe finds nothing: on every page and state, wide and on a phone, light and dark."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]

from tests.web.person import Person
from tests.web.states import SIZES, STATES, Tables


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(state: str, readers: dict[str, Person], tables: Tables) -> None:
    ada, found = readers["en"], {}
    STATES[state].reach(ada, tables)
    ada.page.evaluate(AXE_SCRIPT)
    for size in STATES[state].sizes:
        ada.page.set_viewport_size(SIZES[size])
        for theme in ("light", "dark"):
            ada.page.emulate_media(color_scheme=theme)
            found[size, theme] = violations(ada)
    assert {where: what for where, what in found.items() if what} == {}
    assert ada.complaints == []


def violations(person: Person) -> list[str]:
    report: dict[str, Any] = person.page.evaluate(
        "() => axe.run(document, {resultTypes: ['violations']})"
    )
    return [
        f"{found['id']}: {node['failureSummary']} {node['html'][:200]}"
        for found in report["violations"]
        for node in found["nodes"]
    ]
