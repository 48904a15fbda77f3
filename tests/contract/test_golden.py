"""Every setting plays its golden game exactly, compiled and uncompiled."""

from __future__ import annotations

import pytest

import contrada
from tests.contract import golden
from tests.contract.checks import Setting, in_words, some_settings


@pytest.mark.uncompiled
@pytest.mark.parametrize("setting", some_settings(), ids=in_words)
def test_golden_playthrough(setting: Setting) -> None:
    name, options, seats = setting
    expected = (golden.FOLDER / f"{in_words(setting)}.txt").read_text(encoding="utf-8")
    assert golden.playthrough(contrada.game(name, **options), seats) == expected


def test_no_golden_file_is_left_over() -> None:
    wanted = {f"{in_words(setting)}.txt" for setting in some_settings()}
    assert {path.name for path in golden.FOLDER.iterdir()} == wanted
