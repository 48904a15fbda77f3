"""Fitting: it finds the weights that made the data, and rounds of self-play improve them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import contrada as library
from contrada.bots import weights
from contrada.bots.weights import NO_WEIGHTS, fitted
from contrada.cli.main import run
from contrada.errors import ContradaError
from contrada.games import NAMES, definition
from contrada.lab import fit
from contrada.lab.fit import Progress, likelihoods, loss, softmax_fit


def test_the_weights_behind_the_choices_are_found() -> None:
    chance, truth = np.random.default_rng(1), np.array([1.5, -0.5, 0.0])
    sizes = [int(size) for size in chance.integers(2, 6, 4000)]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    rows = chance.normal(size=(sum(sizes), 3))
    shares = likelihoods(rows, starts, truth)
    targets = np.zeros(len(rows))
    for start, size in zip(starts, sizes, strict=True):
        targets[start + chance.choice(size, p=shares[start : start + size])] = 1
    found = softmax_fit(rows, targets, sizes)
    assert found == pytest.approx(truth, abs=0.1)
    assert loss(rows, targets, sizes, found) < loss(rows, targets, sizes, np.zeros(3)) - 0.2


def test_likelihoods_of_a_group_add_up_to_one() -> None:
    rows = np.array([[700.0], [0.0], [1.0], [1.0], [1.0]])
    shares = likelihoods(rows, np.array([0, 2]), np.array([1.0]))
    assert shares == pytest.approx([1, 0, 1 / 3, 1 / 3, 1 / 3])


def test_what_carries_no_information_weighs_nothing() -> None:
    rows, targets = np.ones((40, 1)), np.tile([1.0, 0.0], 20)
    assert softmax_fit(rows, targets, [2] * 20) == pytest.approx([0.0])


@pytest.mark.parametrize("name", NAMES)
def test_rounds_of_self_play_teach_something(name: str) -> None:
    game = library.game(name)
    steps = list(fit.rounds(game, [(256, 0), (16, 16)], seed=3))
    first, second = [step for step in steps if isinstance(step, Progress)]
    assert steps.count(None) == 272
    assert first.value_loss < first.value_loss_even
    assert len(first.fitted.weights.choice) == 0
    evaluation = game.definition.evaluation
    assert evaluation is not None
    assert len(second.fitted.weights.early) == len(evaluation.features)
    assert len(second.fitted.weights.choice) == len(evaluation.choices)
    assert all(np.isfinite(array).all() for array in second.fitted.weights)


def test_the_same_seed_fits_the_same_weights() -> None:
    game = library.game("urtown")
    found = [list(fit.rounds(game, [(16, 0), (16, 8)], seed=5))[-1] for _ in range(2)]
    assert repr(found[0].fitted.weights) == repr(found[1].fitted.weights)  # type: ignore[union-attr]


def test_the_command_writes_weights_that_a_bot_can_use(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    with pytest.raises(SystemExit) as ended:
        run(["lab", "fit", "urtown", "--round", "16x0", "--round", "16x8", "--out", str(out)])
    assert ended.value.code == 0
    data = json.loads(out.read_text(encoding="utf-8"))
    assert [row["games"] for row in data["made"]["rounds"]] == [16, 16]
    found = fitted(definition("urtown"), out)
    assert list(found.weights.early) == [early for early, _ in data["features"].values()]


def test_weights_of_another_evaluation_are_refused(tmp_path: Path) -> None:
    other = definition("urbino").evaluation
    assert other is not None
    with pytest.raises(ContradaError, match="for another evaluation"):
        fitted(definition("urtown"), other.weights)


def test_a_game_without_weights_has_none(tmp_path: Path) -> None:
    assert fitted(definition("urtown"), tmp_path / "none.json").weights is NO_WEIGHTS


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_fitted_weights_and_says_how_they_were_made(
    name: str, tmp_path: Path
) -> None:
    found = fitted(definition(name))
    assert len(found.weights.early) > 0
    assert found.made["rounds"]
    evaluation = definition(name).evaluation
    assert evaluation is not None
    text = evaluation.weights.read_text(encoding="utf-8")
    weights.write(evaluation, found, tmp_path / "copy.json")
    assert (tmp_path / "copy.json").read_text(encoding="utf-8") == text
