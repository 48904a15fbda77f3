"""What must be true of every evaluation, compiled with the search as players use it."""

from __future__ import annotations

import pytest

import contrada
from tests.contract import checks, evaluation, examples
from tests.contract.checks import Setting


@pytest.mark.parametrize("setting", checks.some_settings(), ids=checks.in_words)
def test_the_evaluation_is_written_whole(setting: Setting) -> None:
    name, options, seats = setting
    for position in checks.sample(contrada.game(name, **options), seats, seeds=range(2), share=0.3):
        if not position.is_over:
            evaluation.check_evaluation(position)


@pytest.mark.parametrize("named", examples.every_example())
def test_the_evaluation_of_what_random_games_hardly_reach(named: tuple[str, str]) -> None:
    position = examples.example(*named)
    if not position.is_over:
        evaluation.features(position)
        evaluation.choices(position)
