"""Features of Urbania: the prospects of every seat, and reasons for each decision.

Nothing here decides anything: how much each column matters is fitted from games. Future points are
estimated from how long the game will last and how fast buildings and prices go up.
"""

from pathlib import Path

from contrada.games.contract import Evaluation
from contrada.games.urbania.evaluate.choices import CHOICES, choices
from contrada.games.urbania.evaluate.features import FEATURES, features
from contrada.kernel.jit import package_sources

EVALUATION = Evaluation(
    features=FEATURES,
    choices=CHOICES,
    functions={"features": features, "choices": choices},
    weights=Path(__file__).parents[1] / "weights.json",
    sources=package_sources(__file__),
)
