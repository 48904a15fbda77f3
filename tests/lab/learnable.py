"""What a network can learn about Sticks, the game of the guide: its features say nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from contrada.games.contract import Definition, Evaluation, Observation
from contrada.games.tensors import Field
from contrada.kernel.jit import compiled

FIELDS = (Field("left", (), 21, "sticks on the table", category=True),)


@compiled
def features(state: Any, table: Any) -> float:
    table[:2, 0] = 0.0
    return 0.0


@compiled
def choices(state: Any, decisions: Any, size: int, table: Any) -> None:
    table[:size, 0] = 0.0


@compiled
def observe(state: Any, seat: int, tensor: Any) -> None:
    tensor[0] = state.left


def learnable(sticks: Definition, folder: Path) -> Definition:
    """Return Sticks with a feature that says nothing, and an observation that says everything."""
    weights = folder / "weights.json"
    data = {"made": {}, "features": {"nothing": [0.0, 0.0]}, "choices": {"nothing": 0.0}}
    weights.write_text(json.dumps(data), encoding="utf-8")
    functions: dict[str, Callable[..., Any]] = {"features": features, "choices": choices}
    here = (Path(__file__),)
    return replace(
        sticks,
        facts=replace(sticks.facts, observation=FIELDS),
        evaluation=Evaluation(("nothing",), ("nothing",), functions, weights, here),
        observation=Observation(observe, here),
    )
