"""Compiled rules and evaluations free the memory they allocate."""

from __future__ import annotations

import pytest

import contrada
from contrada.kernel import jit
from tests.contract.checks import (
    Setting,
    check_memory_is_given_back,
    every_setting,
    in_words,
    sample,
)


@pytest.mark.skipif(jit.is_disabled(), reason="Python itself frees everything")
@pytest.mark.parametrize("setting", every_setting(), ids=in_words)
def test_memory_is_given_back(setting: Setting) -> None:
    """Functions without reference counting must not be given arrays of their own."""
    name, options, seats = setting
    game = contrada.game(name, **options)
    positions = list(sample(game, seats, seeds=range(3), share=0.3))
    check_memory_is_given_back(game, positions)
