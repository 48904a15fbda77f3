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
