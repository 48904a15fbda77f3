"""Fitted weights of a game: read from its data, written by `contrada lab fit`."""

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
    """What self-play has taught about a game, and how it was made."""

    weights: Weights
    search: dict[str, Any] = field(default_factory=dict)  # settings that did best
    levels: tuple[dict[str, Any], ...] = ()  # what makes each level as strong as it is
    made: dict[str, Any] = field(default_factory=dict)


def fitted(definition: Definition, path: Path | None = None) -> Fitted:
    """Return what is known of a game; nothing if it has no evaluation or none was fitted.

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
                f"{path.name} is of another evaluation; 'contrada lab fit' makes it"
            )
    pairs = np.array(list(data["features"].values()), np.float64).reshape(-1, 2)
    weights = Weights(
        np.ascontiguousarray(pairs[:, 0]),
        np.ascontiguousarray(pairs[:, 1]),
        np.array(list(data["choices"].values()), np.float64),
    )
    return Fitted(weights, data.get("search", {}), tuple(data.get("levels", ())), data["made"])


def write(evaluation: Evaluation, found: Fitted, path: Path) -> None:
    """Write weights as data that people can read; decisions not fitted count nothing."""
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
