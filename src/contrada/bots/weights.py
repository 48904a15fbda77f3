"""The fitted weights of a game, as written by `contrada lab fit`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from contrada.bots.search import Weights
from contrada.errors import ContradaError
from contrada.games.contract import Definition, Evaluation

NO_WEIGHTS = Weights(np.zeros(0), np.zeros(0), np.zeros(0))


@dataclass(frozen=True)
class Fitted:
    """Weights and settings fitted from self-play, and how they were fitted."""

    weights: Weights
    search: dict[str, Any] = field(default_factory=dict)  # the best settings found
    levels: tuple[dict[str, Any], ...] = ()  # the settings of each level
    made: dict[str, Any] = field(default_factory=dict)


def fitted(definition: Definition, path: Path | None = None) -> Fitted:
    """Return a game's weights; no weights if it has no evaluation or nothing was fitted.

    `path` names a file to read instead of the game's own.
    """
    evaluation = definition.evaluation
    if evaluation is None or not (path or evaluation.weights).exists():
        return Fitted(NO_WEIGHTS)
    return _read(path or evaluation.weights, evaluation.features, evaluation.choices)


@cache
def _read(path: Path, features: tuple[str, ...], choices: tuple[str, ...]) -> Fitted:
    data = json.loads(path.read_text(encoding="utf-8"))
    for known, named in ((features, data["features"]), (choices, data["choices"])):
        if list(known) != list(named):
            raise ContradaError(
                f"{path.name} is for another evaluation; run 'contrada lab fit' to make a new one"
            )
    pairs = np.array(list(data["features"].values()), np.float64).reshape(-1, 2)
    weights = Weights(
        np.ascontiguousarray(pairs[:, 0]),
        np.ascontiguousarray(pairs[:, 1]),
        np.array(list(data["choices"].values()), np.float64),
    )
    return Fitted(weights, data.get("search", {}), tuple(data.get("levels", ())), data["made"])


def write(evaluation: Evaluation, found: Fitted, path: Path) -> None:
    """Write weights as readable JSON; weights of decisions that were not fitted are 0."""
    early, late, choice = (array.round(4).tolist() for array in found.weights)
    data = {
        "made": found.made,
        "search": found.search,
        "levels": list(found.levels),
        "features": dict(zip(evaluation.features, zip(early, late, strict=True), strict=True)),
        "choices": dict(
            zip(evaluation.choices, choice or [0.0] * len(evaluation.choices), strict=True)
        ),
    }
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    _read.cache_clear()
