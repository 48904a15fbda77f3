"""Views have exactly the fields of their types, which the page relies on."""

from __future__ import annotations

import json
from typing import get_type_hints

import msgspec
import pytest

import contrada
from tests.contract import checks
from tests.contract.checks import Setting, every_setting, in_words


@pytest.mark.parametrize("setting", every_setting(), ids=in_words)
def test_a_view_holds_what_its_type_tells(setting: Setting) -> None:
    name, options, seats = setting
    game = contrada.game(name, **options)
    kind = get_type_hints(game.definition.view)["return"]
    line = checks.random_game(game, seats, seed=8)
    for position in [*line[:: max(1, len(line) // 12)], line[-1]]:
        for seat in (None, 0):
            text = json.dumps(position.view(seat))
            # Reading refuses wrong types and missing fields, and leaves out unknown ones.
            assert msgspec.json.decode(text, type=kind) == json.loads(text)


@pytest.mark.parametrize("setting", every_setting(), ids=in_words)
def test_a_public_key_tells_what_everyone_sees_and_nothing_else(setting: Setting) -> None:
    name, options, seats = setting
    line = checks.random_game(contrada.game(name, **options), seats, seed=9)
    seen: dict[str, str] = {}
    for position in line[: -1 : max(1, len(line) // 12)]:
        for seat in range(seats):
            for seed in range(3):
                assert position.reimagine(seat, seed).public_key == position.public_key
        view = json.dumps(position.view(None))
        assert seen.setdefault(position.public_key, view) == view
    assert len(seen) == len(set(seen.values()))
