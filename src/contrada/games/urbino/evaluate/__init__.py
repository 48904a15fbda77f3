"""Features of Urbino: of a position for each seat, and of a decision.

Points are counted in tens, so that every column is of the order of one. How much each column
matters is fitted from games and stored beside this file.
"""

from __future__ import annotations

from pathlib import Path

from contrada.games.contract import Evaluation
from contrada.games.urbino.evaluate.choices import choices
from contrada.games.urbino.evaluate.columns import CHOICES, FEATURES
from contrada.games.urbino.evaluate.features import features
from contrada.kernel.jit import package_sources

EVALUATION = Evaluation(
    features=FEATURES,
    choices=CHOICES,
    functions={"features": features, "choices": choices},
    weights=Path(__file__).parents[1] / "weights.json",
    sources=package_sources(__file__),
)
